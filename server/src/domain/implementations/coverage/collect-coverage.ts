import type { Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { readScriptOutput } from "#server/platform/sandbox/work-copy/read-script-output.ts";
import { insidePaths } from "#server/platform/sandbox/work-copy/work-copy-folders.ts";
import { readCoverage } from "#server/platform/test-reports/read-coverage.ts";

import type { LocatedReport } from "./relate-coverage.ts";

const names = ["lcov.info", "coverage.xml", "cobertura-coverage.xml", "coverage.out"];
const maxReports = 4;
const maxReportBytes = 4 * 1024 ** 2;
const timeoutMs = 20_000;
const named = names.map((name) => `-name ${name}`).join(" -o ");
const list = `
find ${insidePaths.tree} -name .git -prune -o -name node_modules -prune -o \\
  -type f \\( ${named} \\) -newermt "@$1" -size -${maxReportBytes}c -print0 2>/dev/null | sort -z | head -z -n ${maxReports}
`;
const read = `head -c ${maxReportBytes} -- "$1"`;

interface CoverageSearch {
  /** Before the tests began. */
  since: Date;
  signal: AbortSignal;
  /** The file at a path of the commit; null where it has none. One that the tests left as it was says nothing of them. */
  readCommitted: (path: string) => Promise<string | null>;
}

/**
 * Reports of coverage that were written in a work copy since a moment. They are read behind the walls, by programs of the system, when
 * nothing else runs there; what is no such report is left out.
 */
export async function collectCoverage(
  sandbox: Pick<Sandbox, "start">,
  workCopy: WorkCopy,
  { since, signal, readCommitted }: CoverageSearch,
): Promise<LocatedReport[]> {
  const limits = { timeoutMs, maxBytes: 2 * maxReportBytes, signal };
  const run = async (script: string, argument: string) =>
    await readScriptOutput(sandbox, workCopy, { script, name: "coverage", argument, ...limits });
  const listed = (await run(list, String(since.getTime() / 1000))).split("\0").filter((path) => path !== "");
  const found: LocatedReport[] = [];
  for (const inside of listed) {
    const path = inside.slice(insidePaths.tree.length + 1);
    const content = await run(read, inside);
    if (content === (await readCommitted(path))) continue;
    const report = readCoverage(content);
    if (report !== null) found.push({ ...report, path });
  }
  return found;
}
