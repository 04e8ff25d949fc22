import { fillSignUp, tabTo, type } from "./by-keyboard.ts";
import { expect, newPerson, test } from "./fixtures.ts";

test("from sign-up to a product without a pointer", async ({ page }) => {
  const person = newPerson();
  await page.goto("/signup");
  await page.getByLabel("First name").waitFor();
  await fillSignUp(page, person);

  await expect(page.getByRole("heading", { name: "Name your organization" })).toBeVisible();
  await type(page, page.getByLabel("Organization name"), "Keyboard Works");
  await tabTo(page, page.getByRole("button", { name: "Create Organization" }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Name your first product" })).toBeVisible();
  await expect(page.getByLabel("Product name")).toBeFocused();
  await type(page, page.getByLabel("Product name"), "No Mouse");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Connect a repository" })).toBeVisible();
  await expect(page.getByLabel("Repository address")).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "Do this later" }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "No Mouse" })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "Continue setup" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Set up No Mouse" })).toBeVisible();
  const address = page.getByLabel("Repository address");
  await type(page, address, "nowhere");
  await page.keyboard.press("Enter");
  await expect(address).toBeFocused();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await tabTo(page, page.getByRole("button", { name: "New", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Repository name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Waiting for your first push")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Make a token" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^cairn_rk_/)).toBeVisible();
});
