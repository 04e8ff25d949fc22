import type { ImplementationStep, RunLogEntry } from "@cairn/contract/implementations";

import { createProgress } from "#server/domain/implementations/checks/report-progress.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { appendOperations, lockRun, showProgress } from "#server/domain/implementations/store/runs.store.ts";
import type { AgentEvent } from "#server/platform/agent-protocol/agent-event.ts";

import { createNarrator } from "./create-narrator.ts";

type LogEntry = Pick<RunLogEntry, "step" | "kind" | "text">;

export interface AgentLog {
  take(event: AgentEvent): void;
  /** It asked for leave and has it. */
  asked(what: string): void;
  note(text: string): void;
  problem(text: string): void;
  /** What it said last; empty before it said anything. */
  lastSaid(): string;
  /** Writes down what waits. Throws LeaseLost. */
  flush(): Promise<void>;
  /** Nothing is written any more after this. */
  end(): Promise<void>;
}

const maxEntries = 3_000;
const keptCharacters = 8_000;
const writeMs = 1_000;

/** Turns what an agent tells into the log of its run, and shows what it does at the moment. */
export function createAgentLog(
  { ctx, lease }: Pick<PhaseWork, "ctx" | "lease">,
  { name, step }: { name: string; step: ImplementationStep },
): AgentLog {
  const waiting: LogEntry[] = [];
  let count = 0;
  let shown = "";
  const add = (kind: RunLogEntry["kind"], text: string) => {
    count += 1;
    if (count < maxEntries) waiting.push({ step, kind, text });
    else if (count === maxEntries) waiting.push({ step, kind: "problem", text: "It told more than is kept here." });
  };
  const progress = createProgress((lines) =>
    showProgress(ctx.db, lease, { title: `${name} writes the change`, command: narrator.tool(), lines }),
  );
  const show = (text: string) => {
    shown = `${shown}${text}`.slice(-keptCharacters);
    progress.show(() => shown);
  };
  const narrator = createNarrator(name, { add, show });
  const flush = async () => {
    if (waiting.length === 0) return;
    const entries = waiting.splice(0);
    try {
      await ctx.db.transaction(async (tx) => {
        await lockRun(tx, lease);
        await appendOperations(tx, lease, entries, ctx.now());
      });
    } catch (error) {
      waiting.unshift(...entries);
      throw error;
    }
  };
  const writer = writeRegularly(flush);
  return {
    take: (event) => narrator.take(event),
    asked(what) {
      narrator.endSaying();
      add("note", `Asked for leave, which it has behind the walls: ${what || "to go on"}`);
    },
    note: (text) => add("note", text),
    problem: (text) => add("problem", text),
    lastSaid: () => narrator.lastSaid(),
    async flush() {
      narrator.endSaying();
      await writer.now();
    },
    async end() {
      narrator.endSaying();
      await progress.end();
      await writer.end();
    },
  };
}

/** Calls it again and again, never twice at once. A failure is told by the next `now`, or by whatever else writes then. */
function writeRegularly(write: () => Promise<void>) {
  let under: Promise<void> = Promise.resolve();
  const next = () => {
    under = under.catch(() => undefined).then(write);
    return under;
  };
  const timer = setInterval(() => void next().catch(() => undefined), writeMs).unref();
  return {
    now: next,
    async end(): Promise<void> {
      clearInterval(timer);
      await next().catch(() => undefined);
    },
  };
}
