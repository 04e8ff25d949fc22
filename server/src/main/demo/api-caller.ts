import type { CallOf, Endpoint, OutputOf } from "@cairn/contract/endpoint";

/** Calls what the product offers to everybody, from outside or from within. */
export interface ApiCaller {
  call<E extends Endpoint>(endpoint: E, input: CallOf<E>): Promise<OutputOf<E>>;
}
