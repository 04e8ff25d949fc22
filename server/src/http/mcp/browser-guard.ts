import { AppError } from "@cairn/contract/errors";

import type { Services } from "#server/http/request/request-ctx.ts";

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);
const readableHeaders = "mcp-session-id, mcp-protocol-version, www-authenticate, retry-after";
const sentHeaders = "authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id";

/**
 * A page on another site must not reach this server through a visitor's browser, by whatever name it calls it. Returns
 * the CORS headers for a page of ours; no headers when the request does not come from a browser.
 */
export function guardBrowsers(request: Request, { settings }: Pick<Services, "settings">): Record<string, string> {
  const { mcpHost, apiHost, clientHost } = settings.addresses;
  const own = new Set([mcpHost, apiHost, clientHost].map((address) => new URL(address).host));
  const host = request.headers.get("host") ?? "";
  const origin = request.headers.get("origin");
  const isHostKnown = own.has(host) || loopbackNames.has(host.replace(/:\d+$/, ""));
  const originHost = origin !== null && URL.canParse(origin) ? new URL(origin).host : null;
  const isOriginKnown = origin === null || (originHost !== null && (own.has(originHost) || originHost === host));
  if (!isHostKnown || !isOriginKnown) throw new AppError("forbidden", { message: "This address is not served here" });
  if (origin === null) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": readableHeaders,
    vary: "Origin",
  };
}

/** The preflight request of a browser; cookies are never accepted here. */
export function answerPreflight(allowed: Record<string, string>, methods: string): Response {
  const headers = {
    ...allowed,
    "access-control-allow-methods": methods,
    "access-control-allow-headers": sentHeaders,
    "access-control-max-age": "600",
  };
  return new Response(null, { status: 204, headers });
}
