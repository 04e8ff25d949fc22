import type { Server } from "@modelcontextprotocol/sdk/server/index.js";

import type { Ctx } from "#server/ctx.ts";
import type { Agent } from "#server/domain/agents/authenticate-agent.ts";
import type { ToolScope } from "#server/edge.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";

/** One agent at one product: what a session is bound to, and what a single request without one is made for. */
export interface AgentVisit {
  /** Found out anew for each request: a session id is no proof of anything. */
  agent: Agent;
  /**
   * Identifies the credential: the sign-in's grant, or the hash of a key. A session belongs to the credential that
   * began it.
   */
  credential: string;
  /** The bearer token, checked again when rights change; null only where none is needed. */
  bearer: string | null;
  /** The ids, also where the address has slugs. */
  scope: ToolScope;
}

/** What a protocol server may know of the agent it serves. */
export interface AgentConnection {
  scope: ToolScope;
  /** For one request of the agent; `signal` is aborted when it is cancelled or the connection is over. */
  openCtx: (signal: AbortSignal) => Ctx;
}

/** Makes the protocol server of one connection; no two connections ever share one. */
export type CreateAgentServer = (connection: AgentConnection) => Server;

export function connectionOf(services: Services, { agent, credential, scope }: AgentVisit): AgentConnection {
  const actor = { kind: "agent", userId: agent.userId, credential } as const;
  return { scope, openCtx: (signal) => createCtx(services, { actor, requestId: services.newId(), signal }) };
}
