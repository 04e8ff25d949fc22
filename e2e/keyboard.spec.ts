import type { Locator, Page } from "@playwright/test";

import { expect, newPerson, test } from "./fixtures.ts";

const maxTabs = 40;

test("from sign-up to a product without a pointer", async ({ page }) => {
  const person = newPerson();
  await page.goto("/signup");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await tabTo(page, page.getByRole("button", { name: "Create an account" }));
  await page.keyboard.press("Enter");

  for (const [label, value] of [
    ["First name", person.firstName],
    ["Last name", person.lastName],
    ["Email", person.email],
    ["Password", person.password],
  ] as const) {
    await type(page, page.getByLabel(label), value);
  }
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Name your organization" })).toBeVisible();
  await type(page, page.getByLabel("Organization name"), "Keyboard Works");
  await tabTo(page, page.getByRole("button", { name: "Create Organization" }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Name your first product" })).toBeFocused();
  await type(page, page.getByLabel("Product name"), "No Mouse");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Connect a repository" })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "Do this later" }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "No Mouse" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Connect repository" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create Service" });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole("combobox", { name: "Type" }));
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Fullstack" }).waitFor();
  await page.keyboard.type("lib");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("combobox", { name: "Type" })).toHaveText("Library");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Connect repository" })).toBeFocused();
});

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Presses Tab until the target has the focus; on the way every stop must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < maxTabs; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    expect(await page.evaluate(describeFocus)).toEqual({ isSomewhere: true, isRinged: true, isUncovered: true });
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** Whether the focus is on an element, the ring is drawn on it or around it, and nothing lies over it. */
function describeFocus(): { isSomewhere: boolean; isRinged: boolean; isUncovered: boolean } {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return { isSomewhere: false, isRinged: false, isUncovered: false };
  const ancestors = [focused, focused.parentElement, focused.parentElement?.parentElement];
  const isRinged = ancestors.some((element) => {
    if (!element) return false;
    return [undefined, "::after"].some((pseudo) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
  });
  const { x, y, width, height } = focused.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const isUncovered = top !== null && (focused.contains(top) || top.contains(focused));
  return { isSomewhere: true, isRinged, isUncovered };
}
