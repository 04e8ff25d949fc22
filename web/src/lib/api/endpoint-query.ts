import type { CallOf, Endpoint, OutputOf } from "@cairn/contract/endpoint";
import { queryOptions } from "@tanstack/react-query";

import { hasSession } from "#web/lib/auth/session.ts";

import { call } from "./call.ts";

/** The key of a query: the endpoint's path, then its parameters. The path alone matches every query of the endpoint. */
export function endpointKey<E extends Endpoint>(endpoint: E, input?: CallOf<E>) {
  return input ? [endpoint.path, { params: input.params, query: input.query ?? {} }] : [endpoint.path];
}

/** A GET endpoint as a query. It runs only while somebody is signed in. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: CallOf<E>) {
  return queryOptions<OutputOf<E>>({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: hasSession,
  });
}
