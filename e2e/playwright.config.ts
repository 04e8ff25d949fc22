import { defineConfig } from "@playwright/test";

import { temporaryFolder } from "../scripts/test/temporary-folder.ts";

/** The reporter by which `npm test` follows the stories. */
const { STORY_REPORTER } = process.env;

// Products of stories and their browser take it from there.
process.env.TMPDIR = temporaryFolder();

export default defineConfig({
  testDir: ".",
  globalSetup: "./start-hosts.ts",
  // Each has a product of its own.
  workers: 2,
  // A story fails by what it sees: these only end one that hangs, also on a machine that takes ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: STORY_REPORTER === undefined ? [["line"]] : [["dot"], [STORY_REPORTER]],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: "off",
    // Without a graphics card each frame of a movement is drawn by the processor.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
