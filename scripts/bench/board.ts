import { createOrganization } from "@cairn/contract/organizations";
import { createProject } from "@cairn/contract/projects";
import { createTask } from "@cairn/contract/tasks";
import { chromium, type Locator, type Page } from "@playwright/test";

import { signInAsClient } from "../../server/src/main/seed/api-client.ts";
import { startCairn, type RunningCairn } from "../../server/src/main/start/start-cairn.ts";
import { fillTasks } from "../../server/src/testing/fill-tasks.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { buildWebIfChanged, webDirectory } from "../build-web.ts";
import { findChromium } from "../find-chromium.ts";
import { atMost, type Figure } from "./figure.ts";
import { at, takeFrames, watchFrames } from "./frames.ts";
import { person, signIn } from "./sign-in.ts";

const cardCount = 2_000;
const openRounds = 5;
const dropRounds = 5;
const dragMoves = 120;

/** A board of two thousand cards in a real browser: opened, dragged over and dropped on. */
export async function benchBoard(folder: string): Promise<Figure[]> {
  await buildWebIfChanged();
  const env = { PORT: String(await findFreePort()), DATA_DIR: folder, LOG_LEVEL: "error", RATE_LIMITS: "off" };
  const running = await startCairn({ env, webDirectory, parts: { server: true, worker: false } });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const task = await makeFullBoard(running);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, running.address);
    const opened = await timeOpening(page, task);
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    const { frames, drops } = await timeDrags(page);
    return [
      atMost(`board of ${cardCount} cards: from click to cards`, at(opened, 0.5), 500, "ms"),
      atMost("its nodes in the page", nodes, 3_000, ""),
      atMost(`a frame while a card is dragged: p95 of ${frames.length}`, at(frames, 0.95), 25, "ms"),
      atMost(`from release to the card in its lane: median of ${dropRounds}`, at(drops, 0.5), 100, "ms"),
    ];
  } finally {
    await browser.close();
    await running.stop();
  }
}

/** Answers the address of a task of a product with a full board. */
async function makeFullBoard({ address, services, connectionString }: RunningCairn): Promise<string> {
  const client = await signInAsClient(services.settings.addresses, person);
  const { organizationId, slug: organization } = await client.call(createOrganization, {
    params: {},
    body: { name: "Northquay" },
  });
  const created = await client.call(createProject, { params: { organizationId }, body: { name: "Ferry Board" } });
  const params = { organizationId, projectId: created.projectId };
  const { taskId } = await client.call(createTask, { params, body: { title: "Show tides", state: "todo" } });
  await fillTasks(connectionString, { ...params, taskCount: cardCount, openCount: cardCount });
  return `${address}/o/${organization}/p/${created.slug}/tasks/${taskId}`;
}

/** From the click on a task's page to the frame with cards in it, by a pointer that comes to the link of a page at rest. */
async function timeOpening(page: Page, task: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < openRounds; round += 1) {
    await page.goto(task, { waitUntil: "networkidle" });
    const link = page.getByRole("link", { name: "Tasks", exact: true }).first();
    await link.hover();
    times.push(
      await link.evaluate(async (element) => {
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const startedAt = performance.now();
        (element as HTMLElement).click();
        while (!/Task \d+ about the quay/.test(document.querySelector("main")?.textContent ?? "")) await nextFrame();
        await nextFrame();
        return performance.now() - startedAt;
      }),
    );
  }
  return times;
}

/** Drags the first card of Backlog over the lanes and drops it in Todo, several times. */
async function timeDrags(page: Page): Promise<{ frames: number[]; drops: number[] }> {
  const frames: number[] = [];
  const drops: number[] = [];
  const backlog = page.getByRole("region", { name: "Backlog", exact: true });
  const todo = page.getByRole("region", { name: "Todo", exact: true });
  for (let round = 0; round < dropRounds; round += 1) {
    const card = backlog.getByRole("link", { name: /about the quay/ }).first();
    const title = (await card.textContent()) ?? "";
    const [from, lane] = [await card.boundingBox(), await todo.boundingBox()];
    if (!from || !lane) throw new Error("The board shows no card to drag.");
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    const end = { x: lane.x + lane.width / 2, y: lane.y + 160 };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 20, start.y, { steps: 4 });
    await watchFrames(page);
    for (let move = 1; move <= dragMoves; move += 1) {
      // To and fro over the lanes beside it, and at last to where it is dropped.
      const wave = move === dragMoves ? 1 : (1 - Math.cos((move / dragMoves) * 5 * Math.PI)) / 2;
      await page.mouse.move(start.x + (end.x - start.x) * wave * 1.4, start.y + (end.y - start.y) * wave);
    }
    // The library takes one movement a frame, and none before the drag has begun.
    while ((await todo.getAttribute("data-over")) === null) {
      await page.mouse.move(end.x, end.y);
      await page.mouse.move(end.x, end.y + 1);
    }
    frames.push(...(await takeFrames(page)));
    await watchDrop(title, { from: backlog, to: todo });
    await page.mouse.up();
    drops.push(await page.evaluate(() => (window as unknown as Watches).takeDrop()));
  }
  return { frames, drops };
}

/** What this bench adds to the page's window. */
interface Watches {
  takeDrop(): Promise<number>;
}

/** Watches for the frame in which the card stands in its new lane and nowhere else; `takeDrop` answers ms from the release. */
async function watchDrop(title: string, lanes: { from: Locator; to: Locator }): Promise<void> {
  const from = await lanes.from.elementHandle();
  await lanes.to.evaluate(
    (to, { wanted, before }) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const holds = (lane: Element | null) => lane?.textContent.includes(wanted) === true;
      const released = new Promise<number>((resolve) => {
        addEventListener("pointerup", () => resolve(performance.now()), { once: true, capture: true });
      });
      const drop = released.then(async (releasedAt) => {
        while (!holds(to) || holds(before)) await nextFrame();
        await nextFrame();
        return performance.now() - releasedAt;
      });
      (window as unknown as Watches).takeDrop = () => drop;
    },
    { wanted: title, before: from },
  );
}
