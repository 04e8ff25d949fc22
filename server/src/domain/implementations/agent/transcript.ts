import type { ImplementationStep, RunLogEntry } from "@cairn/contract/implementations";

import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { appendOperations, lockRun, updateRun } from "#server/domain/implementations/store/runs.store.ts";
import { insertTurn, listTurns, type NewTurn, type TurnRow } from "#server/domain/implementations/store/turns.store.ts";
import type { TurnMessage, TurnReply } from "#server/platform/models/model-port.ts";

export type Turn = Pick<TurnRow, "attempt" | "reason" | "message" | "commitOid">;

/** A call of a tool. */
export type AgentCall = TurnReply["calls"][number];

/** A call with what came of it. */
export interface AnsweredCall extends AgentCall {
  attempt: number;
  text: string;
  isError: boolean;
  isFinished: boolean;
}

/** All that was said, as the database has it. */
export async function loadTurns({ ctx, lease }: Pick<PhaseWork, "ctx" | "lease">): Promise<Turn[]> {
  return await listTurns(ctx.db, lease);
}

/**
 * Keeps what was said with what the log tells of it, in one transaction, and answers it. What was edited by then is shown as the
 * change so far, but for a revision: reviewers see what they saw until that is written. Throws LeaseLost.
 */
export async function keepTurn(
  { ctx, lease, row }: Pick<PhaseWork, "ctx" | "lease" | "row">,
  step: ImplementationStep,
  { log, ...said }: Omit<NewTurn, "attempt" | "createdAt"> & { log: readonly Pick<RunLogEntry, "kind" | "text">[] },
): Promise<Turn> {
  const turn = { ...said, attempt: row.attempt };
  await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, lease);
    await insertTurn(tx, lease, { ...turn, createdAt: ctx.now() });
    const { commitOid: headOid } = turn;
    const isEdited = headOid !== run.baseOid && headOid !== run.headOid;
    if (isEdited && !run.isPublished) await updateRun(tx, lease.implementationId, { headOid });
    await appendOperations(
      tx,
      lease,
      log.map((line) => ({ ...line, step })),
      ctx.now(),
    );
  });
  return turn;
}

/** Calls of the newest reply that have no result yet, in order. Whatever the server said after it ends them. */
export function listOpenCalls(turns: readonly Turn[]): AgentCall[] {
  const last = turns.findLastIndex(({ message }) => message.role === "assistant");
  const reply = turns[last]?.message;
  const after = turns.slice(last + 1);
  if (reply?.role !== "assistant" || after.some(({ reason }) => reason !== null)) return [];
  return callsOf(reply).slice(after.length);
}

/** All calls that have a result. */
export function listAnsweredCalls(turns: readonly Turn[]): AnsweredCall[] {
  const answered: AnsweredCall[] = [];
  let calls: AgentCall[] = [];
  for (const { message, reason, attempt } of turns) {
    if (message.role === "assistant") calls = callsOf(message);
    if (message.role !== "tool") continue;
    const call = calls.find(({ callId }) => callId === message.callId);
    if (call === undefined) continue;
    answered.push({
      ...call,
      attempt,
      text: message.text,
      isError: message.isError,
      isFinished: reason === "finished",
    });
  }
  return answered;
}

/** What the model said at the end of its work; null while it has not ended it. */
export function finishedWith(turns: readonly Turn[]): string | null {
  const last = turns.at(-1);
  return last?.reason === "finished" && last.message.role === "tool" ? last.message.text : null;
}

/** What was said, as the model is told it: each call has a result, also those that were never run. */
export function toMessages(turns: readonly Turn[]): TurnMessage[] {
  const messages: TurnMessage[] = [];
  let waiting: AgentCall[] = [];
  const close = () => {
    const text = "It was not run.";
    messages.push(...waiting.map(({ callId, name }) => ({ role: "tool" as const, callId, name, text, isError: true })));
    waiting = [];
  };
  for (const { message } of turns) {
    if (message.role === "tool") waiting = waiting.filter(({ callId }) => callId !== message.callId);
    else close();
    if (message.role === "assistant") waiting = callsOf(message);
    messages.push(message);
  }
  close();
  return messages;
}

function callsOf({ content, unreadable }: Extract<TurnMessage, { role: "assistant" }>): AgentCall[] {
  return content
    .filter(({ type }) => type === "tool-call")
    .map(({ toolCallId: callId = "", toolName, input }) => ({
      callId,
      name: String(toolName),
      input: unreadable.includes(callId) ? null : input,
    }));
}
