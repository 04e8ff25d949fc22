import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { chromium, type Page } from "@playwright/test";

import { buildWebIfChanged, webDirectory } from "../build-web.ts";
import { findChromium } from "../find-chromium.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { startHostedProduct } from "./hosted-product.ts";
import { signIn } from "./sign-in.ts";

const lineCount = 5000;
const entryCount = 5000;
const openRounds = 7;
const scrolledFrames = 120;
const pixelsAFrame = 400;

/** A long file and a large folder in a real browser. */
export async function benchCodePages(folder: string): Promise<Figure[]> {
  await buildWebIfChanged();
  const source = await makeLongRepository(path.join(folder, "long"));
  const dataDirectory = path.join(folder, "data");
  const { running } = await startHostedProduct({ dataDirectory, source, webDirectory });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, running.address);
    const files = `${running.address}/o/northquay/p/packages/repositories/packages/b/main`;
    return [await benchFile(page, files), await benchFolder(page, files)];
  } finally {
    await browser.close();
    await running.stop();
  }
}

async function makeLongRepository(tree: string): Promise<string> {
  await mkdir(path.join(tree, "many"), { recursive: true });
  const lines = Array.from({ length: lineCount }, (_, n) => `export const berth${n} = { number: ${n}, isFree: true };`);
  await writeFile(path.join(tree, "long.ts"), `${lines.join("\n")}\n`);
  await Promise.all(
    Array.from({ length: entryCount }, (_, n) => writeFile(path.join(tree, "many", `ship-${n}.txt`), `Ship ${n}\n`)),
  );
  await git(["init", "--quiet", "--initial-branch=main"], tree);
  await git(["add", "--all"], tree);
  await git(["commit", "--quiet", "-m", "Long and many"], tree);
  return path.join(tree, ".git");
}

/** From the click on its name to the painted first line. */
async function benchFile(page: Page, files: string): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < openRounds; round += 1) {
    await page.goto(`${files}/`);
    const link = page.getByRole("main").getByRole("link", { name: "long.ts", exact: true }).first();
    const opened = await link.evaluate(async (element) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const startedAt = performance.now();
      (element as HTMLElement).click();
      while (document.querySelector('[data-line="1"]') === null) await nextFrame();
      await nextFrame();
      return performance.now() - startedAt;
    });
    times.push(opened);
  }
  const median = times.toSorted((a, b) => a - b)[openRounds >> 1] ?? 0;
  return atMost(`opening a file of ${lineCount} lines (median of ${openRounds})`, median, 300, "ms");
}

async function benchFolder(page: Page, files: string): Promise<Figure> {
  await page.goto(`${files}/many`);
  await page.getByRole("main").getByRole("link", { name: "ship-0.txt" }).first().waitFor();
  const frames = await page.evaluate(
    async ({ count, step }) => {
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      let before = await nextFrame();
      for (let frame = 0; frame < count; frame += 1) {
        document.scrollingElement?.scrollBy(0, step);
        document.querySelector("main")?.scrollBy(0, step);
        const now = await nextFrame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    { count: scrolledFrames, step: pixelsAFrame },
  );
  const p95 = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0;
  return atMost(`scrolling a folder of ${entryCount} entries: p95 of a frame`, p95, 25, "ms");
}
