/**
 * `npm test`: what CI runs. Checks, every test on a real PostgreSQL, and the user stories in a real browser on the built
 * product. Ends with the plain line "N passed, N failed".
 */
import { buildWebIfChanged } from "./build-web.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { findChromium } from "./find-chromium.ts";
import { findDockerEngine } from "./find-docker.ts";
import { findPodman } from "./find-podman.ts";
import { run } from "./run.ts";
import type { StageMessage } from "./test/stage-messages.ts";
import { createTestProgress, type Stage } from "./test/test-progress.ts";

const stateEveryMs = 15_000;

const progress = createTestProgress(
  (line) => console.log(line),
  () => performance.now(),
);

/** Runs a stage; one that throws has gone wrong, with its message shown. */
async function runStage(stage: Stage, work: () => Promise<boolean>): Promise<boolean> {
  const isOk = await work().catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error));
    return false;
  });
  progress.endStage(stage, isOk);
  return isOk;
}

/** Programs run beside each other, so what a test runner writes is shown in one piece, and only when it went wrong. */
async function runProgram(stage: Stage, command: readonly string[], env: Record<string, string> = {}) {
  const onMessage = (message: unknown) => progress.receive(stage, message as StageMessage);
  const { exitCode, output } = await run(command, { isQuiet: true, env, onMessage });
  if (exitCode !== 0 || !stage.hasTests) console.log(output.trimEnd());
  return exitCode === 0;
}

async function check(): Promise<void> {
  const stage = progress.beginStage("checks");
  await runStage(stage, () => runProgram(stage, ["node", "scripts/check.ts"]));
}

async function test(): Promise<void> {
  const stage = progress.beginStage("test files", { hasTests: true });
  const reporters = ["--reporter=dot", "--reporter=./scripts/test/vitest-reporter.ts"];
  await runStage(stage, async () => {
    await bubblewrap;
    const env = { CHROMIUM_PATH: await chromium, TEST_PODMAN: await podman, TEST_DOCKER: await docker };
    return await runProgram(stage, ["vitest", "run", ...reporters], env);
  });
}

async function buildAndRunStories(): Promise<void> {
  const isBuilt = await runStage(progress.beginStage("web build"), async () => {
    await buildWebIfChanged();
    return true;
  });
  if (!isBuilt) return;
  const stage = progress.beginStage("stories", { hasTests: true });
  await runStage(stage, async () => {
    const env = { CHROMIUM_PATH: await chromium, STORY_REPORTER: "../scripts/test/playwright-reporter.ts" };
    return await runProgram(stage, ["playwright", "test", "--config", "e2e/playwright.config.ts"], env);
  });
}

// Screens and stories both need it, and only one may install it. Where there is none, each of the two says so.
const chromium = findChromium();
chromium.catch(() => {});
/** Runs of commands are tested for real or not at all. */
const bubblewrap = findBubblewrap();
bubblewrap.catch(() => {});
/** An operator's other choices; where one may not be installed, the rest is tested without. */
const podman = findPodman().then(...tellWhether("Podman"));
const docker = findDockerEngine().then(...tellWhether("Docker"));

function tellWhether(name: string): [() => string, (error: Error) => string] {
  const tell = (error: Error) => {
    console.log(`Sandboxes of ${name} are not tested here: ${error.message}`);
    return "off";
  };
  return [() => "on", tell];
}

/** Stories wait for a browser and tests for databases and git: side by side they use a machine that either leaves idle. */
async function testAll(): Promise<void> {
  const stories = buildAndRunStories();
  await check();
  await test();
  await stories;
}

const ticker = setInterval(() => progress.printState(), stateEveryMs);
await testAll();
clearInterval(ticker);
progress.printSummary();
const { passed, failed } = progress.total();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
