import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import { symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import { findStoredSchemas, type LocatedSchema } from "#server/engine/facts/code/find-schemas.ts";
import { parseMembers, shownMembers } from "#server/engine/facts/code/parse-members.ts";
import { rankSymbols, type RankedSymbol } from "#server/engine/facts/code/rank-symbols.ts";
import { chapters, findReadme, type Readme } from "#server/engine/facts/readme/find-readme.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { parseProse } from "#server/engine/text/parse-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { countNewWords, summarizeDoc } from "#server/engine/text/summarize-doc.ts";
import { folderOf, someOf } from "#server/engine/text/wording.ts";

const shownConcepts = 8;

/** The product's own words for its things, then types that a newcomer sees everywhere. Null when nothing is said of any. */
export async function draftConcepts(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const where = subject.scopes.length > 1 ? ` in ${codeSpan(scope.repository.name)}` : "";
    const quoted = await quotedConcepts(scope);
    blocks.push(...quoted);
    // Where the project explains its own words, comments of classes say them once more.
    if (quoted.length > 0) continue;
    const found = await Promise.all(chooseConcepts(scope, 3 * shownConcepts).map((one) => conceptItem(scope, one)));
    const items = found.filter((one) => one !== null);
    if (items.length > 1)
      blocks.push(list(`Types that the rest of the code uses${where}:`, items.slice(0, shownConcepts)));
  }
  return blocks.length > 0 ? { blocks } : null;
}

const conceptsTitle = /^\W*(?:(?:key|main|core|basic|important)\s+)?(?:concepts?|terms|terminology|glossary)\W*$/i;
const conceptsFile = /(?:^|\/)(?:[\w-]*concepts?|glossary|terminology|introduction)\.(?:md|mdx|rst)$/i;
const maxDocuments = 6;
const shownTerms = 10;
const leastTerms = 3;

/** A chapter of concepts in the README or a guide, whole: a term in bold or as a heading with what is said of it. */
async function quotedConcepts(scope: CodeScope): Promise<DraftBlock[]> {
  const readme = await findReadme(scope, scope.folder);
  const guides = scope.files
    .filter(({ path, kind }) => kind === "docs" && conceptsFile.test(path))
    .slice(0, maxDocuments);
  for (const document of [readme, ...(await Promise.all(guides.map(({ path }) => readDocument(scope, path))))]) {
    const items =
      document === null
        ? []
        : chapters(document, conceptsTitle).flatMap((one) => termItems(scope, document, one.blocks));
    if (document !== null && items.length > 1)
      return [list(`In the words of ${codeSpan(scope.shorten(document.path))}:`, items.slice(0, shownTerms))];
  }
  return [];
}

async function readDocument(scope: CodeScope, path: string): Promise<Readme | null> {
  const lines = await scope.lines(path);
  return lines === null ? null : { path, blocks: parseProse(lines, path.endsWith(".rst")) };
}

function termItems(scope: CodeScope, { path }: Readme, blocks: Readme["blocks"]): ListItem[] {
  const ofHeadings = blocks.filter((block, at) => block.kind === "paragraph" && blocks[at - 1]?.kind === "heading");
  const read = ofHeadings.length >= leastTerms ? ofHeadings : blocks;
  // What lies below a term, such as its fields, is no term beside it.
  return read.flatMap((block): ListItem[] => {
    const at = blocks.indexOf(block);
    const above = blocks[at - 1];
    const term = /^\s*\*\*(.{2,40}?)\*\*\W*\s(.+)$/.exec(block.text);
    const named =
      block.kind !== "paragraph" && block.kind !== "item"
        ? null
        : term !== null
          ? { term: term[1] ?? "", text: term[2] ?? "", from: block.startLine }
          : above?.kind === "heading"
            ? { term: above.text, text: block.text, from: above.startLine }
            : null;
    const text = named === null ? "" : leadingSentences(cleanProse(named.text), 300, 2);
    if (named === null || text.split(" ").length < 4) return [];
    return [
      {
        text: `**${cleanProse(named.term).replace(/[:.]$/, "")}**: ${asSentence(text)}`,
        evidence: [scope.at(path, named.from, block.endLine)],
      },
    ];
  });
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
        !handed.test(one.symbol.name) &&
        (!isLarge || isCentral(one)),
    )
    .slice(0, max * 3);
  const isFirst = (found: RankedSymbol, at: number) =>
    pool.findIndex((other) => other.symbol.name === found.symbol.name) === at;
  return pool.filter(isFirst).slice(0, max);
}

function isCentral({ path, symbol, folders, isOfProduct }: RankedSymbol): boolean {
  return isOfProduct ? !ofInterface.test(path) : folders >= leastFolders && !technical.test(symbol.name);
}

/** What is handed to a function, or comes back from it, is no thing of its own. */
const handed =
  /^(?:Find|List|Get|Create|Update|Delete|Upsert|Set|Add|Remove|Search|Insert)[A-Z]\w*$|(?:Args?|Params?|Options|Opts|Input|Output|Result|Payload|Props|Config|DTO|Dto|Data|Store|Driver|Base)$/;
const leastUsers = 1;
const leastFolders = 3;
const manyFolders = 12;

