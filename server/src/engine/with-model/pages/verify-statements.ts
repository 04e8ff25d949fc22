import { readFileSync } from "node:fs";

import { z } from "zod";

import type { CheckedEvidence, CodeReaders } from "#server/engine/evidence/evidence.ts";
import { hideSecrets } from "#server/engine/text/hide-secrets.ts";
import { lengthOfLines } from "#server/engine/with-model/look-up/read-passage.ts";
import { parseJson } from "#server/platform/models/parse-json.ts";

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

const system = readFileSync(new URL("./prompts/verify.md", import.meta.url), "utf8").trim();
/** Of the lines of one request, in characters. */
const maxLines = 24_000;
const maxSourceLines = 60;
const maxWhy = 300;

const shape = z.object({
  problems: z.array(
    z.object({ claim: z.number().int(), verdict: z.enum(["unsupported", "contradicted"]), why: z.string().default("") }),
  ),
}); // prettier-ignore

/**
 * Has each statement compared with the lines that it cites. Answers those that the lines do not prove; null where no
 * usable verdict came of any of them.
 */
export async function verifyStatements(
  claims: readonly ClaimedStatement[],
  { readers, ask }: { readers: CodeReaders; ask: AskJudge },
): Promise<RefusedStatement[] | null> {
  const refused: RefusedStatement[] = [];
  for (const batch of await batchesOf(claims, readers)) {
    const answer = await ask({ system, content: batch.text, json: shape });
    const judged = answer === null ? null : parseJson(answer, shape);
    if (judged === null) return null;
    for (const { claim, verdict, why } of judged.problems) {
      const found = batch.claims[claim - 1];
      if (found) refused.push({ statement: found.statement, verdict, why: why.slice(0, maxWhy) });
    }
  }
  return refused;
}

interface ClaimBatch {
  claims: ClaimedStatement[];
  text: string;
}

async function batchesOf(claims: readonly ClaimedStatement[], readers: CodeReaders): Promise<ClaimBatch[]> {
  const batches: { claims: ClaimedStatement[]; sources: Map<string, string>; length: number }[] = [];
  for (const claim of claims) {
    const lines = await Promise.all(
      claim.sources.map(async (one) => [keyOf(one), await linesOf(one, readers)] as const),
    );
    const last = batches.at(-1);
    const added = lines.filter(([key]) => !last?.sources.has(key)).reduce((sum, [, text]) => sum + text.length, 0);
    const isFitting = last !== undefined && last.length + added <= maxLines;
    const batch = isFitting ? last : { claims: [], sources: new Map<string, string>(), length: 0 };
    if (!isFitting) batches.push(batch);
    batch.claims.push(claim);
    for (const [key, text] of lines) batch.sources.set(key, text);
    batch.length += isFitting ? added : lines.reduce((sum, [, text]) => sum + text.length, 0);
  }
  return batches.map((batch) => ({ claims: batch.claims, text: compose(batch) }));
}

const keyOf = ({ repositoryId, path, startLine, endLine }: CheckedEvidence) =>
  `${repositoryId} ${path}:${startLine}-${endLine}`;

function compose({ claims, sources }: { claims: readonly ClaimedStatement[]; sources: ReadonlyMap<string, string> }) {
  const letters = new Map([...sources.keys()].map((key, at) => [key, `L${at + 1}`]));
  const shown = claims.map(({ statement, sources: cited }, at) => {
    const plain = statement.text.replaceAll(/ ?\[\d{1,4}\]/g, "");
    return `${at + 1}. ${plain.replaceAll(/\s+/g, " ")}\n   cites ${cited.map((one) => letters.get(keyOf(one))).join(", ")}`;
  });
  const lines = [...sources].map(([key, text]) => `${letters.get(key)} ${text}`);
  return `<claims>\n${inside(shown.join("\n"))}\n</claims>\n\n<lines>\n${inside(lines.join("\n\n"))}\n</lines>`;
}

const inside = (text: string) => text.replaceAll(/<(?=\/?\s*(?:claims|lines)\b)/gi, "‹");

async function linesOf({ repositoryId, path, startLine, endLine }: CheckedEvidence, readers: CodeReaders) {
  const lines = (await readers.get(repositoryId)?.readLines(path)) ?? [];
  const shown = lines.slice(startLine - 1, Math.min(endLine, startLine - 1 + maxSourceLines));
  const text = shown.map((line) => line.slice(0, lengthOfLines(path))).join("\n");
  return `${path} lines ${startLine}-${endLine}\n${hideSecrets(text)}`;
}
