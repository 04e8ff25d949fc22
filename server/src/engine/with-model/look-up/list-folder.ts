import { pathFilter } from "#server/code-index/search/lines/path-filter.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { splitGlobs } from "#server/text/split-globs.ts";

const maxEntries = 120;

/** What lies in a folder, or the files that globs fit, one a line. Throws where a glob is none. */
export function listFolder(
  repositories: readonly PageRepository[],
  { folder: written, paths }: { folder: string; paths: string },
  most = maxEntries,
): string {
  const folder = written.replace(/^(?:\.?\/)+|^\.$/, "").replace(/\/+$/, "");
  const globs = splitGlobs(paths);
  const isChosen = pathFilter({ under: folder, paths: globs });
  const listed = repositories.flatMap(({ index }) => {
    const files = index.files().filter(isChosen);
    return globs.length > 0 ? files.map(({ path }) => path) : entriesOf(files, folder);
  });
  const rest = listed.length > most ? [`(${listed.length - most} more)`] : [];
  return listed.length === 0 ? "No file lies there." : [...listed.slice(0, most), ...rest].join("\n");
}

function entriesOf(files: readonly { path: string }[], folder: string): string[] {
  const start = folder === "" ? 0 : folder.length + 1;
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const end = path.indexOf("/", start);
    const entry = end === -1 ? path : path.slice(0, end + 1);
    counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  return [...counts].map(([entry, count]) => (entry.endsWith("/") ? `${entry} (${count})` : entry));
}
