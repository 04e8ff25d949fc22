import type { FileFacts, SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { describeFile } from "#server/engine/facts/code/describe.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { isTestSymbol } from "#server/engine/retrieval/relations.ts";
import {
  linesOf,
  shownName,
  shownPath,
  shownSignature,
  type StatementBlock,
} from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { count, enumerate, fold, folderOf, languageName } from "#server/engine/text/wording.ts";

import { explainDependents } from "./explain-dependents.ts";

const maxDeclarations = 6;
const maxDetails = 3;
const maxImported = 6;
const maxUsers = 4;
/** Lines of a declaration that are shown as its evidence, beside its first one. */
const shownLines = 14;

/** What a file is for, what it declares, what is notable in it, what it uses and who uses it. */
export async function explainFile(context: AnswerContext, location: FileRef): Promise<StatementBlock[]> {
  const facts = context.facts(location);
  if (!facts) return [];
  const lines = await context.lines(location);
  // No line of it could be cited.
  if (lines.length === 0)
    return [{ heading: null, statements: [{ text: `${shownPath(context, location)} is empty.`, evidence: [] }] }];
  const declared = mainDeclarations(facts);
  const reported = describeFile(openScope(location.codebase, "/"), location.path, 360);
  const language = facts.language === null ? "" : `${languageName(facts.language)}, `;
  const size = `${language}${count(lines.length, "line")}`;
  const purpose = reported === null ? "" : `: ${reported.text}`;
  const lead: Statement = {
    text: `${shownPath(context, location)} (${size})${purpose}`,
    evidence: reported?.evidence.slice(0, 2) ?? [linesOf(location, 1, Math.min(lines.length, 3))],
  };
  return [
    { heading: null, statements: [lead] },
    { heading: "What it declares", statements: declarationEntries(location, facts, declared) },
    { heading: "Worth knowing", statements: notable(location, { facts, lines, declared }) },
    { heading: "What it uses", statements: usedBy(context, location, facts) },
    { heading: "What uses it", statements: await users(context, location) },
  ];
}

/** The outermost declarations, exported ones first, each with the members that say something of themselves. */
function mainDeclarations({ symbols }: FileFacts): SymbolFact[] {
  const own = symbols.filter((symbol) => !isTestSymbol(symbol) && symbol.kind !== "module");
  const weight = (symbol: SymbolFact) =>
    (symbol.parent === null ? 4 : 0) +
    (symbol.isExported ? 3 : 0) +
    (symbol.doc === null ? 0 : 2) +
    Math.min(3, (symbol.endLine - symbol.startLine) / 12) +
    (["class", "struct", "function", "component", "method"].includes(symbol.kind) ? 1 : 0);
  return own
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, maxDeclarations)
    .sort((a, b) => a.startLine - b.startLine);
}

function declarationEntries(location: FileRef, { symbols }: FileFacts, declared: readonly SymbolFact[]): Statement[] {
  const entries = declared.map((symbol): Statement => {
    const doc = summarizeBriefly(symbol.doc, 160);
    const says = doc === null ? `: ${shownSignature(symbol)}` : ` — ${doc.text}`;
    const first = Math.min(symbol.startLine, doc?.startLine ?? symbol.startLine);
    const last = Math.min(symbol.endLine, symbol.startLine + shownLines - 1);
    return {
      text: `- ${codeSpan(shownName(symbol))} (${symbol.kind}, line ${symbol.startLine})${says}`,
      evidence: [linesOf(location, Math.max(first, symbol.startLine - shownLines), last)],
    };
  });
  const rest = symbols.filter((symbol) => !isTestSymbol(symbol) && !declared.includes(symbol));
  const evidence = rest.slice(0, maxDetails).map(({ startLine }) => linesOf(location, startLine));
  return rest.length > 0 && entries.length > 0
    ? [...entries, { text: `- and ${count(rest.length, "more declaration")}`, evidence }]
    : entries;
}

const limits =
  /\b(?:[A-Z][A-Z\d_]{3,}|\w*(?:max|min|limit|timeout|default|interval|size|retries|ttl)\w*)\b\s*(?::\s*[\w.<>| ]+)?\s*:?=\s*[^=>]*\b(?:[1-9]\d+|\d+\s*\*)/i;
