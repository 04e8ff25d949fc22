import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { FirstFile, Retrieval } from "#server/engine/retrieval/passage.ts";
import { isTestSymbol } from "#server/engine/retrieval/relations.ts";
import { isAnyName, isNoNeighbour, saysNothingNear } from "#server/engine/retrieval/says-nothing-near.ts";
import { isSameFile } from "#server/engine/retrieval/search-first.ts";
import { focusedEntry, linesOf, shownPath, symbolEntry } from "#server/engine/statements/statements.ts";

/** A file that holds less than this share of the question is only found by chance. */
const leastCoverage = 0.2;
/** The same for its score beside that of the first file. */
const leastShare = 0.3;
const counted = 3;
const fewestWords = 2;
const maxLines = 12;

/**
 * One line for each of the files that the search ranks first, by the declaration in it that says most of the question;
 * without the files that an answer has shown already.
 */
export async function showFirstFiles(
  context: AnswerContext,
  retrieval: Retrieval,
  shown: readonly FileRef[],
): Promise<Statement[]> {
  const others = likelyFiles(retrieval).filter(
    (file) =>
      !saysNothingNear({ path: file.path, fileKind: file.hit.kind, name: "" }, "") &&
      isTelling(retrieval, file) &&
      !shown.some((one) => isSameFile(one, file)),
  );
  return await Promise.all(others.map((file) => showFile(context, retrieval, file)));
}

/** What declares only what every screen does is found by its words alone. */
function isTelling({ passages }: Retrieval, file: FirstFile): boolean {
  const { symbols } = file.hit;
  const isNamed = symbols.length === 0 || symbols.some(({ name }) => !isAnyName(name));
  return isNamed || passages.some((one) => isSameFile(one, file) && !isNoNeighbour(one, ""));
}

/** Those of the first files that are no chance matches. */
export function likelyFiles({ first }: Retrieval): FirstFile[] {
  return first
    .slice(0, counted)
    .filter(
      (file) =>
        file.share >= leastShare && (file.coverage === null ? saysEnough(file) : file.coverage >= leastCoverage),
    );
}

/** Of a file without declarations, such as a template, only the search knows what it says. */
function saysEnough({ hit }: FirstFile): boolean {
  const words = hit.reasons.flatMap(({ kind, evidence }) => (kind === "path" || kind === "text" ? evidence : []));
  return hit.kind === "source" && new Set(words.map((word) => word.toLowerCase())).size >= fewestWords;
}

async function showFile(context: AnswerContext, { passages }: Retrieval, file: FirstFile): Promise<Statement> {
  const own = passages.filter((one) => isSameFile(one, file) && !isNoNeighbour(one, ""));
  for (const { content, focus } of own)
    if (content.type === "symbol" && !isTestSymbol(content.symbol))
      return await focusedEntry(context, { ...file, symbol: content.symbol, focus });
  const symbol = file.hit.symbols.find(({ name }) => !isAnyName(name));
  if (symbol) return symbolEntry(context, { ...file, symbol });
  const [best] = own;
  return best?.content.type === "prose"
    ? {
        text: `- ${shownPath(context, file)}, “${best.content.prose.heading}”`,
        evidence: [linesOf(file, best.startLine, Math.min(best.endLine, best.startLine + maxLines))],
      }
    : fileEntry(context, file);
}

/** A file without declarations, by the lines that the search found in it. */
export function fileEntry(context: AnswerContext, file: FirstFile): Statement {
  const [range] = file.hit.ranges;
  const startLine = range?.startLine ?? 1;
  const endLine = Math.min(range?.endLine ?? startLine, startLine + maxLines);
  return { text: `- ${shownPath(context, file)}`, evidence: [linesOf(file, startLine, endLine)] };
}
