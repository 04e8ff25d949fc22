import { z, type ZodType } from "zod";

import { LinePatternError } from "#server/code-index/ports/line-query.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { cutToPieces } from "#server/engine/text/cut-to-pieces.ts";
import { splitGlobs } from "#server/text/split-globs.ts";

import { factKinds, listFacts } from "./list-facts.ts";
import { listFolder } from "./list-folder.ts";
import type { LookUpResult } from "./look-up-result.ts";
import { readPassages, type ShownRange } from "./read-passage.ts";
import { readReferences } from "./read-references.ts";
import { searchFiles } from "./search-files.ts";
import type { CodePassage } from "./shown-passages.ts";

/** Something that a writing model may look up in the code of its page: what the chat's tools find, in fewer words. */
export interface CodeTool {
  name: string;
  description: string;
  input: ZodType;
  run(input: unknown): Promise<LookUpResult>;
}

const maxReadLines = 160;
const maxMatchedFiles = 12;
/** Of each file that matches at least so many lines are shown; of few files more. */
const leastLinesPerFile = 6;
const maxLines = 72;
const maxLinesPerFile = 40;
/** Lines so near to each other are one passage. */
const nearLines = 3;
const longestJoined = 60;
const smallPiece = 20;
const maxSymbols = 4;
const maxSymbolLines = 60;
const name = z.string().trim().min(1).max(200);

function codeTool<I extends ZodType>(tool: {
  name: string;
  description: string;
  input: I;
  run: (input: z.output<I>) => Promise<LookUpResult>;
}): CodeTool {
  return { ...tool, run: (input) => tool.run(tool.input.parse(input)) };
}

/** The look-ups into the repositories of a page, whole ones also where the page is about a folder. They only read. */
export function createCodeTools(subject: PageSubject, signal: AbortSignal): CodeTool[] {
  const repositories = [...new Set(subject.scopes.map(({ repository }) => repository))];
  return [
    codeTool({
      name: "search_code",
      description: "The lines that say most of some words, of up to five files. Use words that stand in code or comments.",
      input: z.object({ query: z.string().trim().min(1).max(500) }),
      run: async ({ query }) => found(await searchFiles(subject, query), "Nothing matches these words."),
    }),
    codeTool({
      name: "search_lines",
      description: "Lines that hold an exact text, or match a regular expression in ripgrep's syntax.",
      input: z.object({
        pattern: z.string().min(1).max(500),
        regex: z.boolean().default(false),
        paths: z.string().max(500).default("").describe("Globs divided by commas, as `src/**,!*.test.ts`"),
      }),
      run: (input) => matchLines(repositories, input, signal),
    }),
    codeTool({
      name: "read_file",
      description: `Lines of one file, at most ${maxReadLines} at a time.`,
      input: z.object({
        path: z.string().min(1).max(4096),
        startLine: z.number().int().min(1).default(1),
        endLine: z.number().int().min(1).optional(),
      }),
      run: (input) => readFile(repositories, input),
    }),
    codeTool({
      name: "find_symbol",
      description: "Declarations by their name or a part of it.",
      input: z.object({ name }),
      run: (input) => readSymbols(repositories, input.name),
    }),
    codeTool({
      name: "find_references",
      description: "Where a declaration with this exact name is used.",
      input: z.object({ name }),
      run: async (input) => await readReferences(repositories, input.name),
    }),
    codeTool({
      name: "list_files",
      description: "What lies in a folder, or all files that globs fit. An empty folder is the top.",
      input: z.object({ folder: z.string().max(4096).default(""), paths: z.string().max(500).default("") }),
      run: async (input) => ({ passages: [], note: listFolder(repositories, input) }),
    }),
    codeTool({
      name: "list_facts",
      description: "What the index holds of one kind, as file and line with what stands there.",
      input: z.object({ kind: z.enum(factKinds), query: z.string().max(200).default("").describe("Only those that hold this") }),
      run: (input) => listFacts(repositories, input),
    }),
  ]; // prettier-ignore
}

type Repositories = readonly PageSubject["scopes"][number]["repository"][];

function found(passages: readonly CodePassage[], nothing: string): LookUpResult {
  return { passages, note: passages.length === 0 ? nothing : "" };
}

async function matchLines(
  repositories: Repositories,
  { pattern, regex: isRegex, paths }: { pattern: string; regex: boolean; paths: string },
  signal: AbortSignal,
): Promise<LookUpResult> {
  const query = { pattern, isRegex, ignoreCase: false, isWord: false };
  const options = { paths: splitGlobs(paths), maxFiles: maxMatchedFiles, maxLinesPerFile, signal };
  const passages: CodePassage[] = [];
  let hidden = 0;
  const ends: string[] = [];
  let isOutOfTime = false;
  for (const repository of repositories) {
    const answer = await repository.index.findLines(query, options).catch((error: unknown) => {
      if (error instanceof LinePatternError) return Promise.reject(new Error(error.message));
      throw error;
    });
    const most = Math.max(leastLinesPerFile, Math.floor(maxLines / Math.max(1, answer.files.length)));
    for (const { path, lines, matchedLines } of answer.files) {
      const shown = lines.slice(0, most);
      const ranges = joinNear(shown.map(({ line }) => ({ path, startLine: line, endLine: line })));
      passages.push(...(await readPassages(repository, ranges)));
      hidden += matchedLines - shown.length;
    }
    if (answer.isCutOff && !answer.isOutOfTime) ends.push(answer.files.at(-1)?.path ?? "");
    isOutOfTime ||= answer.isOutOfTime;
  }
  // Whoever takes a part for all says what is not so.
  if (isOutOfTime) return { passages, note: outOfTime };
  const more = hidden > 0 ? `(At least ${hidden} more lines of these files match.)` : "";
  const note = [more, ...ends.map(tellEnd)].filter((part) => part !== "").join(" ");
  return note === "" ? found(passages, "No line matches.") : { passages, note };
}

