import type { Page } from "@playwright/test";

import { makeBoardProduct, type BoardProduct } from "./board-product.ts";
import { press, tabTo, type } from "./by-keyboard.ts";
import { demoPerson, expect, signIn, test } from "./fixtures.ts";

let product: BoardProduct;
test.beforeEach(async ({ productAddress }) => {
  product = await makeBoardProduct(productAddress);
});
test.afterEach(() => product.remove());

/** What the focus is on, as a screen reader would say it; "body" where it is nowhere. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return "body";
    return (
      activeElement.getAttribute("aria-label") ??
      activeElement.closest("label")?.textContent ??
      activeElement.textContent
    );
  });
}

test("sub-tasks are added, opened and taken out without a pointer", async ({ page }) => {
  const ramp = await product.addTask("Mend the ramp", "todo");
  await signIn(page, demoPerson(), ramp);
  const field = page.getByRole("textbox", { name: "Add sub-task" });
  await type(page, field, "Order the planks");
  await page.keyboard.press("Enter");
  const planks = page.getByRole("link", { name: /Order the planks/ });
  await expect(planks).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await page.keyboard.type("Saw the planks");
  await page.keyboard.press("Enter");
  const saw = page.getByRole("link", { name: /Saw the planks/ });
  await expect(saw).toBeVisible();
  await expect(page.getByText("0 of 2")).toBeVisible();

  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(saw).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  expect(await focused(page)).toMatch(/^Make QW\w*-2 a task of its own$/);
  await page.keyboard.press("Enter");
  await expect(planks).toHaveCount(0);
  await expect(page.getByText("0 of 1")).toBeVisible();
  expect(await focused(page)).toMatch(/^Make QW\w*-3 a task of its own$/);
  await page.keyboard.press("Enter");
  await expect(saw).toHaveCount(0);
  await expect(field).toBeFocused();

  await page.keyboard.type("Paint it");
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("link", { name: /Paint it/ }));
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Paint it");
  await press(page, page.getByRole("link", { name: /Mend the ramp/ }).last());
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Mend the ramp");
});

test("the board of all products is narrowed and moved on without a pointer", async ({ page }) => {
  await product.addTask("Mend the ramp", "todo");
  await product.addTask("Oil the crane", "todo");
  await signIn(page, demoPerson(), "/o/northquay/tasks");
  await type(page, page.getByRole("searchbox", { name: "Filter tasks" }), "the");
  await press(page, page.getByRole("combobox", { name: "Product" }));
  await page
    .getByRole("option", { name: /^Quay Works/ })
    .first()
    .waitFor();
  await page.keyboard.type("quay w");
  await page.keyboard.press("Enter");
  const lane = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(lane("Todo")).toContainText(/^Todo2/);
  const ramp = lane("Todo").getByRole("link", { name: "Mend the ramp" });
  await tabTo(page, ramp);
  await page.keyboard.press("ArrowDown");
  await expect(lane("Todo").getByRole("link", { name: "Oil the crane" })).toBeFocused();
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Backlog" }).waitFor();
  await page.keyboard.type("back");
  await page.keyboard.press("Enter");
  await expect(lane("Backlog").getByRole("link", { name: "Oil the crane" })).toBeVisible();
  expect(await focused(page)).not.toBe("body");
  await tabTo(page, ramp);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Mend the ramp");
});

test("a plan is written, ordered and accepted without a pointer", async ({ page }) => {
  await signIn(page, demoPerson(), product.board.replace(/tasks$/, "plan"));
  await type(page, page.getByRole("textbox", { name: "Goal" }), "Ferries leave on time.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("No tasks were proposed")).toBeVisible();

  const field = page.getByRole("textbox", { name: "Add a task of your own" });
  await tabTo(page, field);
  for (const title of ["Oil the crane", "Mend the ramp", "Count the ropes", "Paint the bollards"]) {
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Move ${title}` })).toBeVisible();
    await expect(field).toHaveValue("");
  }
  const item = (title: string) => page.getByRole("region", { name: new RegExp(`^\\d\\. ${title}$`) });

  await tabTo(page, page.getByRole("button", { name: "Move Mend the ramp" }));
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByRole("region", { name: "1. Mend the ramp" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Move Mend the ramp" })).toBeFocused();

  const title = page.getByRole("textbox", { name: "Title of task 1" });
  await tabTo(page, title);
  await page.keyboard.press("End");
  await page.keyboard.type(" and the pier");
  await page.keyboard.press("Enter");
  await expect(item("Mend the ramp and the pier")).toBeVisible();

  const mend = item("Mend the ramp and the pier");
  const describe = mend.getByRole("button", { name: /^Add a description/ });
  await press(page, describe);
  await page.keyboard.type("It is rotten.");
  await press(page, mend.getByRole("button", { name: "Done" }));
  await expect(mend.getByText("It is rotten.")).toBeVisible();
  await expect(mend.getByRole("button", { name: /^Edit description/ })).toBeFocused();

  await type(page, mend.getByRole("textbox", { name: "Add criterion" }), "Nobody falls in");
  await page.keyboard.press("Enter");
  await expect(mend.getByText("Nobody falls in")).toBeAttached();

  const oil = item("Oil the crane");
  await press(page, oil.getByRole("button", { name: "Add task" }));
  await page.getByRole("option").first().waitFor();
  await page.keyboard.type("pier");
  await page.keyboard.press("Enter");
  const noLonger = oil.getByRole("button", { name: "No longer wait for Mend the ramp and the pier" });
  await expect(noLonger).toBeVisible();
  // The list of tasks has the focus until it has closed.
  await expect(page.getByRole("option")).toHaveCount(0);
  await press(page, noLonger);
  await expect(noLonger).toHaveCount(0);
  await expect(oil.getByRole("button", { name: "Add task" })).toBeFocused();

  await tabTo(page, page.getByRole("checkbox", { name: "Choose Count the ropes" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("checkbox", { name: "Choose Paint the bollards" }));
  await page.keyboard.press("Space");
  await expect(page.getByText("2 chosen")).toBeVisible();
  await press(page, page.getByRole("region", { name: "Chosen tasks" }).getByRole("button", { name: "Merge" }));
  await expect(item("Paint the bollards")).toHaveCount(0);
  expect(await focused(page)).not.toBe("body");

  await press(page, page.getByRole("button", { name: "Drop Oil the crane" }));
  await expect(oil).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Move Count the ropes/ })).toBeFocused();

  await page.reload();
  await press(page, page.getByRole("button", { name: "Accept all 2" }));
  await expect(page.getByText("2 tasks are in the backlog")).toBeVisible();
  await expect(page.getByRole("link", { name: /Mend the ramp and the pier/ })).toBeVisible();
});
