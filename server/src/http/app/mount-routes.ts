import { fileAnswer, type Endpoint, type FileAnswer } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { parseInput } from "@cairn/contract/input-messages";
import type { Context, Hono } from "hono";

import type { Actor, Ctx } from "#server/ctx.ts";
import { answerOnce, type KeptAnswer } from "#server/domain/idempotency/answer-once.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import type { Route } from "#server/edge.ts";
import { toErrorResponse } from "#server/http/request/error-response.ts";
import { formLimits, readFiles } from "#server/http/request/read-files.ts";
import { parseJson, readBody } from "#server/http/request/read-json.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { addressOf, type Caller, type RequestLimits } from "#server/http/request/request-limits.ts";

import { isRepeatable } from "./is-repeatable.ts";

/** The user of an Authorization header; null when it is missing, wrong or over. */
export type Authenticate = (authorization: string | undefined) => Promise<{ userId: string; grantId: string } | null>;

export interface RouteParts {
  services: Services;
  authenticate: Authenticate;
  limits: RequestLimits;
}

/** A call on its way to the operation that answers it. */
interface RouteCall {
  c: Context;
  route: Route;
  limits: RequestLimits;
  ctx: Ctx;
  caller: Caller;
}

/**
 * Mounts every call of the contract: authenticate, count, parse, run the operation, check its answer against the
 * contract's own schema, answer. No route catches; failures have one way out.
 */
export function mountRoutes(app: Hono, routes: readonly Route[], parts: RouteParts): void {
  for (const route of routes) {
    app.on(route.endpoint.method, route.endpoint.path, (c) => answer(c, route, parts));
  }
}

async function answer(c: Context, route: Route, parts: RouteParts): Promise<Response> {
  const { services, limits } = parts;
  const requestId = services.newId();
  // The pattern and not the address: some addresses hold a secret, such as the token of an invite.
  const log = services.log.child({ requestId, method: c.req.method, path: route.endpoint.path });
  try {
    const { actor, caller } = await admit(c, route.endpoint, parts);
    const ctx = { ...createCtx(services, { actor, requestId, signal: c.req.raw.signal }), log };
    const { input, body } = await readInput(c, route.endpoint, services);
    const call = { c, route, limits, ctx, caller };
    const key = c.req.header("idempotency-key");
    const hasKey = key !== undefined && actor.kind === "user" && isRepeatable(route.endpoint);
    return hasKey ? await runOnce(call, { key, input, body }, requestId) : await run(call, input);
  } catch (error) {
    return toErrorResponse(error, { requestId, log, signal: c.req.raw.signal });
  }
}

/** Who calls. Each call is counted once: for its user, or for where it comes from when that shows none. */
async function admit(
  c: Context,
  endpoint: Endpoint,
  { services, authenticate, limits }: RouteParts,
): Promise<{ actor: Actor; caller: Caller }> {
  const user = endpoint.access === "public" ? null : await authenticate(c.req.header("authorization"));
  const caller = user ? { userId: user.userId } : { address: addressOf(c, services) };
  await limits.takeCall(caller);
  if (user) return { actor: { kind: "user", ...user }, caller };
  if (endpoint.access === "public") return { actor: { kind: "anonymous" }, caller };
  throw new AppError("unauthenticated", { message: "Sign in to continue" });
}

/** The body of a GET is ignored; files are read by the operation as they arrive. */
async function readInput(
  c: Context,
  endpoint: Endpoint,
  { settings }: Services,
): Promise<{ input: unknown; body: Uint8Array }> {
  const params = parseInput(endpoint.params, c.req.param()) as object;
  const query = parseInput(endpoint.query, readQuery(c)) as object;
  if (endpoint.takesFiles) {
    const files = readFiles(c.req.raw, formLimits(endpoint.takesFiles, settings.limits));
    return { input: { ...query, ...params, files }, body: new Uint8Array() };
  }
  if (endpoint.method === "GET") return { input: { ...query, ...params }, body: new Uint8Array() };
  const body = await readBody(c.req.raw, endpoint.maxBodyBytes);
  const parsed = parseInput(endpoint.body, parseJson(body, c.req.header("content-type") ?? null)) as object;
  return { input: { ...parsed, ...query, ...params }, body };
}

/** A name that comes several times is a list. */
function readQuery(c: Context): Record<string, string | string[]> {
  const lists = Object.entries(c.req.queries());
  return Object.fromEntries(lists.map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]));
}

async function run({ route, limits, ctx, caller }: RouteCall, input: unknown): Promise<Response> {
  await limits.takeEndpoint(route.endpoint, caller);
  const result = await route.run(ctx, input);
  if (route.endpoint.response === fileAnswer) return toFileResponse(result as FileAnswer);
  const output = route.endpoint.response.parse(result);
  return toResponse(output === undefined ? { status: 204, body: null } : { status: 200, body: JSON.stringify(output) });
}

/** Refusals are answers too: the same request with the same key gets the same one. */
async function runOnce(
  call: RouteCall,
  once: { key: string; input: unknown; body: Uint8Array },
  requestId: string,
): Promise<Response> {
  const { c, ctx } = call;
  const { pathname, search } = new URL(c.req.url);
  const request = { method: c.req.method, address: pathname + search, body: once.body };
  const own: { response?: Response } = {};
  const kept = await answerOnce(ctx, { key: once.key, request }, async () => {
    own.response = await run(call, once.input).catch((error: unknown) =>
      toErrorResponse(error, { requestId, log: ctx.log, signal: ctx.signal }),
    );
    const text = await own.response.clone().text();
    return { status: own.response.status, body: text === "" ? null : text };
  });
  if (own.response) return own.response;
  await refuseOutsiders(ctx, once.input, kept);
  const replayed = toResponse(kept);
  replayed.headers.set("idempotent-replayed", "true");
  return replayed;
}

/** A former member gets nothing of an organization, not even a kept answer from the time of the membership. */
async function refuseOutsiders(ctx: Ctx, input: unknown, { body }: KeptAnswer): Promise<void> {
  const answered: unknown = body === null ? null : JSON.parse(body);
  const { organizationId } = Object.assign({}, answered, input) as { organizationId?: string };
  if (organizationId !== undefined) await requireOrganization(ctx, { organizationId }, "organization.read");
}

/** An attachment with a type that no browser opens, so that its content never runs on this origin. */
function toFileResponse({ bytes, size, contentType, filename }: FileAnswer): Response {
  const plainName = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  return new Response(bytes, {
    headers: {
      "cache-control": "no-store",
      "content-type": contentType,
      ...(size === null ? {} : { "content-length": String(size) }),
      "content-disposition": `attachment; filename="${plainName}"; filename*=UTF-8''${encodeRfc8187(filename)}`,
      "x-content-type-options": "nosniff",
    },
  });
}

/** `encodeURIComponent` throws on half of a surrogate pair and leaves characters that the header must not hold. */
function encodeRfc8187(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function toResponse({ status, body }: KeptAnswer): Response {
  const headers = { "cache-control": "no-store", ...(body === null ? {} : { "content-type": "application/json" }) };
  return new Response(body, { status, headers });
}
