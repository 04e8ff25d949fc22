import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";

import { z } from "zod";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openHistory } from "#server/domain/chat/history/open-history.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { Question } from "#server/engine/answer-context/answer-event.ts";
import { answerFromCode } from "#server/engine/answers/answer-from-code.ts";
import { clarify } from "#server/engine/answers/clarify.ts";
import type { CheckedEvidence, CodeReader } from "#server/engine/evidence/evidence.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

import { rounded, summariseTimes } from "./json-lines.ts";
import { onIndex } from "./on-index.ts";

const placeSchema = z.object({ path: z.string(), contains: z.string() });
const commitSchema = z.object({ commit: z.string(), subject: z.string() });
const questionSchema = z.object({
  question: z.string(),
  kind: z.string(),
  gold: z.array(z.union([placeSchema, commitSchema])),
  /** So many of `gold` are a full answer. */
  need: z.number(),
});
export type GoldQuestion = z.output<typeof questionSchema>;
type Gold = GoldQuestion["gold"][number];

/** A source that an answer cites, with its lines. */
export interface CitedLines {
  path: string;
  text: string;
}

interface JudgedAnswer extends GoldQuestion {
  repository: string;
  score: number;
  missed: Gold[];
  text: string;
  cited: readonly CheckedEvidence[];
  firstMs: number;
  wholeMs: number;
  /** The longest time the event loop was held at a stretch. */
  heldMs: number;
}

/** Sources beyond these do not count: an answer that cites everything holds everything. */
const countedSources = 12;
/** No repository of the product: the answer knows this one alone. */
const repositoryId = "00000000-0000-4000-8000-000000000000";

export interface AnswersWanted {
  directories: readonly string[];
  /** Null for the files next to this one that have the name of a repository. */
  questions: string | null;
  isJson: boolean;
  /** With every answer, and what it misses. */
  isVerbose: boolean;
}

/** Asks the built-in engine questions whose answers are known, and judges it by the lines it cites. */
export async function evaluateAnswers(wanted: AnswersWanted): Promise<string> {
  const judged: JudgedAnswer[] = [];
  for (const directory of wanted.directories) judged.push(...(await judgeRepository(directory, wanted.questions)));
  if (wanted.isJson) return judged.map((one) => JSON.stringify(one)).join("\n");
  return [...(wanted.isVerbose ? judged.map(report) : []), table(judged)].join("\n");
}

async function judgeRepository(directory: string, file: string | null): Promise<JudgedAnswer[]> {
  const { repository, questions } = await readQuestions(directory, file);
  const branch = await findDefaultBranch(directory);
  const commit = branch === null ? null : await resolveCommit(directory, branch);
  if (commit === null) throw new Error(`${directory} holds no commit`);
  return await onIndex({ directory, commit }, async (index) => {
    // As after a while of use.
    await index.warmLines();
    await ask({ repository, index, directory }, questions[0]?.question ?? "");
    const judged: JudgedAnswer[] = [];
    for (const one of questions) judged.push(await judge({ repository, index, directory }, one));
    return judged;
  });
}

const ownQuestions = new URL("questions/", import.meta.url);

/** `…/psf+requests/repo` and `…/requests.git` are asked the questions of `requests.jsonl`. */
async function readQuestions(directory: string, file: string | null) {
  const words = directory
    .split(path.sep)
    .slice(-3)
    .join(" ")
    .split(/[^\w-]+/)
    .toReversed();
  for (const location of file === null ? words.map((word) => new URL(`${word}.jsonl`, ownQuestions)) : [file]) {
    const content = await readFile(location, "utf8").catch(() => null);
    if (content === null) continue;
    const lines = content.split("\n").filter((line) => line.trim() !== "");
    const repository = path.basename(String(location), ".jsonl");
    return { repository, questions: lines.map((line) => questionSchema.parse(JSON.parse(line))) };
  }
  const known = (await readdir(ownQuestions))
    .map((name) => path.basename(name, ".jsonl"))
    .toSorted()
    .join(", ");
  throw new Error(`There are no questions for ${directory}, only for ${known}; name a file of them with --questions`);
}

export interface EvaluatedQuestion {
  repository: string;
  index: CodeIndex;
  directory: string;
}

