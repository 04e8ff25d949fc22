import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Codebase, Question } from "#server/engine/answer-context/answer-event.ts";
import { spokenName } from "#server/engine/answers/plain/simplify-text.ts";
import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { stem, stemsOf, subjectWords, synonymStems } from "#server/engine/intent/words.ts";
import { isTestSymbol, type LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { shownName } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

const maxSuggestions = 3;
const maxLookedAt = 12;
const callable = new Set<SymbolFact["kind"]>(["function", "method", "class", "component", "struct", "interface"]);

/** A constant of so many lines is a function or a table. */
const manyLines = 3;

/** A question that could come next, and what kind of question it is. */
interface Candidate {
  text: string;
  kind: RegExp;
}

/**
 * Two or three questions about the subjects of an answer, each of which the index can answer, and none
 * of the kind just asked. Empty when the answer cites no declaration.
 */
export function suggestNext(
  question: Pick<Question, "text" | "lens" | "earlier">,
  codebases: readonly Codebase[],
  sources: readonly CheckedEvidence[],
): string[] {
  const cited = citedSymbols(codebases, sources);
  const [subject, ...further] = cited;
  if (!subject) return [];
  // Declarations with similar names come before helpers.
  const about = new Set(subjectWords(question.text).flatMap((word) => [stem(word), ...synonymStems(stem(word))]));
  const nearness = ({ symbol }: LocatedSymbol) => stemsOf(shownName(symbol)).filter((one) => about.has(one)).length;
  const others = further.filter((one) => nearness(one) > 0).toSorted((a, b) => nearness(b) - nearness(a));
  const candidates = question.lens === "technical" ? technical(subject, others) : plain(subject, others);
  const requested = new Set([question.text, ...question.earlier.map(({ content }) => content)].map(key));
  return candidates
    .filter(({ text, kind }) => !requested.has(key(text)) && !kind.test(question.text))
    .map(({ text }) => text)
    .slice(0, maxSuggestions);
}

function key(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const kinds = {
  uses: /\b(?:uses?|used|calls?|called|depends?|imports?|references?)\b/i,
  tests: /\btest\w*\b/i,
  history: /\b(?:chang\w*|who|why|history|added|introduced|commits?)\b/i,
  setting: /\b(?:settings?|config\w*|options?|environment)\b/i,
  /** Matches nothing: this candidate is about another declaration. */
  other: /(?!)/,
};

function technical(subject: LocatedSymbol, others: readonly LocatedSymbol[]): Candidate[] {
  const name = codeSpan(shownName(subject.symbol));
  const setting = settingOf(subject);
  const next = others.find(({ symbol }) => symbol.name !== subject.symbol.name && symbol.doc !== null);
  return [
    ...(isUsed(subject) ? [{ text: `What uses ${name}?`, kind: kinds.uses }] : []),
    ...(setting === null ? [] : [{ text: `What does the setting ${codeSpan(setting)} do?`, kind: kinds.setting }]),
    ...(isTested(subject) ? [{ text: `Which tests are there for ${name}?`, kind: kinds.tests }] : []),
    ...(hasHistory(subject) ? [{ text: `Who changed ${name} and why?`, kind: kinds.history }] : []),
    ...(next ? [{ text: `How does ${codeSpan(shownName(next.symbol))} work?`, kind: kinds.other }] : []),
  ];
}

/** Names that make no question anybody would ask. */
const unspeakable = /^(?:is|has|can|should|get|set|use|to|on|with|from|make|init|handle)\s/;

/** The same for people who read no code: about declarations with a comment, by their names in words. */
function plain(subject: LocatedSymbol, others: readonly LocatedSymbol[]): Candidate[] {
  const name = (located: LocatedSymbol) => spokenName(located.symbol.name);
  const isSpeakable = (located: LocatedSymbol) =>
    located.symbol.doc !== null && name(located).includes(" ") && !unspeakable.test(name(located));
  const next = others.filter((one) => isSpeakable(one) && name(one) !== name(subject)).slice(0, 2);
  return [
    ...next.map((one) => ({ text: `What does ${name(one)} do?`, kind: kinds.other })),
    ...(isSpeakable(subject) && isTested(subject)
      ? [{ text: `Which tests are there for ${name(subject)}?`, kind: kinds.tests }]
      : []),
    ...(isSpeakable(subject) && hasHistory(subject)
      ? [{ text: `What changed lately around ${name(subject)}?`, kind: kinds.history }]
      : []),
  ];
}

/** Declarations whose first line was cited, in the order of the answer; code before its tests. */
function citedSymbols(codebases: readonly Codebase[], sources: readonly CheckedEvidence[]): LocatedSymbol[] {
  const found = sources.slice(0, maxLookedAt).flatMap((source): LocatedSymbol[] => {
    const codebase = codebases.find((one) => one.repositoryId === source.repositoryId && !one.isContext);
    const facts = codebase && source.commit === codebase.index.commit ? codebase.index.facts(source.path) : null;
    if (!codebase || !facts || facts.kind !== "source") return [];
    const symbol = facts.symbols.find(
      (one) =>
        (callable.has(one.kind) || one.endLine - one.startLine >= manyLines) &&
        !isTestSymbol(one) &&
        one.startLine >= source.startLine &&
        one.startLine <= source.endLine,
    );
    return symbol ? [{ codebase, path: source.path, symbol }] : [];
  });
  const byName = new Map(found.toReversed().map((one) => [`${one.path} ${shownName(one.symbol)}`, one]));
  return [...byName.values()].toReversed();
}

/** Another file imports its file and holds its name. */
function isUsed({ codebase, path, symbol }: LocatedSymbol): boolean {
  const importers = new Set(codebase.index.importersOf(path).map((edge) => edge.path));
  if (importers.size === 0) return false;
  const hits = codebase.index.search(symbol.name, { limit: 12 });
  return hits.some((hit) => importers.has(hit.path) && hit.kind === "source");
}

/** A test imports its file and holds its name. */
function isTested({ codebase, path, symbol }: LocatedSymbol): boolean {
  const importers = new Set(codebase.index.importersOf(path).map((edge) => edge.path));
  const hits = importers.size === 0 ? [] : codebase.index.search(symbol.name, { limit: 12, kinds: ["test"] });
  return hits.some((hit) => importers.has(hit.path));
}

function hasHistory({ codebase, path }: LocatedSymbol): boolean {
  return codebase.history !== undefined && codebase.index.history.commitsTouching(path, 2).length > 1;
}

/** A setting that is read within the declaration. */
function settingOf({ codebase, path, symbol }: LocatedSymbol): string | null {
  const keys = codebase.index.facts(path)?.configKeys ?? [];
  return keys.find(({ line }) => line >= symbol.startLine && line <= symbol.endLine)?.name ?? null;
}
