import { createElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { isOtherBuild } from "#web/lib/browser/new-build.ts";
import { catchDepartures } from "#web/testing/catch-departures.ts";
import { renderPart } from "#web/testing/open-screen.tsx";

import { lazyScreen } from "./lazy-screen.tsx";

/** As browsers say it, after which the router reloads the document by itself. */
const unreachable = () => new TypeError("Failed to fetch dynamically imported module: /assets/rules-1.js");
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const module = { RulesScreen: () => createElement("h1", null, "Rules") };

/** A screen that could not be loaded before it is shown. Time stands, so that nothing is asked again but by the test. */
async function openUnloaded() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const load = vi.fn(() => Promise.reject<typeof module>(unreachable()));
  const Screen = lazyScreen(load, "RulesScreen");
  await Screen.preload?.();
  await renderPart(createElement(Screen));
  await expect.element(heading("This screen could not be loaded")).toBeInTheDocument();
  return load;
}

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => {
  vi.useRealTimers();
});

it("a screen whose code does not come says so, leaves the page as it is and opens by itself when the server answers", async () => {
  const departures = catchDepartures();
  const load = await openUnloaded();
  vi.advanceTimersToNextTimer();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  expect(departures).toEqual([]);
  load.mockResolvedValue(module);
  vi.advanceTimersToNextTimer();
  await expect.element(heading("Rules")).toBeVisible();
});

it("its button asks at once", async () => {
  const load = await openUnloaded();
  load.mockResolvedValue(module);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(heading("Rules")).toBeVisible();
});

it("the document is loaded anew only where the server answers with another build", () => {
  const own = ["/assets/index-1.js"];
  expect(isOtherBuild(own, ["/assets/index-2.js"])).toBe(true);
  expect(isOtherBuild(own, own)).toBe(false);
  expect(isOtherBuild(own, [])).toBe(false);
});

it("a page of a new build, in whose place the former one still stands, is opened", async () => {
  const departures = catchDepartures();
  const entry = document.head.appendChild(document.createElement("script"));
  Object.assign(entry, { type: "module" }).setAttribute("src", "/assets/index-1.js");
  const html = '<div id="app"></div><script type="module" src="/assets/index-2.js"></script>';
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(html)));
  await openUnloaded();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => departures).toEqual([location.href]);
  entry.remove();
});
