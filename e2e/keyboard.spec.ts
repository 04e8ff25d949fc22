import { fillSignUp, tabTo, type } from "./by-keyboard.ts";
import { expect, newPerson, test } from "./fixtures.ts";

test("from sign-up to a product without a pointer", async ({ page }) => {
  const person = newPerson();
  await page.goto("/signup");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await tabTo(page, page.getByRole("button", { name: "Create an account" }));
  await page.keyboard.press("Enter");

  await fillSignUp(page, person);

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
  // Typed text is not discarded without asking.
  page.once("dialog", (question) => void question.accept());
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Connect repository" })).toBeFocused();
});
