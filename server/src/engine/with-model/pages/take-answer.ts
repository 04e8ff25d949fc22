import { AppError } from "@cairn/contract/errors";

import type { SectionText } from "#server/engine/sections/section-text.ts";
import type { ModelRequest } from "#server/platform/models/model-port.ts";

import { askForText, type TextAnswer } from "./ask-for-text.ts";
import { judgeDiagram } from "./judge-diagram.ts";
import { judgeText, type JudgedText } from "./judge-text.ts";
import type { OpenSection, PageWriting } from "./open-writing.ts";
import { withoutCitations } from "./outside-code.ts";
import { statementsOf, withoutStatements } from "./page-statements.ts";
import { splitSections } from "./split-sections.ts";
import { verifyStatements, type ClaimedStatement, type RefusedStatement } from "./verify-statements.ts";

const maxLostShown = 8;
/** The share of a section's statements that may be lost without a word. */
const littleLost = 0.2;
/** A list or table of so many entries is one that has to be whole: what lacks a condition is corrected in place of left out. */
const leastOfWholeList = 5;
const maxVerdictTokens = 2_000;

/** Judges what came of each section, has it compared with its lines, and says what is wrong with it. */
export async function takeAnswer(
  writing: PageWriting,
  open: readonly OpenSection[],
  { answer, isLast }: { answer: TextAnswer; isLast: boolean },
): Promise<void> {
  const numbers = open.map(({ number }) => number);
  const found = splitSections(answer.text, { wanted: numbers, isCut: answer.problem !== null });
  const candidates: { section: OpenSection; text: SectionText }[] = [];
  for (const section of open) {
    const raw = found.get(section.number);
    section.complaints = [];
    section.raw = raw ?? "";
    // What the code holds nothing about is the built-in engine's matter.
    if (raw === "") continue;
    const judged = raw === undefined ? missing(answer) : await judge(raw, section, writing);
    if (judged.ok) candidates.push({ section, text: judged.text });
    section.complaints.push(...(judged.ok ? judged.lost.slice(0, maxLostShown).map(tellLost) : [judged.problem]));
  }
  const refused = await compareWithLines(candidates, writing).catch((error: unknown) => {
    writing.failure = keptFailure(error, writing, candidates.length > 0);
    return null;
  });
  for (const { section, text } of candidates) {
    const own = refused?.filter(({ at }) => at === section.number) ?? [];
    if (!isLast) writing.unproven += own.length;
    section.complaints.push(...own.map(tellRefused));
    const proven = refused === null ? withoutSummary(text, section) : without(text, own, section);
    if (proven !== null && !isPoorer(proven, section)) section.text = proven;
    const isLittle = proven !== null && isLittleLost(section, { written: text, proven, refused: own });
    section.isListRepair = isLittle && own.some(isEntryOfWhole);
    if (isLittle && !section.isListRepair) section.complaints = [];
    if (isLast || isLittle) writing.leftOut += own.length;
  }
}

/** Little that is left out costs less than writing it all again, unless it was what answers the request. */
function isLittleLost(
  { complaints }: OpenSection,
  { written, proven, refused }: { written: SectionText; proven: SectionText; refused: readonly RefusedStatement[] },
): boolean {
  const statements = statementsOf(written.content);
  const lost = Math.max(complaints.length, statements.length - statementsOf(proven.content).length);
  const isFirst = refused.some(({ statement }) => statement.text === statements[0]?.text);
  return !isFirst && lost <= statements.length * littleLost;
}

/** An entry of a long list that only lacks a proof of some of it; what its lines contradict has no place there. */
function isEntryOfWhole({ statement, verdict }: RefusedStatement): boolean {
  return verdict === "unsupported" && statement.entries >= leastOfWholeList;
}

/** Whether what was written once more for the sake of some entries has less than it had without them. */
function isPoorer(proven: SectionText, { isListRepair, text }: OpenSection): boolean {
  return isListRepair && text !== null && statementsOf(proven.content).length < statementsOf(text.content).length;
}

function missing({ problem }: TextAnswer): JudgedText {
  return { ok: false, problem: problem ?? "The section is missing from the answer." };
}

