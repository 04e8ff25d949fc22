import { getUsualRunBudget, setUsualRunBudget } from "@cairn/contract/run-budgets";
import { useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** What new implementations of an organization may take of the model. */
export function usualRunBudgetQuery(organizationId: string) {
  return endpointQuery(getUsualRunBudget, { params: { organizationId } });
}

/** Chooses it; null leaves it to the server. */
export function useSetUsualRunBudget(organizationId: string) {
  return useMutation({
    mutationFn: (tokenLimit: number | null) =>
      call(setUsualRunBudget, { params: { organizationId }, body: { tokenLimit } }),
    onSuccess: (budget) => queryClient.setQueryData(usualRunBudgetQuery(organizationId).queryKey, budget),
    meta: { success: "Limit of implementations updated", failure: "Could not update the limit of implementations" },
  });
}
