import {
  getCriterionChecks,
  proposeCriterionChecks,
  updateCriterionCheck,
  type CriterionCheck,
} from "@cairn/contract/criterion-checks";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** What is run for the criteria of a task. */
export function criterionChecksQuery(project: ProjectKey, taskId: string) {
  return endpointQuery(getCriterionChecks, { params: { ...project, taskId } });
}

/** Chooses what is run for one of them. */
export function useSaveCriterionCheck(project: ProjectKey, taskId: string) {
  const params = { ...project, taskId };
  return useMutation({
    mutationFn: ({ criterionId, check }: { criterionId: string; check: CriterionCheck }) =>
      call(updateCriterionCheck, { params: { ...params, criterionId }, body: { check } }),
    onSuccess: (checks) => queryClient.setQueryData(endpointKey(getCriterionChecks, { params, query: {} }), checks),
    meta: { success: "Check updated", failure: "Could not update the check" },
  });
}

/** Has checks worked out for those that have none. */
export function useProposeCriterionChecks(project: ProjectKey, taskId: string) {
  const params = { ...project, taskId };
  return useMutation({
    mutationFn: () => call(proposeCriterionChecks, { params }),
    onSuccess: (checks) => queryClient.setQueryData(endpointKey(getCriterionChecks, { params, query: {} }), checks),
    meta: { failure: "Could not have checks proposed" },
  });
}
