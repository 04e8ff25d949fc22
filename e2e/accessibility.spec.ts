import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { demoPerson, expect, navigate, signIn, test, untilLoaded } from "./fixtures.ts";
import { listScreens } from "./screens.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const product = "/o/northquay/p/ferry-board";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("no screen has a violation", async ({ page }) => {
  test.slow();
  await page.goto("/login");
  await expectNoViolations(page, "login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Password").waitFor();
  await expectNoViolations(page, "the form of the authorization server");
  await signIn(page, demoPerson());
  for (const [name, address] of Object.entries(await listScreens(page))) {
    await navigate(page, address);
    await expectNoViolations(page, name);
  }
});

test("no overlay has a violation", async ({ page }) => {
  await signIn(page, demoPerson(), product);
  const openings: Record<string, () => Promise<void>> = {
    "command menu": () => page.keyboard.press("Control+k"),
    "user menu": () => page.getByRole("button", { name: /user menu$/ }).click(),
    "product switcher": () => page.getByRole("button", { name: /Select Project$/ }).click(),
    "shortcut sheet": () => page.keyboard.press("?"),
  };
  for (const [name, open] of Object.entries(openings)) {
    await open();
    await expect(page.getByRole("dialog").or(page.getByRole("menu")).first()).toBeVisible();
    await expectNoViolations(page, name);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog").or(page.getByRole("menu"))).toHaveCount(0);
  }

  await navigate(page, `${product}/services`);
  await page.getByRole("button", { name: "Create Service" }).click();
  await page.getByRole("combobox", { name: "Type" }).click();
  await expect(page.getByRole("option", { name: "Library" })).toBeVisible();
  await expectNoViolations(page, "service form with its list of types");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
});

/** Looks at the screen as it is, in both themes. */
async function expectNoViolations(page: Page, what: string): Promise<void> {
  for (const theme of ["dark", "light"]) {
    await page.evaluate((wanted) => {
      document.documentElement.dataset.theme = wanted;
    }, theme);
    await untilLoaded(page);
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
    expect.soft(found, `${what}, ${theme}`).toEqual([]);
  }
}
