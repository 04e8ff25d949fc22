import { listMembers } from "@cairn/contract/members";
import { createOrganization, listOrganizations } from "@cairn/contract/organizations";
import { chromium } from "@playwright/test";

import { signInAsClient } from "../../server/src/main/seed/api-client.ts";
import { startCairn } from "../../server/src/main/start/start-cairn.ts";
import { fillLists } from "../../server/src/testing/fill-lists.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { buildWebIfChanged, webDirectory } from "../build-web.ts";
import { findChromium } from "../find-chromium.ts";
import { atMost, type Figure } from "./figure.ts";
import { person, signIn } from "./sign-in.ts";

const memberCount = 1000;
const organizationCount = 200;
const pageSize = 20;
const rounds = 5;

/** Long lists of people and organizations, page by page over HTTP, and typing into a form of settings. */
export async function benchLists(folder: string): Promise<Figure[]> {
  await buildWebIfChanged();
  const port = String(await findFreePort());
  const env = { DATA_DIR: folder, PORT: port, LOG_LEVEL: "error", RATE_LIMITS: "off" };
  const running = await startCairn({ env, webDirectory, parts: { server: true, worker: false } });
  try {
    const client = await signInAsClient(running.services.settings.addresses, person);
    const { organizationId } = await client.call(createOrganization, { params: {}, body: { name: "Northquay" } });
    await fillLists(running.services.wholeDb, { organizationId, email: person.email, memberCount, organizationCount });
    const members = await timePages(memberCount, (query) =>
      client.call(listMembers, { params: { organizationId }, query }),
    );
    const organizations = await timePages(organizationCount, (query) =>
      client.call(listOrganizations, { params: {}, query }),
    );
    return [
      ...describe(`members, ${memberCount}`, members),
      ...describe(`organizations, ${organizationCount}`, organizations),
      await benchTyping(running.address, organizationId),
    ];
  } finally {
    await running.stop();
  }
}

interface PageTimes {
  p95Ms: number;
  /** How much slower the last page is than the first. */
  lastToFirst: number;
}

/** Walks all pages several times. Throws when the pages together do not hold everything once. */
async function timePages(
  total: number,
  read: (query: { page: number; limit: number }) => Promise<{ content: unknown[]; total: number }>,
): Promise<PageTimes> {
  const pageCount = Math.ceil(total / pageSize);
  const times = Array.from({ length: pageCount }, () => [] as number[]);
  for (let round = 0; round < rounds; round += 1) {
    let seen = 0;
    for (let page = 1; page <= pageCount; page += 1) {
      const startedAt = performance.now();
      const { content } = await read({ page, limit: pageSize });
      times[page - 1]?.push(performance.now() - startedAt);
      seen += content.length;
    }
    if (seen !== total) throw new Error(`The pages hold ${seen} of ${total}`);
  }
  const best = times.map((ofPage) => Math.min(...ofPage));
  const all = times.flat().toSorted((a, b) => a - b);
  return {
    p95Ms: all[Math.floor(all.length * 0.95)] ?? 0,
    lastToFirst: (best.at(-1) ?? 0) / (best[0] ?? 1),
  };
}

function describe(what: string, { p95Ms, lastToFirst }: PageTimes): Figure[] {
  return [
    atMost(`${what}: p95 of a page`, p95Ms, 300, "ms"),
    atMost(`${what}: last page / first`, lastToFirst, 2, "x"),
  ];
}

const typedText = "The harbour office of Northquay";

/** From a key to the painted letter, as the browser itself measures it; its clock has steps of 8 ms. */
async function benchTyping(address: string, organizationId: string): Promise<Figure> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    await signIn(page, address);
    await page.goto(`${address}/o/${organizationId}/settings`);
    const field = page.getByRole("textbox", { name: "Organization Name" });

    await field.fill("");
    const times = await page.evaluateHandle(() => {
      const durations: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.name === "keydown") durations.push(entry.duration);
      });
      observer.observe({ type: "event", buffered: false, durationThreshold: 16 } as PerformanceObserverInit);
      return durations;
    });
    await field.pressSequentially(typedText, { delay: 40 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    const slow = await times.jsonValue();
    // A key that took less than the threshold is not reported; it counts as the threshold.
    const all = [...slow, ...Array.from({ length: Math.max(0, typedText.length - slow.length) }, () => 16)];
    return atMost("a typed key in a settings form, slowest", Math.max(...all), 50, "ms");
  } finally {
    await browser.close();
  }
}
