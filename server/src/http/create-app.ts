import { Hono } from "hono";

import type { Route } from "../edge.ts";
import { describeApi } from "./describe-api.ts";
import { toErrorResponse } from "./error-response.ts";
import { mountRoutes, type Authenticate } from "./mount-routes.ts";
import type { Services } from "./request-ctx.ts";
import { securityHeaders } from "./security-headers.ts";
import { mountWebApp } from "./web-app.ts";

export interface AppParts {
  services: Services;
  routes: readonly Route[];
  authenticate: Authenticate;
  /** Further calls that are not plain routes: token cookies, MCP. */
  mounts: readonly ((app: Hono) => void)[];
  /** Folder of the built web app; null serves the API alone. */
  webDirectory: string | null;
  /** What /readyz says: a reason for each part that is not ready. */
  checkReadiness: () => Promise<Record<string, { isReady: boolean; reason?: string }>>;
}

const version = "0.1.0";

/** Everything that is answered over HTTP except the authorization server, which has its own listener. */
export function createApp(parts: AppParts): Hono {
  const { services, routes } = parts;
  const app = new Hono();
  app.use(securityHeaders(services.settings));
  app.get("/healthz", (c) => c.json({ status: "alive" }));
  app.get("/readyz", async (c) => {
    const checks = await parts.checkReadiness();
    const isReady = Object.values(checks).every((check) => check.isReady);
    return c.json({ status: isReady ? "ready" : "degraded", checks }, isReady ? 200 : 503);
  });
  app.get("/config.json", (c) => c.json(browserSettings(services), 200, { "cache-control": "no-store" }));
  const description = describeApi(
    routes.map((route) => route.endpoint),
    { name: services.settings.appName, version },
  );
  app.get("/v1/openapi.json", (c) => c.json(description));
  for (const mount of parts.mounts) mount(app);
  mountRoutes(app, routes, services, parts.authenticate);
  app.all("/v1/*", (c) => c.json({ code: "not_found", message: "There is no such call" }, 404));
  if (parts.webDirectory) mountWebApp(app, parts.webDirectory);
  app.onError((error) => toErrorResponse(error, { requestId: services.newId(), log: services.log }));
  return app;
}

/** What the browser needs to know; never baked into the bundle. */
function browserSettings(services: Services): Record<string, string> {
  const { appName, addresses } = services.settings;
  const { apiHost, authHost, mcpHost, authClientId, clientHost, analyticsHost, analyticsKey } = addresses;
  return {
    appName,
    apiHost,
    authHost,
    mcpHost,
    authClientId,
    clientHost,
    ...(analyticsHost ? { analyticsHost } : {}),
    ...(analyticsKey ? { analyticsKey } : {}),
  };
}
