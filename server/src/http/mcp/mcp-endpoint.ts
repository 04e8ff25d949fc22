import { createHash } from "node:crypto";

import { AppError } from "@cairn/contract/errors";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Context, Hono } from "hono";

import type { Agent } from "#server/domain/agents/authenticate-agent.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { toErrorResponse, type FailedRequest } from "#server/http/request/error-response.ts";
import { readJson } from "#server/http/request/read-json.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { addressOf, type RequestLimits } from "#server/http/request/request-limits.ts";
import type { AccessChange } from "#server/platform/db/listen-access-changes.ts";
import type { AgentTarget } from "#server/platform/oidc/agent-address.ts";

import type { AgentVisit, CreateAgentServer } from "./agent-connection.ts";
import { answerPreflight, guardBrowsers } from "./browser-guard.ts";
import { openLegacySession } from "./legacy-session.ts";
import { createMcpRuntime, mcpLimits, type McpRuntime, type McpLimits } from "./mcp-runtime.ts";
import { challengeAgent } from "./resource-metadata.ts";
import { exchangeOnce } from "./single-exchange.ts";
import { openStreamableSession } from "./streamable-session.ts";

export interface McpParts {
  services: Services;
  /** Whom an agent with this bearer credential acts for at a product; null for nobody who may. */
  authenticate: (bearer: string | null, target: AgentTarget) => Promise<Agent | null>;
  createServer: CreateAgentServer;
  /** Other than the usual ones, for tests. */
  limits?: Partial<McpLimits>;
}

export interface McpEndpoint {
  mount: (app: Hono, limits?: Pick<RequestLimits, "takeCall">) => void;
  /** Ends the sessions that a change of rights took the ground from. */
  recheck: (change: AccessChange) => void;
  /** Refuses new sessions, lets calls under way finish for a moment, then ends all. */
  close(): Promise<void>;
}

/** Answers a request, once the caller and the product are known. */
type Handle = (runtime: McpRuntime, visit: AgentVisit, call: McpCall) => Promise<Response>;

interface McpCall {
  request: Request;
  /** The message or messages of a POST. */
  body: unknown;
}

interface McpRoute {
  methods: string;
  handle: Handle;
}

const path = "/v1/o/:organization/p/:project/context";
const sweepIntervalMs = 60_000;
const neverAborted = new AbortController().signal;

const routes: Record<string, McpRoute> = {
  [path]: { methods: "GET, POST, DELETE", handle: answerStreamable },
  [`${path}/sse`]: { methods: "GET", handle: openLegacy },
  [`${path}/sse/messages`]: { methods: "POST", handle: answerLegacy },
};

/**
 * The Model Context Protocol: streamable HTTP with sessions and without, and the older transport with server-sent
 * events. Every request is authenticated by itself; a session belongs to one credential at one product, and each has
 * its own server and transport, so that no two clients ever share a state.
 */
export function createMcpEndpoint(parts: McpParts): McpEndpoint {
  const { services, createServer } = parts;
  const runtime = createMcpRuntime({ services, createServer, limits: { ...mcpLimits, ...parts.limits } });
  const sweeping = setInterval(() => runtime.sessions.sweep(), sweepIntervalMs).unref();
  return {
    mount(app, limits) {
      for (const [address, route] of Object.entries(routes)) {
        app.all(address, (c) => answer(c, { ...parts, runtime, route, takeCall: limits?.takeCall }));
      }
    },
    recheck(change) {
      void runtime.sessions.recheck(change, (visit) => isStillAllowed(parts, visit));
    },
    async close() {
      clearInterval(sweeping);
      await runtime.sessions.close();
    },
  };
}

type Answering = McpParts & { runtime: McpRuntime; route: McpRoute; takeCall: RequestLimits["takeCall"] | undefined };

