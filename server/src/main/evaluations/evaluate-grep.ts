import { z } from "zod";

import { LinePatternError } from "#server/code-index/ports/line-query.ts";

import { readJsonLines, reportFigures, rounded, summariseTimes } from "./json-lines.ts";
import { onIndex } from "./on-index.ts";

const querySchema = z.object({
  id: z.union([z.string(), z.number()]),
  pattern: z.string(),
  regex: z.boolean().default(false),
  ignoreCase: z.boolean().default(false),
});

/** A pattern that cannot be searched is an answer; the others are searched all the same. */
function explainPattern(error: unknown): { lines: string[]; error: string } {
  if (error instanceof LinePatternError) return { lines: [], error: error.message };
  throw error;
}

/** Long enough for every line of a large repository. */
const deadlineMs = 120_000;

/** Answers the patterns of standard input with all their lines and the time each took. */
export async function evaluateGrep(at: { directory: string; commit: string }): Promise<string> {
  const queries = await readJsonLines(querySchema);
  return await onIndex(at, async (index, { files, indexMs, floorMs }) => {
    const warmStarted = performance.now();
    await index.warmLines();
    const loadMs = performance.now() - warmStarted;
    const times: number[] = [];
    const answers: string[] = [];
    for (const { id, pattern, regex, ignoreCase } of queries) {
      const started = performance.now();
      const query = { pattern, isRegex: regex, ignoreCase, isWord: false };
      const found = await index.listMatchingLines(query, { deadlineMs }).catch(explainPattern);
      const ms = performance.now() - started;
      times.push(ms);
      answers.push(JSON.stringify({ id, ...found, ms: rounded(ms) }));
    }
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
