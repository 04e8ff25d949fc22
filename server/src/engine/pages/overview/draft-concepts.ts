import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import { symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { parseMembers, shownMembers } from "#server/engine/facts/code/parse-members.ts";
import { methodNames, rankSymbols, type RankedSymbol } from "#server/engine/facts/code/rank-symbols.ts";
import { listedFactsIn, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { saysMoreThan, summarizeDoc } from "#server/engine/text/summarize-doc.ts";
import { tidySignature } from "#server/engine/text/tidy-signature.ts";
import { enumerate, folderOf, someOf } from "#server/engine/text/wording.ts";

const shownConcepts = 8;

/** The declarations that a newcomer sees everywhere. Null when nothing is exported. */
export async function draftConcepts(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const found = await Promise.all(chooseConcepts(scope, 2 * shownConcepts).map((one) => conceptItem(scope, one)));
    const items = found.filter((item) => item !== null).slice(0, shownConcepts);
    const where = subject.scopes.length > 1 ? ` in ${codeSpan(scope.repository.name)}` : "";
    if (items.length > 1) blocks.push(list(`Types that the rest of the code uses${where}:`, items));
  }
  return blocks.length > 0 ? { blocks } : null;
}

/**
 * Types that other files use: functions and values are nobody's concepts. Where there are many folders, a comment makes
 * no concept: several folders use it, or the product stores it or answers for it.
 */
function chooseConcepts(scope: CodeScope, max: number): RankedSymbol[] {
  const isLarge = new Set(scope.sources.map(({ path }) => folderOf(path))).size >= manyFolders;
  const pool = rankSymbols(scope)
    .filter(
      (one) =>
        /^(?:class|interface|type|struct|trait|enum|module)$/.test(one.symbol.kind) &&
        one.symbol.name.length > 2 &&
        one.users >= leastUsers &&
        (!isLarge || isCentral(one)),
    )
    .slice(0, max * 3);
  const documented = pool.filter(({ symbol }) => summarizeDoc(symbol.doc) !== null);
  const chosen = !isLarge && documented.length >= 4 ? documented : pool;
  const isFirst = (found: RankedSymbol, at: number) =>
    chosen.findIndex((other) => other.symbol.name === found.symbol.name) === at;
  return chosen.filter(isFirst).slice(0, max);
}

function isCentral({ path, symbol, folders, isOfProduct }: RankedSymbol): boolean {
  return isOfProduct ? !ofInterface.test(path) : folders >= leastFolders && !technical.test(symbol.name);
}

const leastUsers = 1;
const leastFolders = 3;
const manyFolders = 12;

/** Parts of a program that any product has. */
const technical =
  /(?:Controller|Helpers?|Middleware|Provider|Requests?|Response|Exception|Error|Factory|Job|Worker|Mailer|Command|Utils?)$/;

/** What is drawn of a thing is not the thing. */
const ofInterface = /(?:^|\/)(?:components?|widgets?|views?|pages|assets|javascript)\//i;

/** `interface Boat {` says no more than its kind and name. */
function isBare(symbol: SymbolFact): boolean {
  return !/[(:=<]|\b(?:extends|implements|with|for)\b/.test(tidySignature(symbol).replace(symbol.name, ""));
}

/** Null where nothing can be said of it. */
async function conceptItem(scope: CodeScope, { path, symbol, methods }: RankedSymbol): Promise<ListItem | null> {
  const summary = summarizeDoc(symbol.doc, 240);
  const doc = summary !== null && saysMoreThan(symbol.name, summary.text) ? summary : null;
  const names = methodNames(methods);
  const does =
    names.length > 1 ? ` Its methods include ${enumerate(names.slice(0, 5).map((name) => codeSpan(name)))}.` : "";
  const members = doc === null ? await parseMembers(scope, path, symbol) : { names: [], endLine: 0 };
  const held = members.names.map((name) => codeSpan(name));
  const what =
    doc?.text ??
    (held.length > 1
      ? `${symbol.kind === "enum" ? "one of" : "holds"} ${someOf(held, shownMembers)}.`
      : `declared as ${codeSpan(tidySignature(symbol), 110)}.`);
  if (doc === null && does === "" && held.length <= 1 && isBare(symbol)) return null;
  const declaration = symbolEvidence(scope, path, symbol);
  return {
    text: `**${codeSpan(symbol.name)}** (${symbol.kind} in ${codeSpan(scope.shorten(path))}): ${what}${does}`,
    evidence: [
      held.length > 1 ? { ...declaration, endLine: Math.max(declaration.endLine, members.endLine) } : declaration,
    ],
    lists: names.length > 1 ? [listedFactsIn(scope, "declarations", path)] : [],
  };
}
