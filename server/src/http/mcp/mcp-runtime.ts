import { randomUUID } from "node:crypto";

import type { Services } from "#server/http/request/request-ctx.ts";

import type { CreateAgentServer } from "./agent-connection.ts";
import type { EventLimits } from "./event-store.ts";
import { createSessionTable, type SessionLimits, type SessionTable } from "./session-table.ts";

export interface McpLimits {
  sessions: SessionLimits;
  events: EventLimits;
  streamsPerSession: number;
  /** What may wait for one slow reader. */
  maxWaitingBytes: number;
  /** Keeps quiet streams open through proxies and shows that a reader has left. */
  heartbeatMs: number;
  /** How long calls under way may take to finish when the server stops. */
  drainMs: number;
}

export const mcpLimits: McpLimits = {
  sessions: { perUser: 32, inAll: 1_000, idleMs: 30 * 60_000 },
  events: { maxBytes: 500_000, maxAgeMs: 5 * 60_000 },
  streamsPerSession: 32,
  maxWaitingBytes: 1_000_000,
  heartbeatMs: 15_000,
  drainMs: 5_000,
};

/** What all connections of agents in this process share. */
export interface McpRuntime {
  services: Services;
  createServer: CreateAgentServer;
  limits: McpLimits;
  sessions: SessionTable;
  newSessionId: () => string;
  /** Milliseconds. */
  now: () => number;
}

export function createMcpRuntime(parts: {
  services: Services;
  createServer: CreateAgentServer;
  limits: McpLimits;
}): McpRuntime {
  const now = () => parts.services.now().getTime();
  return { ...parts, now, newSessionId: randomUUID, sessions: createSessionTable(parts.limits.sessions, now) };
}
