import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { chromium, type Page } from "@playwright/test";

import { startModelServer } from "../../server/src/testing/fakes/model-server.ts";
import { buildWebIfChanged, webDirectory } from "../build-web.ts";
import { findChromium } from "../find-chromium.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { startHostedProduct, untilWritten } from "./hosted-product.ts";
import { signIn } from "./sign-in.ts";
import { longAnswer } from "./stream-answer.ts";

/** A quick model: pieces of four letters, 66 of them a second. */
const pieceLength = 4;
const pauseMs = 15;
/** An answer that lasts longer than this does not end. */
const longestMs = 180_000;

/** What the page has seen of an answer while it was drawn. */
interface Watched {
  /** Between one frame and the next, in ms. */
  frames: number[];
  /** Frames in which the text grew. */
  updates: number;
  seconds: number;
  /** Marks of the source that a reader saw, such as two stars. */
  rawMarks: string[];
  /** Layout shifts above the end of the text, as the browser scores them. */
  shift: number;
}

/** What an answer of 12,000 characters costs the browser while it arrives from a model. */
export async function benchStream(folder: string): Promise<Figure[]> {
  await buildWebIfChanged();
  const pieces = longAnswer.match(new RegExp(`[^]{1,${pieceLength}}`, "g")) ?? [];
  const model = await startModelServer();
  const env = { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "bench", MODEL_BASE_URL: model.baseUrl };
  const source = await makeSmallRepository(folder);
  try {
    const product = await startHostedProduct({ dataDirectory: path.join(folder, "data"), source, webDirectory, env });
    try {
      await untilWritten(product);
      model.script([{ kind: "drip", pieces, pauseMs }]);
      return figuresOf(await watchInBrowser(product.running.address));
    } finally {
      await product.running.stop();
    }
  } finally {
    await model.close();
  }
}

async function watchInBrowser(address: string): Promise<Watched> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, address);
    return await watchAnswer(page, `${address}/o/northquay/p/packages/chat`);
  } finally {
    await browser.close();
  }
}

async function makeSmallRepository(folder: string): Promise<string> {
  const directory = path.join(folder, "small");
  await mkdir(directory);
  await writeFile(path.join(directory, "berth.ts"), "/** Where a ship lies. */\nexport const berth = 7;\n");
  await git(["init", "--quiet", "--initial-branch=main"], directory);
  await git(["add", "berth.ts"], directory);
  await git(["commit", "--quiet", "--message", "A berth"], directory);
  return path.join(directory, ".git");
}

async function watchAnswer(page: Page, address: string): Promise<Watched> {
  await page.goto(address);
  await page.getByRole("textbox", { name: "Your question" }).fill("Where does a ship lie?");
  await page.getByRole("button", { name: "Send" }).click();
  const answer = page.getByRole("article", { name: "Answer" });
  await answer.locator(".prose").waitFor();
  // No other call to the page meanwhile: each one would cost frames.
  return await page.evaluate(watchInPage, longestMs);
}

/** Runs in the page, from the first word until nothing can be stopped any more. */
function watchInPage(longestMs: number): Promise<Watched> {
  const prose = document.querySelector(".prose");
  const frames: number[] = [];
  const rawMarks: string[] = [];
  let updates = 0;
  let hasGrown = false;
  let shift = 0;
  const observer = new MutationObserver(() => {
    hasGrown = true;
  });
  if (prose) observer.observe(prose, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] };
      const isAtEnd = ({ node }: { node: Node | null }) =>
        (node?.parentElement?.closest(".prose > div > :nth-last-child(-n + 2)") ?? null) !== null;
      if (!sources.every(isAtEnd)) shift += value;
    }
  }).observe({ type: "layout-shift" });
  const findMarks = (where: string) => {
    for (const block of prose?.querySelectorAll(`${where} :is(p, li, td, h3, h4, h5)`) ?? []) {
      const seen = /\*\*|```|~~|\]\(|\|\s*-{3}/.exec(block.textContent ?? "");
      if (seen) rawMarks.push(`${seen[0]} in ${block.textContent?.slice(0, 60)}`);
    }
  };
  const { promise, resolve, reject } = Promise.withResolvers<Watched>();
  const startedAt = performance.now();
  let last = startedAt;
  const onFrame = (now: number) => {
    frames.push(now - last);
    last = now;
    if (hasGrown) updates += 1;
    hasGrown = false;
    // Where the text grows; looking through all of it would itself cost frames.
    if (frames.length % 5 === 0) findMarks(":scope > div > :nth-last-child(-n + 2)");
    if (now - startedAt > longestMs) return reject(new Error("The answer did not end"));
    if (document.querySelector("button[aria-label='Stop']")) return void requestAnimationFrame(onFrame);
    findMarks(":scope");
    resolve({ frames, updates, seconds: (now - startedAt) / 1000, rawMarks: [...new Set(rawMarks)], shift });
  };
  requestAnimationFrame(onFrame);
  return promise;
}

function figuresOf({ frames, updates, seconds, rawMarks, shift }: Watched): Figure[] {
  const sorted = frames.slice(1).toSorted((one, other) => one - other);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  const over = (ms: number) => sorted.filter((frame) => frame > ms).length;
  const name = `${longAnswer.length} characters in ${seconds.toFixed(0)} s`;
  return [
    atMost(`${name}: frame p95`, p95, 25, "ms"),
    atMost(`${name}: frames over 50 ms`, over(50), 2, ""),
    atMost(`${name}: frames over 100 ms`, over(100), 0, ""),
    atLeast(`${name}: text updates a second`, updates / seconds, 20, ""),
    atMost(`${name}: marks of the source seen (${rawMarks.slice(0, 3).join("; ")})`, rawMarks.length, 0, ""),
    atMost(`${name}: layout shift`, shift, 0.01, ""),
  ];
}
