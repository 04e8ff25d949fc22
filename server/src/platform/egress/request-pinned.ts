import { request as requestHttp, type ClientRequest, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";

import type { CheckedAddress } from "./resolve-address.ts";

/**
 * Begins a request that connects only to the IP addresses that were checked, under the requested host name.
 * It follows no redirect and keeps no connection. The caller ends it.
 */
export function requestPinned(
  checked: CheckedAddress,
  options: Pick<RequestOptions, "method" | "headers" | "signal">,
): ClientRequest {
  const request = checked.url.protocol === "https:" ? requestHttps : requestHttp;
  return request(checked.url, { ...options, agent: false, lookup: answerWith(checked.addresses) });
}

/** Resolves any name to the addresses that were checked. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    if (options.all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };
}
