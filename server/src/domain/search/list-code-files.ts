import { AppError } from "@cairn/contract/errors";

import { LinePatternError } from "#server/code-index/ports/line-query.ts";
import { Turns } from "#server/code-index/runtime/turns.ts";
import { pathFilter } from "#server/code-index/search/lines/path-filter.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import { splitGlobs } from "#server/text/split-globs.ts";

import { answerWithText, fenceWhole, onOneLine } from "./code-answer.ts";
import { isInside, type SearchArea } from "./search-areas.ts";
import { openLocation, type ToolTarget } from "./tool-target.ts";

/** Entries of all repositories together. */
const maxEntries = 400;
const deadlineMs = 5_000;

/** The content of a folder, or the files that match globs, for an agent. */
export async function listCodeFiles(
  ctx: Ctx,
  input: ToolScope & ToolTarget & { folder: string; paths?: string | undefined },
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openLocation(ctx, project, input);
  const folder = input.folder.replaceAll(/^\/+|\/+$/g, "");
  const globs = splitGlobs(input.paths ?? "");
  const turns = new Turns({ signal: ctx.signal, deadlineAt: performance.now() + deadlineMs });
  const listed: { area: SearchArea; entries: ListedEntry[] }[] = [];
  for (const area of areas) listed.push({ area, entries: await listEntries(area, { folder, globs, turns }) });
  const found = listed.filter(({ entries }) => entries.length > 0);
  const share = Math.floor(maxEntries / Math.max(1, found.length));
  const shown = found.map(({ area, entries }) => ({ area, entries, shown: entries.slice(0, share) }));
  const blocks = shown.map(({ area: { repository }, entries, shown: some }) => {
    const rest = entries.length > some.length ? `\n${entries.length - some.length} more are not shown.` : "";
    return `${repository.name}, branch ${repository.branch}:\n${fenceWhole(some.map(describeEntry))}${rest}`;
  });
  const repositories = areas.map(({ repository }) => repository);
  const text = blocks.length === 0 ? "No file of the indexed code lies there." : blocks.join("\n\n");
  return answerWithText(repositories, text, {
    sources: [],
    entries: shown.flatMap(({ area, shown: some }) =>
      some.map((entry) => ({ repositoryId: area.repository.repositoryId, ...entry })),
    ),
  });
}

interface ListedEntry {
  /** Of a folder with a slash at its end. */
  path: string;
  /** How many files a folder holds; null for a file. */
  files: number | null;
}

function describeEntry({ path, files }: ListedEntry): string {
  return files === null ? onOneLine(path) : `${onOneLine(path)} (${files} ${files === 1 ? "file" : "files"})`;
}

async function listEntries(
  { repository, under }: SearchArea,
  { folder, globs, turns }: { folder: string; globs: string[]; turns: Turns },
): Promise<ListedEntry[]> {
  const inFolder = folder === "" ? null : folder;
  const files = repository.index.files().filter(({ path }) => isInside(path, under) && isInside(path, inFolder));
  if (globs.length > 0) {
    const fitting = await filterByGlobs(files, { isWanted: readFilter(globs), turns });
    return fitting.map(({ path }) => ({ path, files: null }));
  }
  const top = inFolder ?? under;
  const start = top === null ? 0 : top.length + 1;
  const entries = new Map<string, ListedEntry>();
  for (const { path } of files) {
    const end = path.indexOf("/", start);
    const entry = end === -1 ? path : path.slice(0, end + 1);
    const known = entries.get(entry)?.files ?? 0;
    entries.set(entry, { path: entry, files: end === -1 ? null : known + 1 });
  }
  return [...entries.values()];
}

/** Fitting one path to hostile globs takes milliseconds. */
async function filterByGlobs<F extends { path: string; language: string | null }>(
  files: readonly F[],
  { isWanted, turns }: { isWanted: (file: F) => boolean; turns: Turns },
): Promise<F[]> {
  const fitting: F[] = [];
  for (const file of files) {
    if (turns.isOver() && !(await turns.next())) {
      throw new AppError("unprocessable", {
        message: "Fitting all paths to these globs takes too long. Use simpler ones.",
      });
    }
    if (isWanted(file)) fitting.push(file);
  }
  return fitting;
}

function readFilter(paths: readonly string[]): ReturnType<typeof pathFilter> {
  try {
    return pathFilter({ paths });
  } catch (error) {
    if (error instanceof LinePatternError) throw new AppError("invalid_input", { message: error.message });
    throw error;
  }
}