/** What the built-in engine answers, with all sources in the order of first use and how long it took. */
export async function ask(
  { repository, index, directory }: EvaluatedQuestion,
  text: string,
  lens: Question["lens"] = "technical",
) {
  const { signal } = new AbortController();
  const files = () => index.files();
  const location = { repositoryId, directory, signal, commit: index.commit };
  const history = openHistory(location);
  const reader = { ...openCodeReader({ ...location, files }), at: history.at };
  const codebase = { repositoryId, name: repository, index, reader, history };
  const question: Question = { text, lens, earlier: [], selection: null, focus: null };
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  const startedAt = performance.now();
  let firstMs = 0;
  let answer = "";
  const cited: CheckedEvidence[] = [];
  // A question back is no answer to these.
  const back = clarify(question, [codebase]);
  for await (const event of back ? [] : answerFromCode(question, [codebase], signal)) {
    firstMs ||= performance.now() - startedAt;
    if (event.type === "text") answer += event.text;
    if (event.type === "source") cited.push(event.source);
  }
  const wholeMs = performance.now() - startedAt;
  // The delay is noticed when the loop comes round.
  await new Promise(setImmediate);
  held.disable();
  return { text: back?.why ?? answer, cited, firstMs, wholeMs, heldMs: held.max / 1e6, reader };
}

async function judge(requested: EvaluatedQuestion, one: GoldQuestion): Promise<JudgedAnswer> {
  const { reader, ...answer } = await ask(requested, one.question);
  const lines = await Promise.all(answer.cited.slice(0, countedSources).map((source) => readCited(reader, source)));
  return {
    ...one,
    repository: requested.repository,
    ...answer,
    ...scoreAnswer(one, { text: answer.text, cited: lines }),
  };
}

async function readCited(reader: CodeReader, source: CheckedEvidence): Promise<CitedLines> {
  const lines = (await reader.readLines(source.path)) ?? [];
  return { path: source.path, text: lines.slice(source.startLine - 1, source.endLine).join("\n") };
}

/** The share of what is needed that the answer holds, and what it does not hold. */
export function scoreAnswer(
  { kind, gold, need }: Pick<GoldQuestion, "kind" | "gold" | "need">,
  answer: { text: string; cited: readonly CitedLines[] },
): { score: number; missed: Gold[] } {
  if (kind === "unknown") return { score: saysItDoesNotKnow(answer.text) ? 1 : 0, missed: [] };
  const missed = gold.filter((one) => !holds(one, answer));
  return { score: Math.min(1, (gold.length - missed.length) / Math.max(1, need)), missed };
}

const shortCommit = 7;

function holds(gold: Gold, { text, cited }: { text: string; cited: readonly CitedLines[] }): boolean {
  if ("path" in gold) return cited.some((one) => one.path === gold.path && one.text.includes(gold.contains));
  return text.includes(gold.commit.slice(0, shortCommit)) || (gold.subject !== "" && text.includes(gold.subject));
}

/** At its beginning and without explaining something else instead: what comes closest may be listed. */
function saysItDoesNotKnow(text: string): boolean {
  const [opening = ""] = text.trimStart().split("\n");
  return (
    /^(?:Nothing in the indexed code|No (?:indexed )?(?:file|declaration)|Not found)/.test(opening) &&
    !/^```|^#{2}/m.test(text)
  );
}

function report({ repository, question, kind, score, text, missed, cited, wholeMs, heldMs }: JudgedAnswer): string {
  const sources = cited.map(({ path: at, startLine, endLine }, n) => `  [${n + 1}] ${at}:${startLine}-${endLine}`);
  return [
    `=== ${repository}, ${kind}: ${question}`,
    `    ${score.toFixed(2)}; ${rounded(wholeMs)} ms, loop held ${rounded(heldMs)} ms; ${text.split(/\s+/).length} words`,
    text,
    ...sources,
    ...missed.map((one) => `  MISSED ${JSON.stringify(one)}`),
    "",
  ].join("\n");
}

function table(judged: readonly JudgedAnswer[]): string {
  const line = (label: string, some: readonly JudgedAnswer[]) => {
    const points = some.reduce((sum, { score }) => sum + score, 0);
    return `${label.padEnd(28)} ${points.toFixed(2).padStart(6)} of ${some.length}`;
  };
  const groups = (keyOf: (one: JudgedAnswer) => string) =>
    [...Map.groupBy(judged, keyOf)].map(([key, some]) => line(key, some));
  const times = (valueOf: (one: JudgedAnswer) => number) => JSON.stringify(summariseTimes(judged.map(valueOf)));
  return [
    ...groups(({ repository }) => repository),
    "",
    ...groups(({ kind }) => kind),
    "",
    line("all", judged),
    `first event ms ${times(({ firstMs }) => firstMs)}, whole answer ms ${times(({ wholeMs }) => wholeMs)}, event loop held ms ${times(({ heldMs }) => heldMs)}`,
  ].join("\n");
}
