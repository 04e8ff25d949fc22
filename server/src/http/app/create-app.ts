import * as auth from "@cairn/contract/auth";
import type { Endpoint } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { Hono } from "hono";

import type { Route } from "#server/edge.ts";
import { toErrorResponse } from "#server/http/request/error-response.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { addressOf, createRequestLimits, type RequestLimits } from "#server/http/request/request-limits.ts";

import { checkAddress } from "./check-address.ts";
import { cspReportsPath, mountCspReports } from "./csp-reports.ts";
import { describeApi } from "./describe-api.ts";
import { createMethodFinder } from "./find-methods.ts";
import { mountRoutes, type Authenticate } from "./mount-routes.ts";
import { securityHeaders } from "./security-headers.ts";
import { mountWebApp } from "./web-app.ts";

export interface AppParts {
  services: Services;
  routes: readonly Route[];
  authenticate: Authenticate;
  /** Further calls that are not plain routes: token cookies, MCP. */
  mounts: readonly ((app: Hono, limits: RequestLimits) => void)[];
  /** Folder of the built web app; null serves the API alone. */
  webDirectory: string | null;
  /** What /readyz says: a reason for each part that is not ready. One that is not needed leaves the answer a 200. */
  checkReadiness: () => Promise<Record<string, { isReady: boolean; isNeeded?: boolean; reason?: string }>>;
}

const version = "0.1.0";
const descriptionPath = "/v1/openapi.json";
/** Mounted apart, for their cookies. */
const tokenEndpoints = [auth.exchangeCode, auth.refreshTokens, auth.verifyToken, auth.revokeTokens];

/** Everything that is answered over HTTP except the authorization server, which has its own listener. */
export function createApp(parts: AppParts): Hono {
  const { services, routes, authenticate } = parts;
  const endpoints = [...routes.map((route) => route.endpoint), ...tokenEndpoints];
  const limits = createRequestLimits(services);
  const app = new Hono();
  app.use(securityHeaders(services.settings));
  // A browser reads an address that begins with two slashes as one of another host.
  app.use((c, next) => (c.req.path.startsWith("//") ? Promise.resolve(refuseUnknownCall(services, [])) : next()));
  app.use("/v1/*", checkAddress);
  app.use("/v1/tokens/*", async (c, next) => {
    await limits.takeTokenCall(addressOf(c, services));
    await next();
  });
  mountOwnCalls(app, parts, endpoints);
  mountCspReports(app, services, limits);
  for (const mount of parts.mounts) mount(app, limits);
  mountRoutes(app, routes, { services, authenticate, limits });
  const findMethods = createMethodFinder([
    ...endpoints,
    { method: "GET", path: descriptionPath },
    { method: "POST", path: cspReportsPath },
  ]);
  app.all("/v1/*", (c) => refuseUnknownCall(services, findMethods(c.req.path)));
  if (parts.webDirectory) mountWebApp(app, parts.webDirectory);
  app.notFound(() => refuseUnknownCall(services, []));
  app.onError((error) => toErrorResponse(error, { requestId: services.newId(), log: services.log }));
  return app;
}

function mountOwnCalls(app: Hono, parts: AppParts, endpoints: readonly Endpoint[]): void {
  const { services } = parts;
  app.get("/healthz", (c) => c.json({ status: "alive" }));
  app.get("/readyz", async (c) => {
    const checks = await parts.checkReadiness();
    const missing = Object.values(checks).filter((check) => !check.isReady);
    const isServing = missing.every((check) => check.isNeeded === false);
    return c.json({ status: missing.length === 0 ? "ready" : "degraded", checks }, isServing ? 200 : 503);
  });
  app.get("/config.json", (c) => c.json(browserSettings(services), 200, { "cache-control": "no-store" }));
  const description = JSON.stringify(describeApi(endpoints, { name: services.settings.appName, version }));
  app.get(descriptionPath, (c) => c.body(description, 200, { "content-type": "application/json" }));
}

/** `methods` are those the address does take. */
function refuseUnknownCall(services: Services, methods: readonly string[]): Response {
  const request = { requestId: services.newId(), log: services.log };
  if (methods.length === 0) {
    return toErrorResponse(new AppError("not_found", { message: "There is no such call" }), request);
  }
  const allowed = methods.join(", ");
  const message = `There is no such call. This address takes ${allowed}.`;
  const response = toErrorResponse(new AppError("method_not_allowed", { message }), request);
  response.headers.set("allow", allowed);
  return response;
}

/** What the browser needs to know; never baked into the bundle. */
function browserSettings(services: Services): Record<string, string | number> {
  const { appName, addresses, limits } = services.settings;
  const { apiHost, authHost, mcpHost, authClientId, clientHost, analyticsHost, analyticsKey } = addresses;
  return {
    appName,
    apiHost,
    authHost,
    mcpHost,
    authClientId,
    clientHost,
    maxUploadBytes: limits.maxUploadBytes,
    maxBundleBytes: limits.maxBundleBytes,
    ...(analyticsHost ? { analyticsHost } : {}),
    ...(analyticsKey ? { analyticsKey } : {}),
  };
}
