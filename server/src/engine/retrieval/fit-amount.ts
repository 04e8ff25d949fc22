import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import { surely, type FitInput, type FittingCandidate, type LeadCandidate } from "./fit-act.ts";
import type { Retrieval } from "./passage.ts";
import { isTestSymbol } from "./relations.ts";

/** A number with what it is a number of, or a schedule. */
const amount =
  /(?<![\w.#-])\d[\d_]*(?:\.\d+)?(?:\s*\*|\s*(?:ms|s|m|h|d|min|sec|hours?|days?|minutes?|seconds?)?\b)|\b[A-Z][A-Z\d_]*(?:MAX|LIMIT|TTL|TIMEOUT|INTERVAL|DAYS)\w*\b/;
/** What counts, bounds or repeats, and is no index or status. */
const measuring =
  /max|min|limit|ttl|time|expir|duration|interval|period|age|day|hour|minute|second|retention|size|count|length|often|every|rate|cron|schedul|retr|attempt|batch|days|keep/i;
/** Whether a line holds a number, a time or a schedule that bounds or repeats something. */
export function saysAmount(name: string, text: string): boolean {
  return amount.test(text) && measuring.test(`${name} ${text}`);
}

const maxLines = 80;
const values = new Set(["constant", "variable", "enum"]);

/** A number, a time or a schedule stands in it beside a word of the question, or it is one that is called so. */
export async function fitsAmount(
  context: AnswerContext,
  { retrieval, one }: FitInput,
): Promise<FittingCandidate | null> {
  const { symbol } = one;
  const lines = codeLines(await context.lines(one));
  const own = new Set(stemsOf(`${symbol.parent ?? ""} ${symbol.name}`));
  const asked = new Set(
    retrieval.terms.filter(({ word, isPhrase }) => !isWeakWord(word) && !isPhrase).map(({ stem }) => stem),
  );
  const isNamed = [...own].some((root) => asked.has(root));
  const last = Math.min(symbol.endLine, symbol.startLine + maxLines, lines.length);
  for (let line = symbol.startLine; line <= last; line += 1) {
    const text = lines[line - 1] ?? "";
    if (/^\s*(?:\/\/|#|\*)/.test(text) || !saysAmount(symbol.name, text)) continue;
    const isSaid = isNamed || stemsOf(text).some((root) => asked.has(root));
    if (!isSaid) continue;
    const isValue = values.has(symbol.kind);
    const focus = {
      startLine: Math.max(symbol.startLine, line - 3),
      endLine: Math.min(symbol.endLine, line + 3),
      line,
    };
    return {
      ...one,
      focus: one.symbol.endLine - one.symbol.startLine > maxLines ? focus : one.focus,
      fit: isValue ? surely + 1 : surely,
    };
  }
  return null;
}

const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bhow (?:long|old)\b/i,
    ["ttl", "timeout", "duration", "expire", "lifetime", "max age", "retention", "days", "time"],
  ],
  [/\bhow often\b/i, ["interval", "period", "rate", "cron", "schedule"]],
  [/\bhow (?:many|large|big|fast)\b/i, ["max", "limit", "count", "size"]],
];
const maxNouns = 3;

/** Constants that are called after what is measured, wherever they stand. */
export function constantsOf({ codebases }: AnswerContext, { terms }: Retrieval, text: string): LeadCandidate[] {
  const nouns = terms
    .filter(({ word, weight, isPhrase }) => weight > 0 && !isPhrase && !isWeakWord(word))
    .slice(0, maxNouns);
  const suffixes = endings.find(([asked]) => asked.test(text))?.[1] ?? [];
  const found = codebases.flatMap((codebase) =>
    nouns.flatMap(({ word, stem }) =>
      suffixes.flatMap((suffix) =>
        codebase.index.findSymbols(`${word} ${suffix}`, { limit: 2 }).flatMap(({ path, symbol }): LeadCandidate[] => {
          const said = stemsOf(symbol.name);
          const isMeant =
            values.has(symbol.kind) && said.includes(stem) && stemsOf(suffix).every((root) => said.includes(root));
          const isSource = codebase.index.facts(path)?.kind === "source" && !isTestSymbol(symbol);
          return isMeant && isSource ? [{ codebase, path, symbol, coverage: 1, focus: null, acts: null }] : [];
        }),
      ),
    ),
  );
  return [...new Map(found.map((one) => [`${one.path} ${one.symbol.startLine}`, one])).values()];
}
