import { listNeeds } from "@cairn/contract/needs";
import { queryOptions } from "@tanstack/react-query";

import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** What waits for the user. Asked anew on every visit: what was mended elsewhere should be gone. */
export const attentionItemsQuery = queryOptions({ ...endpointQuery(listNeeds, { params: {} }), staleTime: 0 });
