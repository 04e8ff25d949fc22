import type { Endpoint } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { Context, Hono } from "hono";

import type { Actor } from "../ctx.ts";
import type { Route } from "../edge.ts";
import { toErrorResponse } from "./error-response.ts";
import { readJson } from "./read-json.ts";
import { createCtx, type Services } from "./request-ctx.ts";

/** The user of an Authorization header; null when it is missing, wrong or over. */
export type Authenticate = (authorization: string | undefined) => Promise<{ userId: string; grantId: string } | null>;

/**
 * Mounts every call of the contract: parse, authenticate, run the operation, check its answer against the contract's
 * own schema, answer. No route catches; failures have one way out.
 */
export function mountRoutes(app: Hono, routes: readonly Route[], services: Services, authenticate: Authenticate): void {
  for (const route of routes) {
    app.on(route.endpoint.method, route.endpoint.path, (c) => answer(c, route, services, authenticate));
  }
}

async function answer(c: Context, route: Route, services: Services, authenticate: Authenticate): Promise<Response> {
  const requestId = services.newId();
  const log = services.log.child({ requestId, method: c.req.method, path: c.req.path });
  try {
    const actor = await findActor(route.endpoint, c.req.header("authorization"), authenticate);
    const input = await readInput(c, route.endpoint);
    const ctx = createCtx(services, { actor, requestId, signal: c.req.raw.signal });
    const result = await route.run({ ...ctx, log }, input);
    return toResponse(route.endpoint, result);
  } catch (error) {
    return toErrorResponse(error, { requestId, log });
  }
}

async function findActor(
  endpoint: Endpoint,
  authorization: string | undefined,
  authenticate: Authenticate,
): Promise<Actor> {
  if (endpoint.access === "public") return { kind: "anonymous" };
  const user = await authenticate(authorization);
  if (user === null) throw new AppError("unauthenticated", { message: "Sign in to continue" });
  return { kind: "user", ...user };
}

async function readInput(c: Context, endpoint: Endpoint): Promise<unknown> {
  const params = endpoint.params.parse(c.req.param()) as object;
  const query = endpoint.query.parse(c.req.query()) as object;
  const body = endpoint.method === "GET" ? {} : (endpoint.body.parse(await readJson(c.req.raw)) as object);
  return { ...body, ...query, ...params };
}

function toResponse(endpoint: Endpoint, result: unknown): Response {
  const output = endpoint.response.parse(result);
  if (output === undefined) return new Response(null, { status: 204 });
  return Response.json(output, { headers: { "cache-control": "no-store" } });
}
