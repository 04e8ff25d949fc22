import { listNeeds } from "@cairn/contract/attention-items";
import { queryOptions } from "@tanstack/react-query";

import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** What needs the user's attention. Fetched on every visit, so that items fixed elsewhere disappear. */
export const attentionItemsQuery = queryOptions({ ...endpointQuery(listNeeds, { params: {} }), staleTime: 0 });
