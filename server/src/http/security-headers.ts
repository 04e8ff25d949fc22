import type { MiddlewareHandler } from "hono";

import type { Settings } from "../platform/settings/read-settings.ts";

/**
 * The page may load and call only what is ours; pictures come from here alone, so that text written by a model or a
 * stranger cannot carry data out in an image address.
 */
export function securityHeaders(settings: Settings): MiddlewareHandler {
  const { apiHost, authHost, clientHost, analyticsHost } = settings.addresses;
  const origins = new Set([apiHost, authHost, clientHost, ...(analyticsHost ? [analyticsHost] : [])].map(originOf));
  const sockets = [...origins].map((origin) => origin.replace(/^http/, "ws"));
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${[...origins, ...sockets].join(" ")}`,
    `form-action 'self' ${originOf(authHost)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
  return async (c, next) => {
    await next();
    c.res.headers.set("content-security-policy", policy);
    c.res.headers.set("x-content-type-options", "nosniff");
    c.res.headers.set("referrer-policy", "no-referrer");
    c.res.headers.set("cross-origin-opener-policy", "same-origin");
  };
}

function originOf(address: string): string {
  return new URL(address).origin;
}
