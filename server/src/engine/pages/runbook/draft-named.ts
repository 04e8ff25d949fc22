import { symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { findEndpoints } from "#server/engine/facts/code/find-endpoints.ts";
import { rankSymbols, type RankedSymbol } from "#server/engine/facts/code/rank-symbols.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { table, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";

const shownNames = 12;
const perFile = 3;
/** A single declaration with the word is chance. */
const minNames = 2;

const screenFile = /\.(?:tsx|jsx|vue|svelte)$/;

/** Declarations whose names contain a topic, as words: `requireAuth` is "require auth". */
export const accessWords =
  /\b(?:auth[nz]?|basic ?auth|authenticat\w+|authori[sz]\w+|permissions?|permitted|log ?ins?|sign ?ins?|jwts?|o ?auth\d?|bearer|credentials?|acls?|rbac|api keys?|access tokens?|passwords?)\b/;
export const backgroundWords =
  /\b(?:jobs?|workers?|queues?|schedul(?:e|er|es|ed|ing)|cron\w*|beats?|periodic|daemons?)\b/;

/** Folders of background jobs, whatever each job is called. */
export const backgroundFolder = /(?:^|\/)(?:jobs|tasks|workers|cron|schedul\w*)\//i;

/**
 * What the code calls by the words of a matter, or keeps in a folder of that name, those with a comment first; null
 * where hardly anything is.
 */
export function draftNamed(words: RegExp, folder: RegExp | null = null) {
  return async ({ scopes }: PageSubject): Promise<Draft | null> => {
    const rows = scopes.flatMap((scope) => chooseNamed(scope, words, folder).map((one) => namedRow(scope, one)));
    if (rows.length < minNames) return null;
    return { blocks: [table(null, ["Declaration", "What it does", "Where"], rows)] };
  };
}

function chooseNamed(scope: CodeScope, words: RegExp, folder: RegExp | null): RankedSymbol[] {
  const taken = new Map<string, number>();
  // In a server, a form that asks for a password does not decide about access.
  const isServing = findEndpoints(scope).length > 0;
  const named = rankSymbols(scope).filter(
    ({ path, symbol }) =>
      !(isServing && (symbol.kind === "component" || screenFile.test(path) || /^use[A-Z]/.test(symbol.name))) &&
      (words.test(asWords(symbol.name)) || (symbol.doc !== null && folder?.test(scope.shorten(path)))) &&
      !/(?:Error|Exception|Props|Options)$/.test(symbol.name) &&
      // An undocumented data type says no more than its name.
      (symbol.doc === null
        ? /^(?:function|component)$/
        : /^(?:function|class|struct|interface|trait|type|component)$/
      ).test(symbol.kind),
  );
  return named
    .toSorted((a, b) => Number(b.symbol.doc !== null) - Number(a.symbol.doc !== null))
    .filter(({ path }) => {
      taken.set(path, (taken.get(path) ?? 0) + 1);
      return (taken.get(path) ?? 0) <= perFile;
    })
    .slice(0, shownNames);
}

function asWords(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z]+)(?=[A-Z][a-z])/g, "$1$3 $2")
    .replaceAll(/[_\W]+/g, " ")
    .toLowerCase();
}

function namedRow(scope: CodeScope, { path, symbol }: RankedSymbol): TableRow {
  const doc = summarizeBriefly(symbol.doc);
  return {
    cells: [
      `${codeSpan(symbol.name)}, ${/^[aeiou]/.test(symbol.kind) ? "an" : "a"} ${symbol.kind}`,
      doc?.text ?? "",
      codeSpan(scope.shorten(path)),
    ],
    evidence: [symbolEvidence(scope, path, symbol)],
  };
}
