import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Question } from "#server/engine/answer-context/answer-event.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import { findNamed } from "#server/engine/retrieval/find-named.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";

/** What a question about history is about. */
export type HistorySubject =
  /** `symbol` null: lines that somebody marked, or a passage. */
  | ({ type: "lines"; startLine: number; endLine: number; symbol: LocatedSymbol["symbol"] | null } & FileRef)
  | ({ type: "file" } & FileRef)
  | ({ type: "folder" } & FileRef);

/** A declaration that matches less of the question is not what was meant. */
const enoughCoverage = 0.6;
/** Words of such questions that are no part of their subject. */
const asking =
  /^(?:wrote|written|chang\w*|added|introduc\w*|remov\w*|renam\w*|mov\w*|rewrit\w*|rewrote|replac\w*|creat\w*|commit\w*|histor\w*|last|latest|first|touch\w*|modif\w*|author\w*|maintain\w*|own\w*|file|folder|function|method|class|line\w*|reason|made|implement\w*|edit\w*|updat\w*|drop\w*|ever|often|times?|people|person|recent\w*|lately)$/;

/** The file, folder, declaration or lines that a question means; null when none can be identified. */
export async function findSubject(
  context: AnswerContext,
  part: QuestionPart,
  selection: Question["selection"],
  given?: Retrieval,
): Promise<HistorySubject | null> {
  if (selection) return ofSelection(context, selection);
  const named = ofNames(context, part);
  if (named) return named;
  const terms = part.terms.filter(({ word }) => !asking.test(word));
  if (terms.length === 0) return null;
  const folder = folderNamed(context, terms);
  if (folder) return folder;
  const retrieval = given ?? (await retrieve(context, { ...part, terms }));
  const [symbol] = chooseSymbols(retrieval, 1);
  if (symbol && symbol.coverage >= enoughCoverage && isNamedFor(symbol, terms)) return ofSymbol(symbol);
  return null;
}

function ofSelection(
  context: AnswerContext,
  { repositoryId, path, startLine, endLine }: Evidence,
): HistorySubject | null {
  const codebase = context.codebases.find((one) => one.repositoryId === repositoryId);
  return codebase ? { type: "lines", codebase, path, startLine, endLine, symbol: null } : null;
}

/** What the question names as code is written: a path, or a declaration. */
function ofNames(context: AnswerContext, part: QuestionPart): HistorySubject | null {
  const capitals = [...part.text.matchAll(/(?<!^)\b[A-Z][\w$]*\b/g)].map(([word]) => word);
  const names = [...part.names, ...capitals];
  for (const name of part.names) {
    const location = locationOf(context, name);
    if (location) return location;
  }
  const joined = placeOfPair(context, part.text);
  if (joined) return joined;
  for (const name of names) {
    const [symbol] = findNamed(context, name);
    if (symbol) return ofSymbol(symbol);
  }
  const [only, another] = part.terms.filter(({ word }) => !asking.test(word));
  const [symbol] = only && !another ? findNamed(context, only.word) : [];
  if (symbol) return ofSymbol(symbol);
  const words = part.text.split(/\s+/).map((word) => word.replace(/[?,.;:'"`]+$/, ""));
  for (const word of words.filter((one) => /^(?:README|LICENSE|CHANGELOG|Dockerfile|Makefile)$/i.test(one))) {
    const location = locationOf(context, word) ?? locationOf(context, `${word}.md`);
    if (location) return location;
  }
  return null;
}

/** "The file server" is the folder `fileserver`, `file-server` or `file_server`. */
function placeOfPair(context: AnswerContext, text: string): HistorySubject | null {
  const words = text
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  const pairs = new Set(words.map((word, at) => `${word}${words[at + 1] ?? ""}`).slice(0, -1));
  for (const codebase of context.codebases) {
    const folders = new Set(
      codebase.index.files().map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/")))),
    );
    const fitting = [...folders].filter((folder) => pairs.has(lastNameOf(folder)));
    const path = fitting.toSorted((a, b) => a.length - b.length)[0];
    if (path !== undefined) return { type: "folder", codebase, path };
  }
  return null;
}

function lastNameOf(folder: string): string {
  return folder
    .slice(folder.lastIndexOf("/") + 1)
    .toLowerCase()
    .replaceAll(/[-_]/g, "");
}

function locationOf(context: AnswerContext, name: string): HistorySubject | null {
  const wanted = name.replace(/^\.?\/+|\/+$/g, "");
  if (wanted === "") return null;
  for (const codebase of context.codebases) {
    const files = codebase.index.files();
    const path =
      files.find((file) => file.path === wanted)?.path ??
      shortest(files.filter((file) => file.path.endsWith(`/${wanted}`)));
    if (path !== undefined) return { type: "file", codebase, path };
    if (files.some((file) => file.path.startsWith(`${wanted}/`))) return { type: "folder", codebase, path: wanted };
  }
  return null;
}

/** "The passkey plugin" is the folder `plugins/passkeys`: each word is in its path, and one of them is its name. */
function folderNamed(context: AnswerContext, terms: QuestionPart["terms"]): HistorySubject | null {
  for (const codebase of context.codebases) {
    const folders = new Set(
      codebase.index.files().map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/")))),
    );
    const fitting = [...folders].filter((folder) => {
      const stems = new Set(stemsOf(folder));
      const own = stemsOf(folder.slice(folder.lastIndexOf("/") + 1));
      return terms.every(({ stem }) => stems.has(stem)) && own.every((one) => terms.some(({ stem }) => stem === one));
    });
    const path = fitting.toSorted((a, b) => a.length - b.length)[0];
    if (path !== undefined && path !== "") return { type: "folder", codebase, path };
  }
  return null;
}

function shortest(files: readonly { path: string }[]): string | undefined {
  return files.toSorted((a, b) => a.path.length - b.path.length)[0]?.path;
}

function ofSymbol({ codebase, path, symbol }: LocatedSymbol): HistorySubject {
  const startLine = Math.min(symbol.doc?.startLine ?? symbol.startLine, symbol.startLine);
  return { type: "lines", codebase, path, startLine, endLine: symbol.endLine, symbol };
}

/**
 * Its name has most words of the question, and few others: else the question is about more than one declaration, or
 * about another.
 */
function isNamedFor(located: LocatedSymbol, terms: QuestionPart["terms"]): boolean {
  const own = new Set(stemsOf(`${located.symbol.parent ?? ""} ${located.symbol.name}`));
  const matched = terms.filter(({ stem, synonyms }) => own.has(stem) || synonyms.some((one) => own.has(one)));
  const name = stemsOf(located.symbol.name);
  const requested = new Set(terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]));
  return matched.length * 2 > terms.length && name.filter((one) => requested.has(one)).length * 2 >= name.length;
}
