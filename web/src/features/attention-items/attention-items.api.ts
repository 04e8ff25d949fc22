import { getNeedLetters, listNeeds, updateNeedLetters, type NeedLetters } from "@cairn/contract/attention-items";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** What needs the user's attention. Fetched on every visit, so that items fixed elsewhere disappear. */
export const attentionItemsQuery = queryOptions({ ...endpointQuery(listNeeds, { params: {} }), staleTime: 0 });

/** How often the user is written to about it. */
export const needLettersQuery = endpointQuery(getNeedLetters, { params: {} });

export function useUpdateNeedLetters() {
  return useMutation({
    mutationFn: (frequency: NeedLetters["frequency"]) => call(updateNeedLetters, { params: {}, body: { frequency } }),
    onSuccess: (letters) => queryClient.setQueryData(needLettersQuery.queryKey, letters),
    meta: { failure: "Could not change how often you are written to" },
  });
}
