import { list, type ListItem } from "../draft.ts";
import { symbolEvidence } from "../facts/describe.ts";
import type { Scope } from "../facts/open-scope.ts";
import { methodNames, rankSymbols, type RankedSymbol } from "../facts/rank-symbols.ts";
import type { Draft, PageSubject } from "../recipe.ts";
import { code } from "../text/clean-prose.ts";
import { summarizeDoc } from "../text/summarize-doc.ts";
import { tidySignature } from "../text/tidy-signature.ts";
import { count, fold } from "../text/wording.ts";

/** The declarations a newcomer meets everywhere. Null when nothing is exported. */
export async function draftConcepts(subject: PageSubject): Promise<Draft | null> {
  const blocks = subject.scopes.flatMap((scope) => {
    const items = conceptItems(scope, 8);
    const where = subject.scopes.length > 1 ? ` in ${code(scope.repository.name)}` : "";
    return items.length > 1 ? [list(`The names that carry the rest${where}:`, items)] : [];
  });
  return blocks.length > 0 ? { blocks } : null;
}

function conceptItems(scope: Scope, max: number): ListItem[] {
  const isConcept = ({ symbol }: RankedSymbol) =>
    /class|interface|type|struct|trait|enum|component|function/.test(symbol.kind) && symbol.name.length > 2;
  const ranked = rankSymbols(scope).filter(isConcept);
  const types = ranked.filter(({ symbol, score }) => !/function|component/.test(symbol.kind) && score >= 3);
  const pool = (types.length >= 3 ? types : ranked).slice(0, max * 3);
  const documented = pool.filter(({ symbol }) => summarizeDoc(symbol.doc) !== null);
  const chosen = documented.length >= 4 ? documented : pool;
  const seen = new Set<string>();
  const items: ListItem[] = [];
  for (const found of chosen) {
    if (items.length >= max) break;
    if (seen.has(found.symbol.name)) continue;
    seen.add(found.symbol.name);
    items.push(conceptItem(scope, found));
  }
  return items;
}

function conceptItem(scope: Scope, { path, symbol, methods, importers, mentions }: RankedSymbol): ListItem {
  const doc = summarizeDoc(symbol.doc, 240);
  const names = methodNames(methods);
  const used =
    importers > 1
      ? ` ${count(importers, "file")} import it.`
      : mentions > 3
        ? ` ${count(mentions, "other signature")} name it.`
        : "";
  const does =
    names.length > 1
      ? ` Its methods include ${fold(
          names.map((name) => code(name)),
          5,
        )}.`
      : "";
  const what = doc === null ? `declared as ${code(tidySignature(symbol), 110)}.` : doc.text;
  return {
    text: `**${code(symbol.name)}** (${symbol.kind} in ${code(scope.shorten(path))}): ${what}${does}${used}`,
    evidence: [symbolEvidence(scope, path, symbol)],
  };
}
