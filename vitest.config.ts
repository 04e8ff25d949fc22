import { availableParallelism } from "node:os";

import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

import { temporaryFolder } from "./scripts/test/temporary-folder.ts";

/**
 * A test fails by what it sees, not by the clock: these only end one that hangs, so they leave room for a machine that
 * takes ten times as long.
 */
const limits = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/**
 * The usual one core less would leave one of two idle, as most files wait for a database, git or a socket. More than four
 * would run out of the connections that the one PostgreSQL of all tests takes.
 */
const maxWorkers = Math.min(availableParallelism(), 4);

/**
 * Loading the product's modules anew for each file costs more than most files do, so a process takes one file after
 * another. Each file has its own database and folders. What a test changes of the process by `vi.stubEnv`,
 * `vi.stubGlobal` or `vi.spyOn` is put back before the next; clocks it puts back itself.
 */
const shared = { ...limits, maxWorkers, isolate: false, unstubEnvs: true, unstubGlobals: true, restoreMocks: true };

const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

// Every process of a test takes it from there.
process.env.TMPDIR = temporaryFolder();

/** The sandbox once more, by Podman; only where it is known to be missing is this left out. */
const podman = {
  test: {
    name: "podman",
    include: ["server/src/platform/sandbox/*.test.ts", "server/src/platform/sandbox/install/install.test.ts"],
    env: { TEST_WALLS: "podman" },
    ...shared,
  },
};

/** And by Docker, in an engine of the tests' own. */
const dockerEngine = "server/src/platform/sandbox/testing/docker-engine.ts";
const dockerTests = "server/src/platform/sandbox/docker/relay.test.ts";
const docker = {
  test: {
    ...podman.test,
    name: "docker",
    include: [
      "server/src/platform/sandbox/{create-sandbox,hostile,sweep}.test.ts",
      "server/src/platform/sandbox/install/install.test.ts",
      dockerTests,
    ],
    globalSetup: [dockerEngine],
    env: { TEST_WALLS: "docker" },
  },
};

const textFiles = "{contract,server/src/engine}/**/*.test.ts";

export default defineConfig({
  test: {
    projects: [
      ...(process.env.TEST_PODMAN === "off" ? [] : [podman]),
      ...(process.env.TEST_DOCKER === "off" ? [] : [docker]),
      {
        test: {
          name: "text",
          include: [textFiles],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          setupFiles: ["server/src/testing/stop-clock.ts"],
          ...shared,
        },
      },
      {
        test: {
          name: "pure",
          include: ["{server,scripts}/**/*.test.ts"],
          exclude: [textFiles, dockerTests, "**/*.db.test.ts", "**/node_modules/**"],
          ...shared,
        },
      },
      {
        test: {
          name: "database",
          include: ["server/**/*.db.test.ts"],
          globalSetup: [
            "server/src/testing/global-setup.ts",
            ...(process.env.TEST_WALLS === "docker" ? [dockerEngine] : []),
          ],
          ...shared,
        },
      },
      {
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.ts"],
          exclude: ["**/*.screen.test.ts"],
          ...shared,
        },
      },
      {
        extends: "web/vite.config.ts",
        // Libraries that are found only while tests run make Vite load the page anew, with a second copy of React.
        optimizeDeps: { entries: ["src/**/*.{ts,tsx}"], include: ["axe-core"] },
        test: {
          name: "screens",
          root: "web",
          include: ["src/**/*.screen.test.{ts,tsx}"],
          setupFiles: [`${import.meta.dirname}/web/src/testing/setup-screens.ts`],
          ...shared,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // What moves is never at rest for a test to look at; and a browser without a window asks nobody.
              contextOptions: { reducedMotion: "reduce", permissions: ["clipboard-write"] },

              launchOptions: { executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