const refusals = /^\s*(?:throw\b|raise\b|panic\(|return\s+(?:\w+,\s*)?(?:fmt\.Errorf|errors\.New|Err\())/;
const commented = /^\s*(?:\/\/+|#(?!\[|!))\s+(\p{Lu}?[\p{L}\d].{30,})$/u;

/** Numbers that decide, refusals and comments within: what a reader would miss at a glance. */
function notable(
  location: FileRef,
  { facts, lines, declared }: { facts: FileFacts; lines: readonly string[]; declared: readonly SymbolFact[] },
): Statement[] {
  const found: Statement[] = facts.configKeys.slice(0, maxDetails).map((key) => ({
    text: `- reads the setting ${codeSpan(key.name)}${key.defaultValue === null ? "" : `, ${codeSpan(key.defaultValue)} by default`}`,
    evidence: [linesOf(location, key.line)],
  }));
  const isTest = (line: number) =>
    facts.symbols.some((symbol) => isTestSymbol(symbol) && symbol.startLine <= line && line <= symbol.endLine);
  const add = (pattern: RegExp, report: (text: string) => string) => {
    for (const [at, text] of lines.entries()) {
      if (found.length >= maxDetails) return;
      if (pattern.test(text) && !/^\s*(?:\*|\/\/|#)/.test(text) && !isTest(at + 1))
        found.push({ text: `- line ${at + 1}: ${report(text.trim())}`, evidence: [linesOf(location, at + 1)] });
    }
  };
  add(limits, (text) => codeSpan(text, 120));
  for (const [at, text] of lines.entries()) {
    if (found.length >= maxDetails) break;
    const comment = commented.exec(text)?.[1];
    const isInside = declared.some(({ startLine, endLine }) => startLine < at + 1 && at + 1 < endLine);
    if (comment && isInside && !/[;{}]|=>|eslint|noqa|nolint|TODO|FIXME/.test(comment))
      found.push({
        text: `- line ${at + 1} says: ${capitalized(cutText(cleanProse(comment), 140))}`,
        evidence: [linesOf(location, at + 1)],
      });
  }
  add(refusals, (text) => `refuses with ${codeSpan(text, 110)}`);
  return found;
}

function usedBy(context: AnswerContext, location: FileRef, facts: FileFacts): Statement[] {
  const { index } = location.codebase;
  const isPackage = facts.language === "go";
  const own = new Map(
    index.importsOf(location.path).map((edge) => [isPackage ? folderOf(edge.path) || "." : edge.path, edge.line]),
  );
  const packages = new Map<string, number>();
  for (const { specifier, names, line } of facts.imports) {
    const target = index.resolveImport(location.path, specifier, names);
    if (target.kind === "package" && !packages.has(target.name)) packages.set(target.name, line);
  }
  const list = (label: string, found: ReadonlyMap<string, number>, shown: (name: string) => string): Statement[] => {
    if (found.size === 0) return [];
    const lines = [...found.values()];
    const [first, last] = [Math.min(...lines), Math.max(...lines)];
    const text = `- ${label} ${fold([...found.keys()].map(shown), maxImported)}`;
    return [{ text, evidence: [linesOf(location, first, Math.min(last, first + 29))] }];
  };
  return [
    ...list("from this repository:", own, (path) => shownPath(context, { ...location, path })),
    ...list("packages:", packages, (name) => codeSpan(name)),
  ];
}

/** The first of those that need it, and how many they are. */
async function users(context: AnswerContext, location: FileRef): Promise<Statement[]> {
  const [block] = await explainDependents(context, { ...location, isFolder: false });
  const [lead, ...entries] = block?.statements ?? [];
  if (!lead) return [];
  const shown = entries.filter(({ evidence }) => evidence.length > 0).slice(0, maxUsers);
  if (shown.length === 0) return [{ ...lead, text: `- ${lead.text}` }];
  const names = enumerate(shown.map(({ text }) => text.replace(/^- /, "").replace(/, line \d+$/, "")));
  const isMore = entries.length > shown.length;
  return [
    {
      text: `- ${lead.text.replace(/:$/, "")}${isMore ? ", among them" : ":"} ${names}`,
      evidence: shown.flatMap(({ evidence }) => evidence),
    },
  ];
}
