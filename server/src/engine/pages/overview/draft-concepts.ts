import { symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { parseMembers, shownMembers } from "#server/engine/facts/code/parse-members.ts";
import { methodNames, rankSymbols, type RankedSymbol } from "#server/engine/facts/code/rank-symbols.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { saysMoreThan, summarizeDoc } from "#server/engine/text/summarize-doc.ts";
import { tidySignature } from "#server/engine/text/tidy-signature.ts";
import { fold } from "#server/engine/text/wording.ts";

/** The declarations that a newcomer sees everywhere. Null when nothing is exported. */
export async function draftConcepts(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const items = await Promise.all(chooseConcepts(scope, 8).map((found) => conceptItem(scope, found)));
    const where = subject.scopes.length > 1 ? ` in ${codeSpan(scope.repository.name)}` : "";
    if (items.length > 1) blocks.push(list(`The names that carry the rest${where}:`, items));
  }
  return blocks.length > 0 ? { blocks } : null;
}

function chooseConcepts(scope: CodeScope, max: number): RankedSymbol[] {
  const isConcept = ({ symbol }: RankedSymbol) =>
    /class|interface|type|struct|trait|enum|component|function|module/.test(symbol.kind) && symbol.name.length > 2;
  const ranked = rankSymbols(scope).filter(isConcept);
  const types = ranked.filter(({ symbol, users }) => !/function|component/.test(symbol.kind) && users > 0);
  const pool = (types.length >= 3 ? types : ranked).slice(0, max * 3);
  const documented = pool.filter(({ symbol }) => summarizeDoc(symbol.doc) !== null);
  const chosen = documented.length >= 4 ? documented : pool;
  const isFirst = (found: RankedSymbol, at: number) =>
    chosen.findIndex((other) => other.symbol.name === found.symbol.name) === at;
  return chosen.filter(isFirst).slice(0, max);
}

async function conceptItem(scope: CodeScope, { path, symbol, methods }: RankedSymbol): Promise<ListItem> {
  const summary = summarizeDoc(symbol.doc, 240);
  const doc = summary !== null && saysMoreThan(symbol.name, summary.text) ? summary : null;
  const names = methodNames(methods);
  const does =
    names.length > 1
      ? ` Its methods include ${fold(
          names.map((name) => codeSpan(name)),
          5,
        )}.`
      : "";
  const members = doc === null ? await parseMembers(scope, path, symbol) : { names: [], endLine: 0 };
  const held = members.names.map((name) => codeSpan(name));
  const what =
    doc?.text ??
    (held.length > 1
      ? `${symbol.kind === "enum" ? "one of" : "holds"} ${fold(held, shownMembers)}.`
      : `declared as ${codeSpan(tidySignature(symbol), 110)}.`);
  const declaration = symbolEvidence(scope, path, symbol);
  return {
    text: `**${codeSpan(symbol.name)}** (${symbol.kind} in ${codeSpan(scope.shorten(path))}): ${what}${does}`,
    evidence: [
      held.length > 1 ? { ...declaration, endLine: Math.max(declaration.endLine, members.endLine) } : declaration,
    ],
  };
}
