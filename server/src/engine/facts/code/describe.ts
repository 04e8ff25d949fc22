import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findReadme, type Readme } from "#server/engine/facts/readme/find-readme.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { withoutPraise } from "#server/engine/text/praise.ts";
import { proseWords } from "#server/engine/text/prose-words.ts";
import { asParenthetical, asSentence, leadingSentences, splitSentences } from "#server/engine/text/sentences.ts";
import { saysMoreThan, summarizeBriefly, summarizeDoc, type DocSummary } from "#server/engine/text/summarize-doc.ts";
import { callForm } from "#server/engine/text/tidy-signature.ts";
import { isOfFramework } from "#server/engine/text/vendor-words.ts";
import { withoutRoute } from "#server/engine/text/without-route.ts";
import { enumerate, fileName } from "#server/engine/text/wording.ts";

/** Whole sentences that somebody wrote about something, with their lines. */
export interface Description {
  text: string;
  evidence: Evidence[];
}

/**
 * What a file is for: the comment that opens it, else the comment of the declaration that is nearly all of it, else the
 * names it declares. Null when nothing is declared.
 */
export function describeFile(scope: CodeScope, path: string, maxLength = 200): Description | null {
  const reported = fileSummary(scope, path, maxLength);
  if (reported !== null) return reported;
  const top = declarations(scope, path);
  const [first, ...others] = top.toSorted((a, b) => Number(b.doc !== null) - Number(a.doc !== null));
  if (!first) return null;
  const doc = glossOf(first, 110);
  const shown =
    doc === null
      ? codeSpan(callForm(first))
      : `${codeSpan(first.name)} (${asParenthetical(first.name, withoutRoute(doc.text))})`;
  const named = others.slice(0, 2);
  const isMore = top.length - 1 > named.length;
  const rest = [...named.map((symbol) => codeSpan(callForm(symbol, 40))), ...(isMore ? ["others"] : [])];
  return {
    text: `declares ${enumerate([shown, ...rest])}.`,
    evidence: [first, ...named].map((symbol) => symbolEvidence(scope, path, symbol)),
  };
}

/** What a comment says of a declaration in brackets; null where it is a label that says no more than the name. */
export function glossOf(symbol: SymbolFact, maxLength: number): DocSummary | null {
  const doc = summarizeBriefly(symbol.doc, maxLength);
  const isLabel = doc !== null && proseWords(doc.text).length < leastWords;
  return doc === null || isLabel || isNote.test(doc.text) || !saysMoreThan(symbol.name, doc.text) ? null : doc;
}

/** "should be disabled while importing" tells those who change it what to mind. */
const isNote = /^(?:should|must|needs? to|has to|have to|will be|to be)\b/i;

/** "Space member" above `SpaceMember` names it once more. */
const leastWords = 3;

/** Sentences about the file as a whole; null when nobody wrote any. */
export function fileSummary(scope: CodeScope, path: string, maxLength = 200): Description | null {
  const facts = scope.facts(path);
  if (facts === null) return null;
  const header = headerSummary(scope, path, maxLength);
  if (header !== null) return header;
  const main = mainSymbol(scope, path);
  const doc = main === null ? null : summarizeDoc(main.doc, maxLength);
  if (main === null || doc === null || !isMainOfFile(main, path, facts.lines)) return null;
  if (!saysMoreThan(main.name, doc.text)) return null;
  return { text: doc.text, evidence: [symbolEvidence(scope, path, main)] };
}

/** What opens a file; a note about its first lines, which begins small or with a path, says nothing of the whole. */
function headerSummary(scope: CodeScope, path: string, maxLength: number): Description | null {
  const header = summarizeDoc(scope.facts(path)?.header ?? null, maxLength);
  if (header === null || !/^\W{0,3}[\p{Lu}\p{Lo}]/u.test(header.text) || noteOnLines.test(header.text)) return null;
  if (isOfFramework(header.text, scope.repository.name)) return null;
  return { text: header.text, evidence: [scope.at(path, header.startLine, header.endLine)] };
}

const noteOnLines =
  /^(?:This file is responsible for configuring|Import(?:ing)? |Add your |If you |Uncomment |Note[: ])/;

function isMainOfFile(symbol: SymbolFact, path: string, lines: number): boolean {
  return isNamesake(symbol, path) || lengthOf(symbol) >= lines * 0.6;
}

function isNamesake(symbol: SymbolFact, path: string): boolean {
  const flat = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return flat(symbol.name) === flat(fileName(path).replace(/\.[^.]+$/, "")) && symbol.kind !== "module";
}

