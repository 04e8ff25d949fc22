import { z } from "zod";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";

import { readJsonLines, reportFigures, rounded, summariseTimes } from "./json-lines.ts";
import { onIndex } from "./on-index.ts";

const querySchema = z.object({ id: z.union([z.string(), z.number()]), query: z.string() });
const depth = 50;
const warmQueries = 20;
/** Every query gets this many paths where the commit has them, so that rankings of different depth compare. */
const fewest = 20;

/** Answers the questions of standard input with ranked paths and the time of indexing and answering. */
export async function evaluateRank(at: { directory: string; commit: string }): Promise<string> {
  const queries = await readJsonLines(querySchema);
  return await onIndex(at, async (index, { files, indexMs, floorMs }) => {
    const firstStarted = performance.now();
    index.search("warm up");
    const loadMs = performance.now() - firstStarted;
    // As after a while of use.
    for (const { query } of queries.slice(0, warmQueries)) index.search(query, { limit: depth });
    const times: number[] = [];
    const answers = queries.map(({ id, query }) => {
      const started = performance.now();
      const found = index.search(query, { limit: depth }).map(({ path }) => path);
      times.push(performance.now() - started);
      return JSON.stringify({ id, ranked: filled(index, found) });
    });
    reportFigures({
      files,
      indexMs: rounded(indexMs),
      floorMs: rounded(floorMs),
      loadMs: rounded(loadMs),
      queries: queries.length,
      queryMs: summariseTimes(times),
    });
    return answers.join("\n");
  });
}

/** The matches, followed by files that match nothing. */
function filled(index: CodeIndex, found: string[]): string[] {
  if (found.length >= fewest) return found;
  const known = new Set(found);
  const others = index.files().filter(({ path, kind }) => kind === "source" && !known.has(path));
  return [...found, ...others.slice(0, fewest - found.length).map(({ path }) => path)];
}
