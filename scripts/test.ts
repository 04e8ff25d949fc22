/**
 * `npm test`: what CI runs. Checks, then every test on a real PostgreSQL, then the user stories in a real browser on the
 * built product. Ends with the plain line "N passed, N failed".
 */
import { readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { buildWebIfChanged } from "./build-web.ts";
import { findChromium } from "./find-chromium.ts";
import { run } from "./run.ts";

interface Counts {
  passed: number;
  failed: number;
}

const reports = path.join(os.tmpdir(), `cairn-reports-${process.pid}`);

async function check(): Promise<Counts> {
  const { exitCode } = await run(["node", "scripts/check.ts"]);
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1 };
}

async function unitTests(): Promise<Counts> {
  const file = path.join(reports, "vitest.json");
  const { exitCode } = await run(["vitest", "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`]);
  const report = await readReport<{ numPassedTests: number; numFailedTests: number }>(file);
  return atLeastOneFailure({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, exitCode);
}

async function userStories(): Promise<Counts> {
  await buildWebIfChanged();
  const file = path.join(reports, "stories.json");
  const { exitCode } = await run(["playwright", "test", "--config", "e2e/playwright.config.ts"], {
    env: { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  const report = await readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return atLeastOneFailure({ passed: expected, failed: unexpected + flaky }, exitCode);
}

async function readReport<T>(file: string): Promise<T | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as T);
}

/** A runner that failed without a failed test (a crash, no tests) must not pass for green. */
function atLeastOneFailure(counts: Counts, exitCode: number): Counts {
  return exitCode === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const total: Counts = { passed: 0, failed: 0 };
for (const part of [check, unitTests, userStories]) {
  const counts = await part();
  total.passed += counts.passed;
  total.failed += counts.failed;
}
await rm(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
