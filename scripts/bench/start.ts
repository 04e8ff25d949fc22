import path from "node:path";

import { chromium, type Browser } from "@playwright/test";

import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { findChromium } from "../find-chromium.ts";
import { root } from "../run.ts";
import { atMost, type Figure } from "./figure.ts";
import { startProgram } from "./program.ts";

const rounds = 3;

/** From `npm start` on a data directory that was used before until the first page can be read; the best of three. */
export async function benchStart(folder: string): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    await timeStart(browser, folder);
    let best = Infinity;
    for (let round = 0; round < rounds; round += 1) best = Math.min(best, await timeStart(browser, folder));
    return [atMost("warm npm start to the first page", best / 1000, 3, "s")];
  } finally {
    await browser.close();
  }
}

async function timeStart(browser: Browser, folder: string): Promise<number> {
  const port = String(await findFreePort());
  const startedAt = performance.now();
  const program = startProgram(
    ["npm", "start", "--", "--no-demo", "--port", port, "--data-dir", path.join(folder, "data")],
    root,
  );
  await program.waitForLine(/ is ready at /);
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/login`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const took = performance.now() - startedAt;
  await page.close();
  await program.stop();
  return took;
}
