import type { Page, Request } from "@playwright/test";

import { isActivePath, type PathName, paths } from "../web/src/lib/navigation/paths.ts";
import { demoPerson, expect, navigate, signIn, test, untilLoaded } from "./fixtures.ts";

const maxSteps = 4;
/** Before the sign-in, or no screen of their own: the organization and the set-up lead on, chats of the path and an invite are links from outside. */
const unlinked: PathName[] = [
  "login",
  "signup",
  "authVerify",
  "authError",
  "onboarding",
  "exploreDemo",
  "setup",
  "setupImport",
  "setupDescription",
  "setupDescriptionSession",
  "setupFinalize",
  "organization",
  "chatSession",
  "createSession",
  "descriptionSession",
  "inviteAccept",
  "githubCallback",
  "mcpSetup",
];

test("every screen is reached from home by visible links in at most four steps", async ({ page }) => {
  watchRequests(page);
  await signIn(page, demoPerson());
  await untilLoaded(page);
  const reached = new Map<PathName, string>([["home", "/"]]);
  let fresh = ["/"];
  for (let step = 0; step < maxSteps; step += 1) {
    const found = [];
    for (const address of fresh) found.push(...(await openAndListLinks(page, address)));
    fresh = [];
    for (const address of found) {
      const name = screenOf(address);
      if (reached.has(name)) continue;
      reached.set(name, address);
      fresh.push(address);
    }
  }
  const isLinked = (name: string) => !unlinked.includes(name as PathName);
  expect([...reached.keys()].filter(isLinked).toSorted()).toEqual(Object.keys(paths).filter(isLinked).toSorted());
});

test("the command menu finds products and organizations by their names", async ({ page }) => {
  await signIn(page, demoPerson(), "/o/northquay/projects");
  await untilLoaded(page);
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Search or Ask" });
  await box.fill("zzz");
  await expect(page.getByText("No results found.")).toBeVisible();
  await box.fill("north");
  await expect(page.getByRole("option", { name: "Northquay Organization" })).toBeVisible();
  await expect(page.getByText("No results found.")).toHaveCount(0);
  await box.fill("quay sig");
  await expect(page.getByRole("option", { name: "Quay Signs Product" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Quay Signs" })).toBeFocused();
});

const underWay = new Set<Request>();

function watchRequests(page: Page): void {
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
}

/** A screen shows no placeholder in its first moments, though what brings its links may still be on the way. */
async function untilAnswered(page: Page): Promise<void> {
  // What an answer asks for in turn is asked for within a frame or two.
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect.poll(() => underWay.size).toBe(0);
  }
}

async function openAndListLinks(page: Page, address: string): Promise<string[]> {
  await navigate(page, address);
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeAttached();
  await untilAnswered(page);
  await untilLoaded(page);
  await expect(page.getByRole("heading", { name: "Page not found" })).toHaveCount(0);
  if (address === "/") {
    await page.getByRole("button", { name: /user menu$/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
  }
  const links = page.locator("a[href^='/']").filter({ visible: true });
  const addresses = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  );
  if (address === "/") await page.keyboard.press("Escape");
  return addresses;
}

/** The screen an address opens; a link to no screen fails the story. */
function screenOf(address: string): PathName {
  const name = Object.keys(paths).find((name) => isActivePath(name as PathName, address, { isExact: true }));
  expect(name, `the screen at ${address}`).toBeDefined();
  return name as PathName;
}
