import { readFileSync } from "node:fs";

import { z } from "zod";

import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { parseJson } from "#server/platform/models/parse-json.ts";

import { namesIn, openCitedFile, type CitedFile, type SeenLines } from "./cited-files.ts";
import { withoutCitations } from "./outside-code.ts";
import type { CitedStatement } from "./page-statements.ts";

/** A statement with the sources that it cites. */
export interface ClaimedStatement {
  statement: CitedStatement;
  sources: readonly CheckedEvidence[];
}

/** A statement that its lines do not prove. */
export interface RefusedStatement {
  statement: CitedStatement;
  verdict: "unsupported" | "contradicted";
  why: string;
}

/** Asks the model with these words; the whole text that it answers, or null where it answers nothing of use. */
type AskJudge = (request: { system: string; content: string; json: z.ZodType }) => Promise<string | null>;

interface StatementComparison {
  repositories: ReadonlyMap<string, PageRepository>;
  ask: AskJudge;
  /** Of the lines of one request, in characters. */
  maxLines: number;
}

const system = readFileSync(new URL("./prompts/verify.md", import.meta.url), "utf8").trim();
const maxWhy = 300;

const shape = z.object({
  problems: z.array(
    z.object({ claim: z.number().int(), verdict: z.enum(["unsupported", "contradicted"]), why: z.string().default("") }),
  ),
}); // prettier-ignore

/**
 * Has each statement compared with the lines that it cites, which are shown in the place where they stand: with the lines
 * around them, the head of the declaration they are in, and where the file says more of what the statement names. Answers
 * those that the lines do not prove; null where no usable verdict came of any of them.
 */
export async function verifyStatements(
  claims: readonly ClaimedStatement[],
  { repositories, ask, maxLines }: StatementComparison,
): Promise<RefusedStatement[] | null> {
  const batches = await batchesOf(claims, { repositories, maxLines });
  const judged = await Promise.all(batches.map((batch) => judge(batch, ask)));
  return judged.some((one) => one === null) ? null : judged.flatMap((one) => one ?? []);
}

async function judge(batch: ClaimBatch, ask: AskJudge): Promise<RefusedStatement[] | null> {
  const answer = await ask({ system, content: compose(batch), json: shape });
  const judged = answer === null ? null : parseJson(answer, shape);
  if (judged === null) return null;
  return judged.problems.flatMap(({ claim, verdict, why }) => {
    const found = batch.claims[claim - 1];
    return found ? [{ statement: found.statement, verdict, why: why.slice(0, maxWhy) }] : [];
  });
}

/** Claims that are compared together, with the lines of each file that they are shown. */
interface ClaimBatch {
  claims: ClaimedStatement[];
  files: Map<string, { file: CitedFile; shown: Set<number>; cited: Set<number> }>;
  length: number;
}

const fileKey = ({ repositoryId, path }: CheckedEvidence) => `${repositoryId} ${path}`;

async function batchesOf(
  claims: readonly ClaimedStatement[],
  { repositories, maxLines }: Pick<StatementComparison, "repositories" | "maxLines">,
): Promise<ClaimBatch[]> {
  const opened = new Map<string, CitedFile>();
  const batches: ClaimBatch[] = [];
  for (const claim of claims) {
    const names = namesIn(claim.statement.text);
    const seen = new Map<string, { file: CitedFile; lines: SeenLines }>();
    for (const [key, ranges] of Map.groupBy(claim.sources, fileKey)) {
      const repository = repositories.get(ranges[0]?.repositoryId ?? "");
      const path = ranges[0]?.path;
      if (repository === undefined || path === undefined) continue;
      const file = opened.get(key) ?? (await openCitedFile(repository, path));
      opened.set(key, file);
      seen.set(key, { file, lines: file.linesFor(ranges, { names, sources: claim.sources.length }) });
    }
    const last = batches.at(-1);
    const isFitting = last !== undefined && last.length + lengthBeside(seen, last) <= maxLines;
    const batch = isFitting ? last : { claims: [], files: new Map(), length: 0 };
    if (!isFitting) batches.push(batch);
    take(batch, claim, seen);
  }
  return batches;
}

/** Of what a batch does not show yet. */
function lengthBeside(seen: ReadonlyMap<string, { file: CitedFile; lines: SeenLines }>, { files }: ClaimBatch): number {
  return [...seen].reduce((sum, [key, { file, lines }]) => {
    const held = files.get(key)?.shown;
    return sum + [...lines.shown].reduce((of, line) => of + (held?.has(line) ? 0 : file.lengthOf(line)), 0);
  }, 0);
}

function take(
  batch: ClaimBatch,
  claim: ClaimedStatement,
  seen: ReadonlyMap<string, { file: CitedFile; lines: SeenLines }>,
): void {
  batch.length += lengthBeside(seen, batch);
  batch.claims.push(claim);
  for (const [key, { file, lines }] of seen) {
    const held = batch.files.get(key) ?? { file, shown: new Set<number>(), cited: new Set<number>() };
    for (const line of lines.shown) held.shown.add(line);
    for (const line of lines.cited) held.cited.add(line);
    batch.files.set(key, held);
  }
}

function compose({ claims, files }: ClaimBatch): string {
  const letters = new Map([...files.keys()].map((key, at) => [key, `F${at + 1}`]));
  const shown = claims.map(({ statement, sources }, at) => {
    const cited = sources.map((one) => `${letters.get(fileKey(one)) ?? one.path}:${one.startLine}-${one.endLine}`);
    const under = statement.under === "" ? "" : `\n   under: ${onOneLine(statement.under)}`;
    return `${at + 1}. ${onOneLine(statement.text)}${under}\n   cites ${[...new Set(cited)].join(", ")}`;
  });
  const lines = [...files].map(([key, held]) => `${letters.get(key)} ${held.file.path}\n${held.file.show(held)}`);
  return `<claims>\n${inside(shown.join("\n"))}\n</claims>\n\n<lines>\n${inside(lines.join("\n\n"))}\n</lines>`;
}

const onOneLine = (text: string) => withoutCitations(text).replaceAll(/\s+/g, " ");
const inside = (text: string) => text.replaceAll(/<(?=\/?\s*(?:claims|lines)\b)/gi, "‹");
