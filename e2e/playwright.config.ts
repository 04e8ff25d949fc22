import { defineConfig } from "@playwright/test";

const isReported = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME !== undefined;

export default defineConfig({
  testDir: ".",
  globalSetup: "./start-product.ts",
  workers: 1,
  // A story fails by what it sees: these only end one that hangs, also on a machine that takes ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: isReported ? [["line"], ["json"]] : [["line"]],
  use: {
    // Read again in every worker, after the set-up has started the product.
    baseURL: process.env.STORY_ADDRESS,
    viewport: { width: 1280, height: 800 },
    trace: "off",
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