/** Parts of a program that any product has. */
const technical =
  /(?:Controller|Helpers?|Middleware|Provider|Requests?|Response|Exception|Error|Factory|Job|Worker|Mailer|Command|Utils?)$/;

/** What is drawn of a thing is not the thing. */
const ofInterface = /(?:^|\/)(?:components?|widgets?|views?|pages|assets|javascript)\//i;

/** What its comment says, and what a stored thing is tied to; null where neither says anything. */
async function conceptItem(scope: CodeScope, { path, symbol }: RankedSymbol): Promise<ListItem | null> {
  const summary = summarizeDoc(symbol.doc, 240);
  const isAbout = summary !== null && countNewWords(`${symbol.name} ${emptyInConcepts}`, summary.text) >= leastNewWords;
  const doc = isAbout && !ofMechanics.test(summary.text) && begins.test(summary.text) ? summary : null;
  const members = symbol.kind === "enum" ? await membersOf(scope, path, symbol) : null;
  // What it is tied to stands among the tables.
  // The names of its members alone are in the code.
  if (doc === null) return null;
  // An enumeration or an interface of that name is nothing that is kept.
  const isKept = /^(?:class|struct|module)$/.test(symbol.kind);
  const ties = (isKept ? await storedText(scope, path, symbol) : null) ?? members;
  const said = [...(doc === null ? [] : [doc.text]), ...(ties === null ? [] : [ties.text])].join(" ");
  return {
    text: `**${codeSpan(symbol.name)}** (${symbol.kind} in ${codeSpan(scope.shorten(path))}): ${said}`,
    evidence: [symbolEvidence(scope, path, symbol), ...(ties?.evidence ?? [])],
  };
}

/** "The Url class handles URLs" and "manages all category-related data" say the name once more. */
const emptyInConcepts =
  "etc class object type model entity handle manage represent provide contain hold store process all related data used use across framework application app responsible for internally simple";
/** How it is made, not what it is. */
const ofMechanics = /^(?:extend(?:s|ing)?|inherits?|subclass(?:es)?|overrid(?:es|ing)|mixin|one-to-one|wraps?)\b/i;

/** A sentence, and neither a command to type nor a thing to do. */
const begins = /^(?!(?:Add|Run|Use|Note|See|Call|Set|Extend|Make|Put|Trying|Using|Making|Adding)\b)[\p{Lu}\p{Lo}`]/u;

/** A comment that adds fewer words to the name says nothing. */
const leastNewWords = 3;

async function membersOf(scope: CodeScope, path: string, symbol: SymbolFact): Promise<ListItem | null> {
  // Of other languages the fields are read, which are no members of an enumeration.
  if (!/^(?:typescript|tsx|python|rust)$/.test(scope.facts(path)?.language ?? "")) return null;
  const { names, endLine } = await parseMembers(scope, path, symbol);
  if (names.length < 2) return null;
  const text = `One of ${someOf(
    names.map((name) => codeSpan(name)),
    shownMembers,
  )}.`;
  return { text, evidence: [scope.at(path, symbol.startLine, endLine)] };
}

/** Where things of a class are kept; null where they are not, or where nothing but the names speaks for it. */
async function storedText(scope: CodeScope, path: string, symbol: SymbolFact): Promise<ListItem | null> {
  const own = scope.once("storedByKey", () => storedByKey(scope)).get(entityKey(symbol.name));
  if (own === undefined || own.schema.kind !== "table") return null;
  const { name } = own.schema;
  const table = scope.repository.index.tables().tables.find((one) => one.name === name);
  const isOfIt =
    table?.entity !== undefined && table.entity !== null && entityKey(table.entity) === entityKey(symbol.name);
  // What another library brings may be called the same: the class has to name the table itself.
  if (!isOfIt && own.path !== path && !(await namesTable(scope, { path, symbol }, name))) return null;
  return { text: `Kept in ${codeSpan(name)}.`, evidence: [scope.at(own.path, own.schema.startLine)] };
}

async function namesTable(
  scope: CodeScope,
  { path, symbol }: { path: string; symbol: SymbolFact },
  table: string,
): Promise<boolean> {
  const lines = codeLines((await scope.lines(path)) ?? []).slice(symbol.startLine - 1, symbol.endLine);
  return lines.some((line) => !/^\s*(?:\/\/|#|\*)/.test(line) && wordsOf(line).has(table));
}

function wordsOf(line: string): Set<string> {
  return new Set(line.match(/\w+/g));
}

/** By the names of tables and of the classes of their rows. */
function storedByKey(scope: CodeScope): ReadonlyMap<string, LocatedSchema> {
  const schemas = findStoredSchemas(scope);
  const byName = new Map(schemas.map((one) => [one.schema.name, one]));
  const byKey = new Map<string, LocatedSchema>(schemas.map((one) => [entityKey(one.schema.name), one]));
  for (const { name, entity } of scope.repository.index.tables().tables) {
    const schema = byName.get(name);
    if (schema === undefined || entity === null) continue;
    // Where the class of its rows is known, another one is not it, whatever its name is like.
    if (byKey.get(entityKey(name)) === schema) byKey.delete(entityKey(name));
    byKey.set(entityKey(entity), schema);
  }
  return byKey;
}
