import { mkdtemp } from "node:fs/promises";
import path from "node:path";

import { setArchitectureEdge } from "@cairn/contract/architecture";
import { createOrganization } from "@cairn/contract/organizations";
import { createProject, finishInitialSetup } from "@cairn/contract/projects";
import { createService, serviceTypes } from "@cairn/contract/services";
import { chromium, type Page } from "@playwright/test";

import { signInAsClient } from "../../server/src/main/seed/api-client.ts";
import { startCairn, type RunningCairn } from "../../server/src/main/start/start-cairn.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { buildWebIfChanged, webDirectory } from "../build-web.ts";
import { findChromium } from "../find-chromium.ts";
import { benchDerivedArchitecture } from "./derived-architecture.ts";
import { atMost, type Figure } from "./figure.ts";
import { at, takeFrames, watchFrames } from "./frames.ts";
import { person, signIn } from "./sign-in.ts";

const nodeCount = 300;
const edgeCount = 600;
const openRounds = 5;
const moves = 120;

/** What the code of three hundred services says, and the canvas of three hundred services and six hundred connections in a real browser: opened, dragged over, panned. */
export async function benchArchitecture(folder: string): Promise<Figure[]> {
  const derived = await benchDerivedArchitecture(await mkdtemp(path.join(folder, "derived-")));
  return [...(await benchCanvas(await mkdtemp(path.join(folder, "canvas-")))), ...derived];
}

async function benchCanvas(folder: string): Promise<Figure[]> {
  await buildWebIfChanged();
  const env = { PORT: String(await findFreePort()), DATA_DIR: folder, LOG_LEVEL: "error", RATE_LIMITS: "off" };
  const running = await startCairn({ env, webDirectory, parts: { server: true, worker: false } });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const overview = await makeArchitecture(running);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const floor = `; of one box on an empty page ${at(await timeBox(page), 0.95).toFixed(0)} ms`;
    await signIn(page, running.address);
    const opened = await timeOpening(page, overview);
    const drag = await timeDrag(page);
    const pan = await timePan(page);
    return [
      atMost(`canvas of ${nodeCount} nodes: from click to nodes`, at(opened, 0.5), 1_000, "ms"),
      atMost(`a frame while a node is dragged: p95 of ${drag.length}${floor}`, at(drag, 0.95), 20, "ms"),
      atMost(`a frame while the canvas is panned: p95 of ${pan.length}${floor}`, at(pan, 0.95), 20, "ms"),
    ];
  } finally {
    await browser.close();
    await running.stop();
  }
}

/** Answers the address of a product with so many services, each connected to the two after it. */
async function makeArchitecture({ address, services }: RunningCairn): Promise<string> {
  const client = await signInAsClient(services.settings.addresses, person);
  const { organizationId, slug: organization } = await client.call(createOrganization, {
    params: {},
    body: { name: "Northquay" },
  });
  const created = await client.call(createProject, { params: { organizationId }, body: { name: "Ferry Board" } });
  const params = { organizationId, projectId: created.projectId };
  const ids: string[] = [];
  for (let number = 0; number < nodeCount; number += 1) {
    const type = serviceTypes[number % serviceTypes.length] ?? "api";
    const description = "One of the many parts of this product";
    const body = { name: `part ${number}`, description, type };
    ids.push((await client.call(createService, { params, body })).serviceId);
  }
  for (let number = 0; number < edgeCount; number += 1) {
    const sourceId = ids[number % nodeCount] ?? "";
    const targetId = ids[(number + 1 + Math.floor(number / nodeCount)) % nodeCount] ?? "";
    await client.call(setArchitectureEdge, { params, body: { sourceId, targetId, stance: "allowed" } });
  }
  await client.call(finishInitialSetup, { params, body: { skip: true } });
  return `${address}/o/${organization}/p/${created.slug}`;
}

/** From the click on the sidebar's entry to the frame with nodes in it. */
async function timeOpening(page: Page, overview: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < openRounds; round += 1) {
    await page.goto(overview, { waitUntil: "networkidle" });
    const link = page.getByRole("link", { name: "Architecture", exact: true }).first();
    await link.hover();
    times.push(
      await link.evaluate(async (element) => {
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const startedAt = performance.now();
        (element as HTMLElement).click();
        while (!document.querySelector(".react-flow__node")) await nextFrame();
        await nextFrame();
        return performance.now() - startedAt;
      }),
    );
  }
  return times;
}

/** Drags a box alone on a page of its own: what this browser and machine can do at best. */
async function timeBox(page: Page): Promise<number[]> {
  await page.setContent(`
    <div id="box" style="position: absolute; width: 200px; height: 90px; background: gray"></div>
    <script>onmousemove = ({ x, y }) => (box.style.transform = \`translate(\${x}px, \${y}px)\`);</script>`);
  return await timeMoves(page, { x: 300, y: 200 });
}

/** Drags a node over the canvas, to and fro: one so far from the edges that the window does not follow it. */
async function timeDrag(page: Page): Promise<number[]> {
  const start = await page.evaluate(() => {
    const { left, top, right, bottom } =
      document.querySelector(".react-flow__pane")?.getBoundingClientRect() ?? new DOMRect();
    for (const node of document.querySelectorAll(".react-flow__node")) {
      const { x, y, width, height } = node.getBoundingClientRect();
      const [middleX, middleY] = [x + width / 2, y + height / 2];
      const isInside = middleX > left + 250 && middleX < right - 250 && middleY > top + 200 && middleY < bottom - 200;
      if (isInside) return { x: middleX, y: middleY };
    }
    return null;
  });
  if (!start) throw new Error("The canvas shows no node to drag.");
  return await timeMoves(page, start);
}

/** Drags the canvas itself by a place without a node. */
async function timePan(page: Page): Promise<number[]> {
  const start = await page.evaluate(() => {
    const pane = document.querySelector(".react-flow__pane");
    const { left, top, right, bottom } = pane?.getBoundingClientRect() ?? new DOMRect();
    for (let y = top + 40; y < bottom - 120; y += 12) {
      for (let x = left + 40; x < right - 40; x += 12) if (document.elementFromPoint(x, y) === pane) return { x, y };
    }
    return null;
  });
  if (!start) throw new Error("The canvas shows no place without a node.");
  return await timeMoves(page, start);
}

async function timeMoves(page: Page, start: { x: number; y: number }): Promise<number[]> {
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 20, start.y, { steps: 4 });
  await watchFrames(page);
  for (let move = 1; move <= moves; move += 1) {
    const turn = (move / moves) * 4 * Math.PI;
    await page.mouse.move(start.x + Math.sin(turn) * 160, start.y + Math.sin(turn / 2) * 90);
  }
  const frames = await takeFrames(page);
  await page.mouse.up();
  return frames;
}
