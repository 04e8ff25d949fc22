import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { getOrganization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import { reviewBranch } from "@cairn/contract/reviews";
import { chromium, type Locator, type Page } from "@playwright/test";

import { buildWebIfChanged, webDirectory } from "../build-web.ts";
import { findChromium } from "../find-chromium.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { at, takeFrames, watchFrames } from "./frames.ts";
import { git } from "./git.ts";
import { startHostedProduct, untilWritten, type HostedProduct } from "./hosted-product.ts";
import { makePackageRepository } from "./package-repository.ts";
import { addService, chooseTest, untilRun } from "./run-steps.ts";
import { signIn } from "./sign-in.ts";

const fileCount = 25;
const linesPerFile = 400;
const openRounds = 5;
const wheels = 240;
const wheelPixels = 400;
const commentRounds = 5;

/** A review of ten thousand changed lines in a real browser: opened, scrolled, commented and searched. */
export async function benchDiff(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  await buildWebIfChanged();
  const source = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const product = await startHostedProduct({ dataDirectory: path.join(folder, "data"), source, webDirectory });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    await untilWritten(product);
    await chooseTest(product, await addService(product), null);
    const review = await makeReview(product, folder);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, product.running.address);
    const opened = await timeOpening(page, review);
    const frames = await timeScroll(page);
    const found = await page.evaluate(
      (text) => Number((window as unknown as { find(text: string): boolean }).find(text)),
      lineOf(fileCount - 1, linesPerFile - 1),
    );
    const comments = await timeComments(page);
    const lines = fileCount * linesPerFile;
    return [
      atMost(`a review of ${lines} lines: from click to lines`, at(opened, 0.5), 1_000, "ms"),
      atMost(`a frame while it is scrolled: p95 of ${frames.length}`, at(frames, 0.95), 25, "ms"),
      atMost(`from click to the editor of a comment: median of ${commentRounds}`, at(comments, 0.5), 100, "ms"),
      atLeast("the browser's own search finds the last line", found, 1, ""),
    ];
  } finally {
    await browser.close();
    await product.running.stop();
  }
}

const lineOf = (file: number, line: number) => `export const berth${file}x${line} = readTide(${line}) + ${file};`;

/** Pushes a branch with that many new lines and puts it in review. Answers the address of the list that it stands in. */
async function makeReview(product: HostedProduct, folder: string): Promise<string> {
  const { client, params, address, running } = product;
  const clone = path.join(folder, "clone");
  const inClone = ["-C", clone, "-c", "user.name=Ada", "-c", "user.email=ada@example.test"];
  await git(["clone", "--quiet", "--depth", "1", address, clone]);
  await mkdir(path.join(clone, "berths"));
  for (let file = 0; file < fileCount; file += 1) {
    const lines = Array.from({ length: linesPerFile }, (_, line) => `${lineOf(file, line)}\n`);
    await writeFile(path.join(clone, "berths", `berth-${String(file).padStart(2, "0")}.ts`), lines.join(""));
  }
  await git([...inClone, "add", "--all"]);
  await git([...inClone, "commit", "--quiet", "-m", "Add berths"]);
  await git([...inClone, "push", "--quiet", "origin", "HEAD:refs/heads/berths"]);
  const { organizationId, projectId, repositoryId } = params;
  const project = { organizationId, projectId };
  const made = await client.call(reviewBranch, { params: project, body: { repositoryId, branch: "berths" } });
  const run = { ...project, taskId: made.task.taskId, implementationId: made.implementationId };
  await untilRun(product, run, ({ running: isRunning }) => !isRunning);
  const { slug: organization } = await client.call(getOrganization, { params: { organizationId } });
  const { slug } = await client.call(getProject, { params: project });
  return `${running.address}/o/${organization}/p/${slug}/review`;
}

/** From the click on the review in the list to the frame with lines in it. */
async function timeOpening(page: Page, list: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < openRounds; round += 1) {
    await page.goto(list, { waitUntil: "networkidle" });
    const link = page
      .getByRole("main")
      .getByRole("link", { name: /Add berths/ })
      .first();
    await link.hover();
    times.push(await timeToFrame(link, lineOf(0, 0)));
  }
  return times;
}

/** From a click to the frame in which `text` is part of the page, in ms. */
async function timeToFrame(link: Locator, text: string): Promise<number> {
  return await link.evaluate(async (element, wanted) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const startedAt = performance.now();
    (element as HTMLElement).click();
    while (!(document.querySelector("main")?.textContent ?? "").includes(wanted)) await nextFrame();
    await nextFrame();
    return performance.now() - startedAt;
  }, text);
}

/** Down over all of it and back. */
async function timeScroll(page: Page): Promise<number[]> {
  await page.waitForLoadState("networkidle");
  await page.mouse.move(800, 500);
  await watchFrames(page);
  for (let wheel = 0; wheel < wheels; wheel += 1) {
    await page.mouse.wheel(0, wheel < wheels / 2 ? wheelPixels : -wheelPixels);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return await takeFrames(page);
}

/** From the press on a line's number to the frame with an editor that has the focus. */
async function timeComments(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let line = 1; line <= commentRounds; line += 1) {
    const number = page.getByRole("button", { name: `Comment on line ${line}`, exact: true }).first();
    times.push(
      await number.evaluate(async (element) => {
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const before = document.activeElement;
        const startedAt = performance.now();
        (element as HTMLElement).click();
        while (
          document.activeElement === before ||
          !document.activeElement?.matches("textarea, [contenteditable=true]")
        )
          await nextFrame();
        await nextFrame();
        return performance.now() - startedAt;
      }),
    );
  }
  return times;
}