async function answer(c: Context, parts: Answering): Promise<Response> {
  const { services, runtime, route, takeCall } = parts;
  const request = c.req.raw;
  const requestId = services.newId();
  const log = services.log.child({ requestId, path: c.req.path });
  let allowed: Record<string, string> = {};
  try {
    allowed = guardBrowsers(request, services);
    if (request.method === "OPTIONS") return answerPreflight(allowed, route.methods);
    const visit = await receive(c, { ...parts, requestId });
    if (visit === null) return withHeaders(unauthenticated(c, services, { requestId, log }), allowed);
    if (!route.methods.split(", ").includes(request.method)) {
      const message = `This address takes ${route.methods}`;
      const refusal = toErrorResponse(new AppError("method_not_allowed", { message }), { requestId, log });
      return withHeaders(refusal, { ...allowed, allow: route.methods });
    }
    const body = request.method === "POST" ? await readJson(request) : undefined;
    // A batch is as many calls as it holds messages.
    for (let at = 1; Array.isArray(body) && at < body.length; at += 1) await takeCall?.({ userId: visit.agent.userId });
    return withHeaders(await route.handle(runtime, visit, { request, body }), allowed);
  } catch (error) {
    return withHeaders(toErrorResponse(error, { requestId, log, signal: request.signal }), allowed);
  }
}

/**
 * The caller and the product; null when nobody is signed in. Throws on too many requests or without the right to read.
 */
async function receive(c: Context, parts: Answering & { requestId: string }): Promise<AgentVisit | null> {
  const { services, requestId } = parts;
  const bearer = bearerOf(c);
  const agent = await parts.authenticate(bearer, targetOf(c));
  await parts.takeCall?.(agent === null ? { address: addressOf(c, services) } : { userId: agent.userId });
  if (agent === null) return null;
  const actor = { kind: "agent", userId: agent.userId } as const;
  const ctx = createCtx(services, { actor, requestId, signal: c.req.raw.signal });
  const { organizationId, projectId } = await requireProject(ctx, targetOf(c), "project.read");
  const credential =
    agent.grantId ??
    createHash("sha256")
      .update(bearer ?? "")
      .digest("hex");
  return { agent, credential, bearer, scope: { organizationId, projectId } };
}

function bearerOf(c: Context): string | null {
  return /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? null;
}

/** The product as the address names it. */
function targetOf(c: Context): AgentTarget {
  return { organizationId: c.req.param("organization") ?? "", projectId: c.req.param("project") ?? "" };
}

async function isStillAllowed(parts: McpParts, { agent, bearer, scope }: AgentVisit): Promise<boolean> {
  const { services } = parts;
  const still = await parts.authenticate(bearer, scope);
  if (still?.userId !== agent.userId) return false;
  const actor = { kind: "agent", userId: agent.userId } as const;
  const ctx = createCtx(services, { actor, requestId: services.newId(), signal: neverAborted });
  await requireProject(ctx, scope, "project.read");
  return true;
}

async function answerStreamable(runtime: McpRuntime, visit: AgentVisit, { request, body }: McpCall): Promise<Response> {
  const sessionId = request.headers.get("mcp-session-id");
  if (sessionId !== null)
    return await findSession(runtime, { sessionId, kind: "streamable" }, visit).handle(request, body);
  if (isInitializeRequest(body)) return await openStreamableSession(runtime, visit, { request, body });
  if (request.method === "POST") return await exchangeOnce(runtime, visit, { request, body });
  throw new AppError("invalid_input", { message: "Name the session in the header mcp-session-id" });
}

async function openLegacy(runtime: McpRuntime, visit: AgentVisit, { request }: McpCall): Promise<Response> {
  return await openLegacySession(runtime, visit, `${new URL(request.url).pathname}/messages`);
}

async function answerLegacy(runtime: McpRuntime, visit: AgentVisit, { request, body }: McpCall): Promise<Response> {
  const sessionId = new URL(request.url).searchParams.get("sessionId") ?? "";
  return await findSession(runtime, { sessionId, kind: "legacy" }, visit).handle(request, body);
}

/** Foreign, ended and unknown are the same: the client begins anew. */
function findSession(
  { sessions }: McpRuntime,
  { sessionId, kind }: { sessionId: string; kind: "streamable" | "legacy" },
  visit: AgentVisit,
) {
  const session = sessions.find(sessionId, kind, visit);
  if (!session) throw new AppError("not_found", { message: "Session not found" });
  return session;
}

function unauthenticated(c: Context, { settings }: Services, request: FailedRequest): Response {
  const message = "Sign in with your MCP client, or send an API key with the scope mcp as a bearer token";
  const how = { hasToken: bearerOf(c) !== null, isSse: c.req.path.endsWith("/sse") };
  const response = toErrorResponse(new AppError("unauthenticated", { message }), request);
  return withHeaders(response, { "www-authenticate": challengeAgent(settings, targetOf(c), how) });
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries({ "cache-control": "no-store, no-transform", ...headers })) {
    response.headers.set(name, value);
  }
  return response;
}
