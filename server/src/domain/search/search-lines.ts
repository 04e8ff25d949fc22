import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { LineHits, searchLines as endpoint } from "@cairn/contract/search";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { cutLine } from "./cut-line.ts";
import { findMatchingLines, type LineMatches } from "./find-matching-lines.ts";
import { freshnessOf, openTextAreas } from "./search-areas.ts";

const maxLinesPerFile = 25;
const maxLineLength = 400;

/** Lines of the project's code that hold a text or match a regular expression, by file; the same lines as ripgrep's. */
export async function searchLines(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const { serviceId, repositoryId, branch } = input;
  const areas = await openTextAreas(ctx, project, { serviceId, repositoryId, branch });
  const { pattern, isRegex, ignoreCase, isWord, paths, limit: maxFiles } = input;
  const request = { pattern, isRegex, ignoreCase, isWord, paths, maxFiles, maxLinesPerFile };
  const { files, matchedFiles, matchedLines, isCutOff } = await findMatchingLines(ctx, areas, request);
  return { files: toLineHits(files), matchedFiles, matchedLines, isCutOff, freshness: freshnessOf(areas) };
}

function toLineHits(files: LineMatches["files"]): LineHits[] {
  const byRepository = Map.groupBy(files, ({ repository }) => repository);
  return [...byRepository].flatMap(([{ repositoryId, name, branch, index }, found]) => {
    const wanted = new Set(found.map(({ path }) => path));
    const known = index.files().filter(({ path }) => wanted.has(path));
    const languages = new Map(known.map(({ path, language }) => [path, language]));
    return found.map(({ path, lines, matchedLines }) => ({
      repositoryId,
      repositorySlug: name,
      branch,
      commit: index.commit,
      path,
      language: languages.get(path) ?? null,
      lines: lines.map(({ line, ...marked }) => ({ line, ...cutLine(marked, maxLineLength) })),
      matchedLines,
    }));
  });
}