const tellEnd = (path: string) =>
  `(The search ended with ${path}, as ${maxMatchedFiles} files match; files behind it were not looked at. Narrow it with \`paths\`.)`;

const outOfTime =
  "(The time ran out before all files were looked at, so that nothing can be said of the others. Search again with `paths`, or for a plain text.)";

/** Ranges of one file in order; near ones are one. */
export function joinNear(ranges: readonly ShownRange[]): ShownRange[] {
  const joined: ShownRange[] = [];
  for (const one of ranges) {
    const last = joined.at(-1);
    const isNear = last && one.startLine <= last.endLine + nearLines && one.endLine - last.startLine < longestJoined;
    if (last && isNear) last.endLine = Math.max(last.endLine, one.endLine);
    else joined.push({ ...one });
  }
  return joined;
}

/** Declarations of a few lines are one passage with their neighbours. */
function joinSmall(pieces: readonly ShownRange[]): ShownRange[] {
  const joined: ShownRange[] = [];
  for (const { path, startLine, endLine } of pieces) {
    const last = joined.at(-1);
    if (last && endLine - last.startLine < smallPiece) last.endLine = endLine;
    else joined.push({ path, startLine, endLine });
  }
  return joined;
}

async function readFile(
  repositories: Repositories,
  { path: written, startLine, endLine }: { path: string; startLine: number; endLine?: number | undefined },
): Promise<LookUpResult> {
  const path = written.replace(/^\/+/, "");
  const repository = repositories.find(({ index }) => index.facts(path) !== null);
  const facts = repository?.index.facts(path);
  if (!repository || !facts) return { passages: [], note: `There is no file ${path}.${beside(repositories, path)}` };
  const last = Math.min(endLine ?? Infinity, startLine + maxReadLines - 1, facts.lines);
  const ranges = joinSmall(cutToPieces(facts, startLine, last).map((piece) => ({ ...piece, path })));
  const rest = last < facts.lines ? `The file has ${facts.lines} lines.` : "";
  return { passages: await readPassages(repository, ranges), note: rest };
}

/** Files of that name elsewhere, else what lies in the nearest folder of the path that is there. */
function beside(repositories: Repositories, path: string): string {
  const nameIn = (one: string) => one.slice(one.lastIndexOf("/") + 1).toLowerCase();
  const paths = repositories.flatMap(({ index }) => index.files().map((file) => file.path));
  const same = paths.filter((one) => nameIn(one) === nameIn(path)).slice(0, 5);
  let folder = path;
  do folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
  while (folder !== "" && !paths.some((one) => one.startsWith(`${folder}/`)));
  const listed = listFolder(repositories, { folder, paths: "" }, maxNamedFiles).split("\n");
  const there = `${folder === "" ? "At the top" : `In ${folder}/`} there are: ${listed.join(", ")}.`;
  return `${same.length === 0 ? "" : ` Files of that name: ${same.join(", ")}.`} ${there}`;
}

const maxNamedFiles = 40;

async function readSymbols(repositories: Repositories, wanted: string): Promise<LookUpResult> {
  const passages: CodePassage[] = [];
  const cut: string[] = [];
  for (const repository of repositories) {
    const alike = repository.index.findSymbols(wanted, { limit: maxSymbols });
    const exact = alike.filter(({ symbol }) => symbol.name === wanted);
    const hits = exact.length > 0 ? exact : alike;
    const ranges = hits.map(async ({ path, symbol: { name, doc, startLine: begin, endLine } }) => {
      const before = await wordsBefore(repository, path, { from: doc?.startLine ?? begin, to: begin });
      const startLine = Math.min(before, begin);
      const last = startLine + maxSymbolLines - 1;
      if (endLine > last) cut.push(`\`${name}\` of ${path} goes on to line ${endLine}.`);
      return { path, startLine, endLine: Math.min(endLine, last) };
    });
    passages.push(...(await readPassages(repository, await Promise.all(ranges))));
  }
  const shown = passages.slice(0, maxSymbols);
  return cut.length > 0 ? { passages: shown, note: cut.join(" ") } : found(shown, "No declaration has such a name.");
}

/** Where a declaration begins with what people wrote about it: descriptions of an API for programs are left out. */
async function wordsBefore(
  { reader }: Repositories[number],
  path: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  if (to - from < longDescription) return from;
  const lines = (await reader.readLines(path))?.slice(from - 1, to - 1) ?? [];
  return lines.some((line) => forPrograms.test(line)) ? to : from;
}

const longDescription = 8;
const forPrograms = /swagger:|@(?:OA|openapi|swagger|api[A-Z])\b|@(?:Summary|Router|Produce)\b/;
