import type { Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { readScriptOutput } from "#server/platform/sandbox/work-copy/read-script-output.ts";
import { insidePaths } from "#server/platform/sandbox/work-copy/work-copy-folders.ts";

/** Where runners that need to be told write their report. */
const junitPath = `${insidePaths.temporary}/cairn-junit.xml`;

/** Asks runners for reports that can be read; others do not mind. */
export const reportEnvironment = { PYTEST_ADDOPTS: `--junitxml=${junitPath}` };

/**
 * Only a Node.js that knows its own test runner takes this; an older one would refuse to start at all. It goes together with reporters
 * of the command that write to files, as those of coverage do.
 */
const nodeReporter = "'--test-reporter=tap --test-reporter-destination=stdout'";

/** The command with what makes Node's own runner tell its tests in a form that can be read. */
export function askForReport(command: string): string {
  // The runner refuses several reporters of which one has no destination.
  if (/--test-reporter[= ]/.test(command) && !command.includes("--test-reporter-destination")) return command;
  return `if NODE_OPTIONS=${nodeReporter} node -e 0 >/dev/null 2>&1; then export NODE_OPTIONS=${nodeReporter}; fi\n${command}`;
}

const maxReportBytes = 8 * 1024 ** 2;
const timeoutMs = 20_000;
const script = `
find ${insidePaths.tree} ${insidePaths.temporary} -name .git -prune -o -name node_modules -prune -o \\
  -type f -name '*.xml' -newermt "@$1" -size -${maxReportBytes}c -exec grep -lE '<testsuites?[ >]' {} + 2>/dev/null |
  sort | head -n 2000 | tr '\\n' '\\0' | xargs -0 -r cat -- | head -c ${maxReportBytes}
`;

/**
 * The JUnit XML files that were written in a work copy since a moment, one after the other. They are read behind the
 * walls, by a program of the system, when nothing else runs there.
 */
export async function collectReports(
  sandbox: Pick<Sandbox, "start">,
  workCopy: WorkCopy,
  { since, signal }: { since: Date; signal: AbortSignal },
): Promise<string> {
  const argument = String(since.getTime() / 1000);
  const limits = { timeoutMs, maxBytes: 2 * maxReportBytes, signal };
  return await readScriptOutput(sandbox, workCopy, { script, name: "reports", argument, ...limits });
}
