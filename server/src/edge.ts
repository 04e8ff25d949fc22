import type { Endpoint, InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { Action } from "@cairn/contract/roles";
import type { z, ZodType } from "zod";

import type { Ctx } from "./ctx.ts";
import type { ToolPassage } from "./engine/evidence/tool-passage.ts";
import type { DomainEvents, EventName } from "./events.ts";
import type { Db } from "./platform/db/open-db.ts";

/** One line of a room's `*.routes.ts`: a call of the contract and the operation that answers it. */
export interface Route {
  endpoint: Endpoint;
  run(ctx: Ctx, input: unknown): Promise<unknown>;
}

export function defineRoute<E extends Endpoint>(
  endpoint: E,
  run: (ctx: Ctx, input: InputOf<E>) => Promise<ResultOf<E>>,
): Route {
  return { endpoint, run: (ctx, input) => run(ctx, input as InputOf<E>) };
}

/** A file of a request while it arrives. Reading it rejects when it is too large or ends too early. */
export interface IncomingFile {
  /** As the sender calls it; never part of a path. */
  name: string;
  /** What it can be at most, as the request says it or as the limit is. */
  maxBytes: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** One after the other: the next file arrives when this one was read. */
export type IncomingFiles = AsyncIterable<IncomingFile>;

/** A call that `takesFiles`. Nothing of them was read yet when it runs. */
export function defineFilesRoute<E extends Endpoint>(
  endpoint: E,
  run: (ctx: Ctx, input: InputOf<E> & { files: IncomingFiles }) => Promise<ResultOf<E>>,
): Route {
  return { endpoint, run: (ctx, input) => run(ctx, input as InputOf<E> & { files: IncomingFiles }) };
}

/** Ids only. With an organization the job acts as its system, otherwise as nobody. */
type JobPayload = { organizationId: string } | { organizationId?: never; [name: string]: string | undefined };

/** One kind of durable work. Payloads carry ids; a job is idempotent and honours `ctx.signal`. */
export interface Job {
  name: string;
  payload: ZodType<JobPayload>;
  concurrency: number;
  retryLimit: number;
  retryDelayS?: number;
  run(ctx: Ctx, payload: unknown, attempt: { isLastTry: boolean }): Promise<void>;
}

export function defineJob<P extends ZodType<JobPayload>>(job: {
  name: string;
  payload: P;
  concurrency: number;
  retryLimit: number;
  /** Before the second try; doubled with every further one. Two seconds unless said. */
  retryDelayS?: number;
  run: (ctx: Ctx, payload: z.output<P>, attempt: { isLastTry: boolean }) => Promise<void>;
}): Job {
  return { ...job, run: (ctx, payload, attempt) => job.run(ctx, payload as z.output<P>, attempt) };
}

/**
 * What a room does about another room's event, within the transaction `db` of whoever publishes it: both happen or
 * neither does. It acts as whoever acts there, who waits for it; what takes time is a job that it puts in line.
 */
type RunListener<N extends EventName> = (ctx: ListenerCtx, db: Db, payload: DomainEvents[N]) => Promise<void>;
export type ListenerCtx = Pick<Ctx, "enqueue" | "now">;

export interface EventListener {
  event: EventName;
  run: RunListener<EventName>;
}

export function onEvent<N extends EventName>(event: N, run: RunListener<N>): EventListener {
  return { event, run: (ctx, db, payload) => run(ctx, db, payload as DomainEvents[N]) };
}

/** What a tool changes. Only outside agents get such tools, and only where the product allows the action. */
export interface ToolWriting {
  action: Action;
  /** The same call once more changes nothing more; else a repeated call is answered as it was the first time. */
  isRepeatable: boolean;
}

/** What a chat's model or an outside agent may do: one definition, two adapters. */
export interface Tool {
  name: string;
  /** What the agent reads; never holds text of a tenant. */
  description: string;
  input: ZodType;
  /** What the person reads while it runs: "Searching", "Reading". */
  verb: string;
  /** Absent for a tool that only reads. */
  writes?: ToolWriting;
  run(ctx: Ctx, scope: ToolScope, input: unknown): Promise<ToolResult>;
}

/** The one organization and project a tool may see. */
export interface ToolScope {
  organizationId: string;
  projectId: string;
}

export interface ToolResult {
  /** Markdown for the agent; content of the tenant is data, never instruction. */
  text: string;
  /** The same as data. */
  data: Record<string, unknown>;
  /** The lines of code in `text` one by one, for a reader who numbers them and knows already where they come from. */
  lines?: ToolLines;
  /** What a look-up that looked at everything did not find: “ldap” in 214 files. Absent where something was found, or not all looked at. */
  absent?: string;
}

interface ToolLines {
  passages: readonly ToolPassage[];
  /** What is said beside the lines; empty where they are all. */
  note: string;
}

export function defineTool<I extends ZodType>(tool: {
  name: string;
  description: string;
  verb: string;
  writes?: ToolWriting;
  input: I;
  run: (ctx: Ctx, scope: ToolScope, input: z.output<I>) => Promise<ToolResult>;
}): Tool {
  return { ...tool, run: (ctx, scope, input) => tool.run(ctx, scope, input as z.output<I>) };
}
