import type { CallOf } from "@cairn/contract/endpoint";
import { getRuleScoreboard, previewRuleCheck } from "@cairn/contract/rule-checks";
import { createRule, deleteRule, getRule, listRules, updateRule } from "@cairn/contract/rules";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

export type RuleInput = NonNullable<CallOf<typeof createRule>["body"]>;

/** Rules of a product; with a service, those that hold for it. */
export function rulesQuery(key: ProjectKey, { page, serviceId }: { page: number; serviceId?: string }) {
  return endpointQuery(listRules, { params: key, query: { page, serviceId } });
}

export function ruleQuery(key: ProjectKey, ruleId: string) {
  return endpointQuery(getRule, { params: { ...key, ruleId } });
}

/** How the newest changes kept to a rule. */
export function ruleScoreboardQuery(key: ProjectKey, ruleId: string) {
  return endpointQuery(getRuleScoreboard, { params: { ...key, ruleId } });
}

async function refreshRules(): Promise<void> {
  await Promise.all(
    [listRules, getRule, getRuleScoreboard].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
  );
}

/** What a check says of the newest changes; null for one that is read from the words of the rule. */
export function usePreviewRuleCheck(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof previewRuleCheck>["body"]>) =>
      call(previewRuleCheck, { params: key, body }),
    meta: { failure: "Could not try the check" },
  });
}

export function useCreateRule(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: RuleInput) => call(createRule, { params: key, body }),
    onSuccess: refreshRules,
    meta: { success: "Rule created", failure: "Could not create rule" },
  });
}

export function useUpdateRule(key: ProjectKey, ruleId: string) {
  return useMutation({
    mutationFn: (body: RuleInput) => call(updateRule, { params: { ...key, ruleId }, body }),
    onSuccess: refreshRules,
    meta: { success: "Rule updated", failure: "Could not update rule" },
  });
}

export function useDeleteRule(key: ProjectKey, ruleId: string) {
  return useMutation({
    mutationFn: () => call(deleteRule, { params: { ...key, ruleId } }),
    // The query of the rule itself is not refreshed, because the rule is gone.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(listRules) }),
    meta: outcomes.ruleDelete,
  });
}