async function judge(raw: string, { request, drafted }: OpenSection, writing: PageWriting): Promise<JudgedText> {
  const { passages } = writing.state;
  const material = { builtIn: drafted.builtIn, text: passages.text, sources: passages.sources };
  if (request.output === "mermaid") return await judgeDiagram(raw, material, { request, signal: writing.signal });
  return judgeText(raw, material, { title: request.title, hasSummary: true });
}

/** Null where no verdict came. */
async function compareWithLines(
  candidates: readonly { section: OpenSection; text: SectionText }[],
  writing: PageWriting,
): Promise<(RefusedStatement & { at: number })[] | null> {
  const claims = candidates.flatMap(({ section, text }) => {
    if (section.request.output === "mermaid") return [];
    return statementsOf(text.content).map((statement) => {
      const cited = statement.numbers.flatMap((number) => text.sources[number - 1] ?? []);
      return { at: section.number, statement, sources: cited.length > 0 ? cited : text.sources };
    });
  });
  const open = claims.filter((claim) => !writing.verdicts.has(keyOf(claim)));
  const ask = async (request: { system: string; content: string; json: ModelRequest["json"] }) => {
    const { system, content, json } = request;
    const messages = [{ role: "user" as const, content }];
    const limits = { maxSteps: 1, maxOutputTokens: maxVerdictTokens };
    const answer = await askForText(writing, { system, messages, tools: [], ...limits, ...(json && { json }) });
    return answer.problem === null ? answer.text : null;
  };
  const refused =
    open.length === 0
      ? []
      : await verifyStatements(open, {
          repositories: writing.repositories,
          ask,
          maxLines: writing.proofRoom,
        });
  if (refused === null) return null;
  for (const claim of open) {
    writing.verdicts.set(keyOf(claim), refused.find(({ statement }) => statement === claim.statement) ?? null);
  }
  return claims.flatMap((claim) => {
    const known = writing.verdicts.get(keyOf(claim));
    return known ? [{ ...known, statement: claim.statement, at: claim.at }] : [];
  });
}

/** A statement with its lines, whatever their numbers are in this text. */
function keyOf({ statement, sources }: ClaimedStatement): string {
  const lines = sources.map(
    ({ repositoryId, path, startLine, endLine }) => `${repositoryId} ${path}:${startLine}-${endLine}`,
  );
  return [withoutNumbers(statement.text), ...lines.toSorted()].join("\n");
}

/** The text without statements that nothing proves; null where nothing is left. */
function without(text: SectionText, refused: readonly RefusedStatement[], { request, drafted }: OpenSection) {
  if (refused.length === 0) return text;
  const content = withoutStatements(text.content, refused.map(({ statement }) => statement)); // prettier-ignore
  const material = { builtIn: drafted.builtIn, text: text.content, sources: text.sources };
  const judged = judgeText(content, material, { title: request.title, hasSummary: true });
  return judged.ok ? { ...judged.text, dropped: text.dropped + refused.length } : null;
}

/** A first paragraph without a number stays only where somebody compared it with what follows. */
function withoutSummary(text: SectionText, { request, drafted }: OpenSection): SectionText | null {
  if (request.output === "mermaid") return text;
  const material = { builtIn: drafted.builtIn, text: text.content, sources: text.sources };
  const judged = judgeText(text.content, material, { title: request.title });
  return judged.ok ? { ...judged.text, dropped: text.dropped + judged.text.dropped } : null;
}

const withoutNumbers = (text: string) => withoutCitations(text).replaceAll(/\s+/g, " ").trim();

function tellLost(lost: string): string {
  return `Left out, because it bears no number of shown lines or names what does not stand in them: “${withoutNumbers(lost).slice(0, 240)}”`;
}

function tellRefused({ statement, verdict, why }: RefusedStatement): string {
  return `${verdict === "contradicted" ? "Contradicted" : "Not proven"} by the lines it cites: “${withoutNumbers(statement.text).slice(0, 240)}” ${why}`;
}

/** The failure of a call after which there is something to keep; all others are thrown. */
export function keptFailure(error: unknown, { signal }: PageWriting, hasText: boolean): AppError {
  if (signal.aborted || !(error instanceof AppError) || !hasText) throw error;
  return error;
}
