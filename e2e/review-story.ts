import type { Browser, Page } from "@playwright/test";

import { demoColleague } from "./board-product.ts";
import { expect, signIn } from "./fixtures.ts";

export const product = "/o/northquay/p/ferry-board";

/** A setting of the demo's example file, which the page "Getting started" tells with its default. */
interface SettingChange {
  /** Of the line, from 1, in the example file. */
  line: number;
  name: string;
  from: string | number;
  to: string | number;
  /** The lines beside it. */
  above: string;
  below: string;
}

/** How long the board waits for the API. */
export const timeout = {
  line: 25,
  name: "API_TIMEOUT_MS",
  from: 3000,
  above: "# How long the board waits for the API before it shows the error page.",
  below: "# Seconds between two refreshes of an open board. 0 turns refreshing off.",
};
/** How often the timetable is read. */
export const pause = {
  line: 14,
  name: "FEED_SECONDS",
  from: 300,
  above: "# Pause between two imports of the timetable.",
  below: "# Shared secret of the crews' phones. Empty lets everybody report; production refuses to start so.",
};
/** The zone of the timetable. */
export const zone = {
  line: 10,
  name: "TIME_ZONE",
  from: "Europe/Copenhagen",
  above: "# The zone the timetable is written in.",
  below: "# File path or web address of the timetable text.",
};
/** Where the board listens. */
export const port = {
  line: 21,
  name: "WEB_PORT",
  from: 4020,
  above: "WEB_HOST=127.0.0.1",
  below: "# Address of apps/api.",
};

/** A diff that gives a setting of the example another value. */
function writeDiff({ line, name, from, to, above, below }: SettingChange): string {
  const hunk = `@@ -${line - 1},3 +${line - 1},3 @@`;
  const changed = [`-${name}=${from}`, `+${name}=${to}`];
  return ["--- a/.env.example", "+++ b/.env.example", hunk, ` ${above}`, ...changed, ` ${below}`].join("\n");
}

/** Types a diff into the text that has the focus, as a block of code. */
export async function typeDiff(page: Page, change: SettingChange): Promise<void> {
  await page.keyboard.type("```diff ");
  await page.keyboard.type(writeDiff(change));
}

export const descriptionOf = (page: Page) =>
  page.getByRole("textbox", { name: "Description" }).or(page.getByRole("combobox", { name: "Description" }));
export const summaryOf = (page: Page) => page.getByRole("region", { name: "Summary" });
export const threadOf = (page: Page) => page.getByRole("region", { name: /^Comments on \.env/ });
export const changedFile = (page: Page) => page.getByRole("region", { name: ".env.example", exact: true });
/** The section that rests on the example, as the review shows it. */
export const settingsChange = (page: Page) => page.getByRole("article", { name: /Getting started · Settings/ });

/** The tab of a review. */
export const tab = (page: Page, name: RegExp) =>
  page.getByRole("group", { name: "What is shown" }).getByRole("radio", { name });

/** A row of the settings that the page tells by now. */
export async function expectSetting(page: Page, { name, to }: SettingChange): Promise<void> {
  const row = page.getByRole("region", { name: "Settings", exact: true }).getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText(String(to));
}

export async function openSecondBrowser(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, demoColleague(), address);
  return page;
}

export async function expectNoSideways(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, "width of the page").toBeLessThanOrEqual(clientWidth);
}
