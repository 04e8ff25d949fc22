import { AppError } from "@cairn/contract/errors";

import { concerns, type AccessChange } from "#server/platform/db/listen-access-changes.ts";

import type { AgentVisit } from "./agent-connection.ts";

export interface SessionLimits {
  perUser: number;
  inAll: number;
  /** A session nobody used this long is over. */
  idleMs: number;
}

/** What rests on a right and ends with it. */
interface HeldOpen {
  /** As of the last request. */
  visit: AgentVisit;
  /** Cuts every stream and aborts every call. Never rejects. */
  end(): Promise<void>;
}

/** One client's connection, held by the process that made it. */
export interface McpSession extends HeldOpen {
  sessionId: string;
  kind: "streamable" | "legacy";
  /** By the clock of the table. */
  lastUsedAt: number;
  /** Answers and streams that are open now. */
  openStreams: number;
  /** Answers a request of the session; `body` is absent where the method has none. */
  handle(request: Request, body?: unknown): Promise<Response>;
  /** Tells the client that it has other tools now. Never rejects. */
  announceTools(): Promise<void>;
  /** Lets what is being answered finish, then ends. */
  drain(): Promise<void>;
}

export interface SessionTable {
  /** Throws when the server is full or stops. One session too many of a user ends that user's longest unused one. */
  add(session: McpSession): void;
  /** The session of exactly this agent at exactly this product; null for any other, as for none. */
  find(sessionId: string, kind: McpSession["kind"], visit: AgentVisit): McpSession | null;
  remove(sessionId: string): void;
  /** Something without a session that is to end with the right it rests on; returns how to let go of it. */
  hold(exchange: HeldOpen): () => void;
  /** Ends what nobody uses any more. */
  sweep(): void;
  /** Checks all sessions that a change of rights affects, ends those without the right and tells the others of other tools. Never rejects. */
  recheck(change: AccessChange, isAllowed: (visit: AgentVisit) => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

export function createSessionTable(limits: SessionLimits, now: () => number): SessionTable {
  const sessions = new Map<string, McpSession>();
  const exchanges = new Set<HeldOpen>();
  let isClosed = false;
  const end = async (session: McpSession): Promise<void> => {
    sessions.delete(session.sessionId);
    await session.end();
  };
  return {
    add(session) {
      if (isClosed) throw new AppError("unavailable", { message: "The server is stopping" });
      const { userId } = session.visit.agent;
      const own = [...sessions.values()].filter(({ visit }) => visit.agent.userId === userId);
      const isFull = own.length < limits.perUser && sessions.size >= limits.inAll;
      if (isFull) throw new AppError("unavailable", { message: "Too many agents are connected. Try again later." });
      const oldest = own.toSorted((a, b) => a.openStreams - b.openStreams || a.lastUsedAt - b.lastUsedAt)[0];
      if (oldest && own.length >= limits.perUser) void end(oldest);
      sessions.set(session.sessionId, session);
    },
    find(sessionId, kind, visit) {
      const session = sessions.get(sessionId);
      if (session?.kind !== kind || !isSameVisit(session.visit, visit)) return null;
      session.visit = visit;
      session.lastUsedAt = now();
      return session;
    },
    remove: (sessionId) => void sessions.delete(sessionId),
    hold(exchange) {
      exchanges.add(exchange);
      return () => void exchanges.delete(exchange);
    },
    sweep() {
      const idleSince = now() - limits.idleMs;
      for (const session of sessions.values()) {
        if (session.openStreams === 0 && session.lastUsedAt < idleSince) void end(session);
      }
    },
    async recheck(change, isAllowed) {
      const affected = (held: HeldOpen): boolean => concerns(change, holderOf(held.visit));
      const isOver = async ({ visit }: HeldOpen): Promise<boolean> => !(await isAllowed(visit).catch(() => false));
      await Promise.all([
        ...[...sessions.values()].filter(affected).map(async (one) => {
          if (await isOver(one)) await end(one);
          // After a lost line nobody knows what was switched meanwhile.
          else if (change.isAboutTools || change.all) await one.announceTools();
        }),
        ...[...exchanges].filter(affected).map(async (one) => ((await isOver(one)) ? one.end() : undefined)),
      ]);
    },
    async close() {
      isClosed = true;
      await Promise.all([...sessions.values()].map((session) => session.drain()));
      sessions.clear();
    },
  };
}

function isSameVisit(held: AgentVisit, visit: AgentVisit): boolean {
  return (
    held.agent.userId === visit.agent.userId &&
    held.credential === visit.credential &&
    held.scope.organizationId === visit.scope.organizationId &&
    held.scope.projectId === visit.scope.projectId
  );
}

function holderOf({ agent, scope }: AgentVisit) {
  const { userId, grantId } = agent;
  return { userId, ...(grantId === null ? {} : { grantId }), projects: [scope] };
}
