import { pathFilter } from "#server/code-index/search/lines/path-filter.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import type { CheckedEvidence, Evidence } from "#server/engine/evidence/evidence.ts";
import type { ToolPassage } from "#server/engine/evidence/tool-passage.ts";
import { splitGlobs } from "#server/text/split-globs.ts";

import { answerWithText, fenceWhole, nearLines, onOneLine, sourcesOf } from "./code-answer.ts";
import { cutLine } from "./cut-line.ts";
import { findMatchingLines, type LineMatches } from "./find-matching-lines.ts";
import type { SearchArea } from "./search-areas.ts";
import { openLocation, type ToolTarget } from "./tool-target.ts";

const maxFiles = 60;
const maxLinesPerFile = 20;
const maxLineLength = 200;
/** Places that an answer shows and may cite; a caller that needs more narrows the search. */
const maxPlaces = 40;
/** UTF-16 units of all lines together: what an agent can read without losing sight of its task. */
const maxText = 20_000;

interface LineInput {
  pattern: string;
  isRegex: boolean;
  ignoreCase: boolean;
  isWord: boolean;
  paths?: string | undefined;
}

/** Every line that holds a text or matches a regular expression, for an agent, as `path:line: text`. */
export async function findLines(ctx: Ctx, input: ToolScope & ToolTarget & LineInput): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openLocation(ctx, project, input);
  const found = await findMatchingLines(ctx, areas, { ...input, maxFiles, maxLinesPerFile });
  const { blocks, files } = render(found.files);
  const text = files.length === 0 ? describeNothing(found) : [...blocks, describeRest(found, files)].join("\n\n");
  const repositories = areas.map(({ repository }) => repository);
  const { matchedFiles, matchedLines } = found;
  const shownLines = files.reduce((total, { lines }) => total + lines.length, 0);
  const sources = await sourcesOf(repositories, files.flatMap(placesOf));
  const answer = answerWithText(repositories, text, {
    files,
    sources,
    matchedFiles,
    matchedLines,
    isCutOff: found.isCutOff || shownLines < matchedLines,
  });
  const passages = await passagesOf(repositories, sources, files);
  const isAbsent = found.matchedLines === 0 && !found.isCutOff && repositories.length > 0;
  return {
    ...(isAbsent && { absent: describeAbsent(areas, input) }),
    ...answer,
    lines: { passages, note: files.length === 0 ? "" : describeRest(found, files) },
  };
}

const maxNamed = 80;

/** The pattern, and in how many files it is not: as much as an absence can be proven by. */
function describeAbsent(areas: readonly SearchArea[], { pattern, paths = "" }: LineInput): string {
  const globs = splitGlobs(paths);
  const looked = areas.map(
    ({ repository, under }) =>
      repository.index.files().filter(pathFilter({ paths: globs, ...(under !== null && { under }) })).length,
  );
  const inside = paths.trim() === "" ? "" : ` (${onOneLine(paths).slice(0, maxNamed)})`;
  const files = count(looked.reduce((sum, one) => sum + one, 0), "file"); // prettier-ignore
  return `“${onOneLine(pattern).slice(0, maxNamed)}” in ${files}${inside}`;
}

/** The places that match, each with the lines of it that do. */
async function passagesOf(
  repositories: readonly IndexedRepository[],
  sources: readonly CheckedEvidence[],
  files: readonly ShownFile[],
): Promise<ToolPassage[]> {
  const isOfSeveral = repositories.length > 1;
  const read = sources.map(async (source) => {
    const { repositoryId, path, startLine, endLine } = source;
    const repository = repositories.find((one) => one.repositoryId === repositoryId);
    const file = files.find((one) => one.repositoryId === repositoryId && one.path === path);
    const matched = file?.lines.map(({ line }) => line).filter((line) => line >= startLine && line <= endLine) ?? [];
    const lines = (await repository?.reader.readLines(path))?.slice(startLine - 1, endLine) ?? [];
    return { source, lines, about: null, repository: isOfSeveral ? (repository?.name ?? null) : null, matched };
  });
  return await Promise.all(read);
}

interface ShownFile {
  repositoryId: string;
  path: string;
  lines: { line: number; text: string }[];
}

/** As many lines as fit, in a fence for each repository. */
function render(found: LineMatches["files"]): { blocks: string[]; files: ShownFile[] } {
  let room = maxText;
  let places = 0;
  const blocks: string[] = [];
  const files: ShownFile[] = [];
  for (const [repository, ofRepository] of Map.groupBy(found, (file) => file.repository)) {
    const rows: string[] = [];
    for (const { path, lines } of ofRepository) {
      const shown: ShownFile = { repositoryId: repository.repositoryId, path, lines: [] };
      for (const line of lines) {
        const { text } = cutLine(line, maxLineLength);
        const row = `${onOneLine(path)}:${line.line}: ${text}`;
        const last = shown.lines.at(-1);
        const isNear = last !== undefined && line.line <= last.line + nearLines;
        room -= row.length + 1;
        if (room < 0 || (!isNear && places >= maxPlaces)) break;
        if (!isNear) places += 1;
        rows.push(row);
        shown.lines.push({ line: line.line, text });
      }
      if (shown.lines.length > 0) files.push(shown);
    }
    if (rows.length > 0) blocks.push(`${repository.name}, branch ${repository.branch}:\n${fenceWhole(rows)}`);
  }
  return { blocks, files };
}

function placesOf({ repositoryId, path, lines }: ShownFile): Evidence[] {
  return lines.map(({ line }) => ({ repositoryId, path, startLine: line, endLine: line }));
}

function describeNothing({ isOutOfTime, unsearchedFiles }: LineMatches): string {
  if (isOutOfTime) return `No line was found yet. ${outOfTime}`;
  const unread = describeUnsearched(unsearchedFiles);
  return unread === "" ? "No line matches." : `No line matches in the files that were looked at. ${unread}`;
}

const outOfTime =
  "The time ran out before all files were looked at, so that nothing can be said of the others. Search again with `paths`, `service` or `repository`, or for a plain text in place of an expression.";

const maxUnsearched = 5;

function describeUnsearched(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const named = paths.slice(0, maxUnsearched).map(onOneLine).join(", ");
  return `${count(paths.length, "file")} too large to be searched: ${named}${paths.length > maxUnsearched ? ", …" : ""}.`;
}

function describeRest(found: LineMatches, files: readonly ShownFile[]): string {
  const { matchedFiles, matchedLines, isCutOff, isOutOfTime, unsearchedFiles } = found;
  const shownLines = files.reduce((total, { lines }) => total + lines.length, 0);
  const shown = `${count(shownLines, "line")} of ${count(files.length, "file")} are shown`;
  if (isOutOfTime) return `${shown}; ${outOfTime}`;
  const unread = describeUnsearched(unsearchedFiles);
  const isWhole = shownLines === matchedLines && (!isCutOff || unread !== "");
  if (isWhole)
    return [`That is all: ${count(matchedLines, "line")} in ${count(matchedFiles, "file")}.`, unread]
      .filter((one) => one !== "")
      .join(" ");
  const known = `at least ${count(matchedLines, "line")} in ${count(matchedFiles, "file")} match`;
  return `${shown}; ${known}. Narrow the search with \`paths\`, \`service\` or \`repository\` to see the others.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
