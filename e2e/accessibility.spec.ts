import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { demoPerson, expect, navigate, signIn, test, untilLoaded } from "./fixtures.ts";
import { listScreens, openScreen } from "./screens.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What a theme can break. */
const colourRules = ["color-contrast", "link-in-text-block"];
const product = "/o/northquay/p/ferry-board";

// Each looks at a dozen screens, which takes long where the machine is busy.
test.slow();

/** Screens that show what people, git or the engine wrote. The tests of screens look at all others with samples. */
const hasContent =
  /\/(context\/|repositories\/[^/]+\/b\/|description$|templates\/.+-|rules\/.+-|external-context\/.+-|search\?)/;

test("no screen with real content has a violation, nor has the form of the authorization server", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Password").waitFor();
  await expectNoViolations(page, "the form of the authorization server");
  await signIn(page, demoPerson());
  const screens = (await listScreens(page)).filter(({ address }) => hasContent.test(address));
  expect(screens.length).toBeGreaterThan(9);
  for (const screen of screens) {
    await openScreen(page, screen);
    await expectNoViolations(page, screen.address);
  }
});

test("no overlay has a violation", async ({ page }) => {
  await signIn(page, demoPerson(), product);
  await page.getByRole("heading", { level: 1, name: "Ferry Board" }).waitFor();
  await lookAt(page, "command menu", () => page.keyboard.press("Control+k"));
  await lookAt(page, "user menu", () => page.getByRole("button", { name: /user menu$/ }).click());
  await lookAt(page, "product switcher", () => page.getByRole("button", { name: /Select Project$/ }).click());
  await lookAt(page, "shortcut sheet", () => page.keyboard.press("?"));

  await page.getByRole("link", { name: "System overview" }).first().click();
  await page.getByRole("figure").first().waitFor();
  await lookAt(page, "sources", () =>
    page
      .getByRole("button", { name: /^Auto · \d+ sources/ })
      .first()
      .click(),
  );
  await lookAt(page, "diagram", () => page.getByRole("button", { name: "Fullscreen" }).first().click());
  await page
    .getByRole("link", { name: /^Source 1, / })
    .first()
    .focus();
  await expect(page.getByRole("main").getByText(/[a-z]:\d+(-\d+)?$/)).toBeVisible();
  await expectNoViolations(page, "preview of a citation");

  await navigate(page, `${product}/chat`);
  await page.getByRole("textbox", { name: "Your question" }).fill("How are delays computed?");
  await page.keyboard.press("Enter");
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer.getByText("Built-in engine")).toBeVisible();
  await answer.getByRole("button", { name: /^Thought for/ }).click();
  await expectNoViolations(page, "an answer with its thoughts and sources");
  await page.getByRole("button", { name: /^Actions for How are delays/ }).click();
  await lookAt(page, "deleting a chat", () => page.getByRole("menuitem", { name: "Delete" }).click());

  await navigate(page, `${product}/services`);
  await page.getByRole("button", { name: "Create Service" }).click();
  await page.getByRole("combobox", { name: "Type" }).click();
  await expect(page.getByRole("option", { name: "Library" })).toBeVisible();
  await expectNoViolations(page, "service form with its list of types");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await navigate(page, `${product}/settings`);
  await lookAt(page, "typed confirmation", () => page.getByRole("button", { name: "Delete Product" }).click());
});

const overlays = "[role=dialog], [role=menu]";

/** Opens something over the screen, looks at it alone, and closes it with Escape. */
async function lookAt(page: Page, what: string, open: () => Promise<void>): Promise<void> {
  const overlay = page.getByRole("dialog").or(page.getByRole("menu"));
  await open();
  await expect(overlay.first()).toBeVisible();
  await expectNoViolations(page, what, overlays);
  await page.keyboard.press("Escape");
  await expect(overlay).toHaveCount(0);
}

/**
 * Looks at the screen as it is, or at its parts of a selector: at everything in the dark theme, at what colours can
 * break in the light one.
 */
async function expectNoViolations(page: Page, what: string, parts = "body"): Promise<void> {
  for (const theme of ["dark", "light"]) {
    await page.evaluate((wanted) => {
      document.documentElement.dataset.theme = wanted;
    }, theme);
    await untilLoaded(page);
    const axe = await openAxe(page, parts);
    const { violations } = await (theme === "dark" ? axe.withTags(tags) : axe.withRules(colourRules)).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
    expect.soft(found, `${what}, ${theme}`).toEqual([]);
  }
}

/** Its large source is brought once into each document. Only what is wrong is described, and not all that is right. */
async function openAxe(page: Page, parts: string): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: "void 0" }) });
  // There are no frames to look into, so the quicker mode sees all.
  return axe
    .options({ resultTypes: ["violations"] })
    .include(parts)
    .setLegacyMode(true);
}
