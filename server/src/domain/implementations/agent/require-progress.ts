import { AppError } from "@cairn/contract/errors";

import { listAnsweredCalls, type AnsweredCall, type Turn } from "./transcript.ts";

/** Replies in one run. */
const maxReplies = 200;
/** The same call with the same result, among the newest. */
const maxSame = 6;
const newest = 40;
const maxFailures = 12;
/** In a row, to a model that calls no tool. */
const maxNudges = 2;
const maxEmptyEnds = 3;

/** Throws `unprocessable` in plain words where the agent gets nowhere in this run. */
export function requireProgress(turns: readonly Turn[], attempt: number): void {
  const own = turns.filter((turn) => turn.attempt === attempt);
  const calls = listAnsweredCalls(turns).filter((call) => call.attempt === attempt);
  const problem = findEmptyEnd(calls) ?? findSilence(own) ?? findLoop(calls) ?? findFailures(calls) ?? findLength(own);
  if (problem !== null) throw new AppError("unprocessable", { message: problem });
}

/** How often the same call had the same result lately. */
export function countSame(calls: readonly AnsweredCall[], call: Pick<AnsweredCall, "name" | "input" | "text">): number {
  const key = keyOf(call);
  return calls.slice(-newest).filter((one) => keyOf(one) === key).length;
}

function findEmptyEnd(calls: readonly AnsweredCall[]): string | null {
  const ends = calls.filter(({ name, isFinished, isError }) => name === "finish" && !isFinished && !isError);
  if (ends.length < maxEmptyEnds) return null;
  const { summary } = (ends.at(-1)?.input ?? {}) as { summary?: string };
  return `The agent says that it is done, but it changed nothing: “${shown(summary ?? "")}”`;
}

function findSilence(turns: readonly Turn[]): string | null {
  const lastResult = turns.findLastIndex(({ message }) => message.role === "tool");
  const nudges = turns.slice(lastResult + 1).filter(({ reason }) => reason === "nudge").length;
  const reply = turns.at(-1)?.message;
  if (nudges < maxNudges || reply?.role !== "assistant") return null;
  const words = reply.content.map(({ type, text }) => (type === "text" ? (text ?? "") : "")).join(" ");
  return `The agent used no tool any more and did not say that it is done. Its last words: “${shown(words)}”`;
}

function findLoop(calls: readonly AnsweredCall[]): string | null {
  const last = calls.at(-1);
  if (last === undefined || countSame(calls, last) < maxSame) return null;
  return `The agent goes round in circles: it called ${last.name} with ${shown(JSON.stringify(last.input))} again and again, with the same result.`;
}

function findFailures(calls: readonly AnsweredCall[]): string | null {
  const recent = calls.slice(-maxFailures);
  if (recent.length < maxFailures || recent.some(({ isError }) => !isError)) return null;
  return `None of the agent's last ${maxFailures} calls worked. The last one, of ${recent.at(-1)?.name}: ${shown(recent.at(-1)?.text ?? "")}`;
}

function findLength(turns: readonly Turn[]): string | null {
  const replies = turns.filter(({ message }) => message.role === "assistant").length;
  return replies < maxReplies ? null : `The agent was not done after ${maxReplies} replies.`;
}

function keyOf({ name, input, text }: Pick<AnsweredCall, "name" | "input" | "text">): string {
  return JSON.stringify([name, input, text]);
}

function shown(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}