/** Values that files have whatever they are about. */
const upkeepName = /^_?(?:log|logger|logging|debug|__\w+__)$/i;

/** Top-level declarations, the exported ones where there are any, the longest first. */
function declarations(scope: CodeScope, path: string): SymbolFact[] {
  const top = (scope.facts(path)?.symbols ?? []).filter((symbol) => symbol.parent === null && symbol.kind !== "module");
  const exported = top.filter((symbol) => symbol.isExported);
  const own = (exported.length > 0 ? exported : top).filter(
    ({ name, kind }) => !/constant|variable/.test(kind) || !upkeepName.test(name),
  );
  const chosen = own.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return [...new Map(chosen.map((symbol) => [symbol.name, symbol])).values()];
}

/**
 * A file's main declaration: the one with the file's name, else the longest documented one. Null when nothing is
 * declared.
 */
export function mainSymbol(scope: CodeScope, path: string): SymbolFact | null {
  const top = declarations(scope, path);
  const documented = top.filter((symbol) => symbol.doc !== null);
  return top.find((symbol) => isNamesake(symbol, path)) ?? documented[0] ?? top[0] ?? null;
}

function lengthOf(symbol: SymbolFact): number {
  return symbol.endLine - symbol.startLine;
}

/** The summary of a declaration's comment and its signature; long bodies are not cited. */
export function symbolEvidence(scope: CodeScope, path: string, symbol: SymbolFact): Evidence {
  const doc = summarizeDoc(symbol.doc);
  const signatureEnd = symbol.signatureEndLine ?? symbol.startLine;
  if (doc === null) return scope.at(path, symbol.startLine, signatureEnd);
  const isAbove = doc.startLine < symbol.startLine;
  const isNear = symbol.startLine - doc.startLine <= 12;
  if (isAbove && !isNear) return scope.at(path, doc.startLine, doc.endLine);
  return isAbove ? scope.at(path, doc.startLine, signatureEnd) : scope.at(path, symbol.startLine, doc.endLine);
}

/** There a README is the first page about the product, and speaks of that. */
const ofDocuments = /(?:^|\/)(?:docs?|documentation|wiki|website|site)$/i;

/** The purpose of a folder: its README's first sentences, else the comment of its main file. */
export async function describeFolder(scope: CodeScope, folder: string, maxLength = 220): Promise<Description | null> {
  const readme = folder === "" ? null : await findReadme(scope, folder);
  const opening = readme === null ? null : describeReadme(scope, readme, maxLength);
  const isOfProduct =
    ofDocuments.test(folder) &&
    !/\b(?:docs?|documentation|documents?|guides?|manual|pages?|website)\b/i.test(opening?.text ?? "");
  if (opening !== null && !isOfProduct) return opening;
  for (const path of headFiles(scope, folder)) {
    const header = headerSummary(scope, path, maxLength);
    if (header !== null) return header;
  }
  return null;
}

/** The first prose of a README as one description. */
function describeReadme(scope: CodeScope, readme: Readme, maxLength: number): Description | null {
  const [first] = openingParagraphs(readme, 1);
  const said = first === undefined ? "" : withoutPraise(withoutLead(cleanProse(first.text)));
  const text = asSentence(leadingSentences(said, maxLength, 2));
  // What is cut in the middle of its only sentence, or speaks of itself alone, says half of something.
  if (first === undefined || said === "" || text.endsWith("…")) return null;
  return {
    text,
    evidence: [scope.at(readme.path, first.startLine, first.endLine)],
  };
}

/** Without a last sentence that only leads over to a list. */
function withoutLead(text: string): string {
  const sentences = splitSentences(text);
  return sentences.length > 1 && sentences.at(-1)?.endsWith(":") ? sentences.slice(0, -1).join(" ") : text;
}

/** Files that usually describe their folder, best first. */
function headFiles(scope: CodeScope, folder: string): string[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  const stem = fileName(folder).toLowerCase();
  const names = [
    "doc.go",
    "package-info.java",
    "lib.rs",
    "src/lib.rs",
    "mod.rs",
    "__init__.py",
    "src/main.rs",
    "main.rs",
  ];
  const bases = ["index", "main", "mod", "src/index", "src/main", stem];
  const extensions = ["ts", "tsx", "mts", "js", "mjs", "jsx", "go", "rs", "py", "java", "c", "h", "cpp", "rb", "php"];
  const wanted = [...names, ...bases.flatMap((base) => extensions.map((extension) => `${base}.${extension}`))];
  return wanted.map((name) => `${prefix}${name}`).filter((path) => scope.facts(path) !== null);
}
