import type { MiddlewareHandler } from "hono";

import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { cspReportsPath } from "./csp-reports.ts";

/** What pages never ask a browser for. */
const unusedFeatures = ["accelerometer", "camera", "geolocation", "gyroscope", "microphone", "payment", "usb"];
const permissions = [...unusedFeatures.map((name) => `${name}=()`), "clipboard-write=(self)"].join(", ");
const yearS = 31_536_000;

/**
 * The page may load and call only what is ours; pictures come from here alone, so that text written by a model or a
 * stranger cannot carry data out in an image address. Inline styles are allowed, because diagrams bring their own.
 */
export function securityHeaders(settings: Settings): MiddlewareHandler {
  const { apiHost, authHost, clientHost, analyticsHost } = settings.addresses;
  const origins = new Set([apiHost, authHost, clientHost, ...(analyticsHost ? [analyticsHost] : [])].map(originOf));
  const sockets = [...origins].map((origin) => origin.replace(/^http/, "ws"));
  const isSecure = clientHost.startsWith("https:");
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
    `report-uri ${cspReportsPath}`,
    // Browsers that know the newer way use no other, and it works over https only.
    ...(isSecure ? ["report-to csp"] : []),
  ].join("; ");
  const headers = {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": permissions,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(isSecure
      ? {
          "strict-transport-security": `max-age=${yearS}`,
          "reporting-endpoints": `csp="${cspReportsPath}"`,
        }
      : {}),
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    if (c.res.status >= 400) c.res.headers.set("cache-control", "no-store");
  };
}

function originOf(address: string): string {
  return new URL(address).origin;
}
