import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";

import type { CheckedAddress } from "./resolve-address.ts";

/**
 * Where a page sends its visitors, without going there: one request to the checked address, without credentials. Null
 * when it does not redirect or does not answer in time.
 */
export function findRedirect(
  checked: CheckedAddress,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<URL | null> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  const send = checked.url.protocol === "https:" ? requestHttps : requestHttp;
  const { promise, resolve } = Promise.withResolvers<URL | null>();
  const request = send({
    host: checked.addresses[0],
    port: checked.port,
    // Server name indication takes names only; an address in it is a protocol error.
    servername: isIP(checked.host) === 0 ? checked.host : "",
    path: `${checked.url.pathname}${checked.url.search}`,
    headers: { host: checked.url.host },
    agent: false,
    signal,
  });
  request.on("error", () => resolve(null));
  request.on("response", (response) => {
    response.destroy();
    const isRedirect = response.statusCode !== undefined && response.statusCode >= 300 && response.statusCode < 400;
    const location = isRedirect ? response.headers.location : undefined;
    resolve(location === undefined ? null : URL.parse(location, checked.url));
  });
  request.end();
  return promise;
}
