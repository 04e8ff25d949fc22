import { AppError } from "@cairn/contract/errors";

import { exchange, type WebResponse, type WebAccess } from "./exchange.ts";

export interface RedirectResult extends WebResponse {
  /** Where it was found in the end. */
  url: URL;
}

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Requests an address and follows its redirects; every hop goes through the same function, so each is checked and
 * pinned again. `mayVisit` is called before each and throws where this server must not go.
 */
export async function followRedirects(
  mcpRoute: WebAccess,
  address: string,
  options: { maxBytes: number; signal: AbortSignal; mayVisit?: (url: URL) => Promise<void> },
): Promise<RedirectResult> {
  const seen = new Set<string>();
  let next = address;
  while (seen.size <= maxRedirects) {
    const url = parse(next);
    if (seen.has(url.href)) throw refused("The address redirects in a circle.");
    seen.add(url.href);
    const requested = withoutFragment(next);
    // No request, not even for its rules, goes to a site that this server may not visit.
    if (options.mayVisit) await mcpRoute.egress.checkUrl(requested);
    await options.mayVisit?.(url);
    const answer = await exchange(mcpRoute, requested, options);
    const target = redirects.has(answer.status) ? answer.headers.location : undefined;
    if (target === undefined) return { ...answer, url };
    next = parse(target, url).href;
  }
  throw refused(`The address redirects more than ${maxRedirects} times.`);
}

function parse(target: string, base?: URL): URL {
  const url = URL.parse(target, base);
  if (url === null) throw refused(base ? "The address redirects to something that is no address." : "Not an address.");
  return url;
}

/** As it was written otherwise: the door wants to see the spelling. */
function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, "");
}

function refused(message: string): AppError {
  return new AppError("vendor_failed", { message });
}
