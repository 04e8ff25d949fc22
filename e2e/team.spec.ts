import type { Page } from "@playwright/test";

import { fillSignUp, press, tabTo, type } from "./by-keyboard.ts";
import { expect, newPerson, test } from "./fixtures.ts";

test("two people in two browsers, without a pointer: invite, accept, another role, removal", async ({
  page,
  browser,
}) => {
  const owner = newPerson();
  const guest = { ...newPerson(), firstName: "Katherine", lastName: "Johnson" };
  await page.goto("/signup");
  await page.getByLabel("First name").waitFor();
  await fillSignUp(page, owner);
  await type(page, page.getByLabel("Organization name"), "Orbit Desk");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Product name")).toBeFocused();
  const organization = new URL(page.url()).searchParams.get("organization") ?? "";
  await page.goto(`/o/${organization}/members`);
  await invite(page, guest.email);
  const link = await renewInvite(page, guest.email);

  const otherBrowser = await browser.newContext();
  try {
    const other = await otherBrowser.newPage();
    await other.goto(link);
    await expect(other.getByRole("heading", { name: "Join Orbit Desk" })).toBeVisible();
    await press(other, other.getByRole("button", { name: "Create account" }));
    await expect(other.getByText("You were invited to join Orbit Desk")).toBeVisible();
    await expect(other.getByLabel("Email")).toHaveValue(guest.email);
    await fillSignUp(other, guest);
    await press(other, other.getByRole("button", { name: "Join Orbit Desk" }));
    await expect(other.getByRole("heading", { level: 1, name: "Products" })).toBeFocused();

    await page.reload();
    const row = page.getByRole("row").filter({ hasText: guest.email });
    await expect(row.getByText("Katherine Johnson")).toBeVisible();
    await press(page, row.getByRole("button", { name: "Role of Katherine Johnson: Editor" }));
    await page.getByRole("menuitemradio", { name: "Admin" }).waitFor();
    await page.keyboard.type("adm");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(page.getByText("Organization Member roles updated")).toBeVisible();
    await expect(row.getByRole("button", { name: "Role of Katherine Johnson: Admin" })).toBeFocused();

    await other.goto(`/o/${organization}/members`);
    await expect(other.getByRole("button", { name: "Invite users" })).toBeVisible();

    await press(page, row.getByRole("button", { name: "Remove Katherine Johnson" }));
    const question = page.getByRole("dialog", { name: "Remove Katherine Johnson?" });
    await press(page, question.getByRole("button", { name: "Remove Katherine Johnson" }));
    await expect(page.getByText("Organization Member removed")).toBeVisible();
    await expect(row).toHaveCount(0);

    await other.reload();
    await expect(other.getByText("Please ensure this organization exists and you have access to it")).toBeVisible();
    await other.goto(link);
    await expect(other.getByRole("heading", { name: "This invitation cannot be used" })).toBeVisible();
  } finally {
    await otherBrowser.close();
  }
});

/** Invites by the dialog, which shows the link, since the product of the stories sends no mail. */
async function invite(page: Page, email: string): Promise<void> {
  await press(page, page.getByRole("button", { name: "Invite users" }));
  const form = page.getByRole("dialog", { name: "Invite users" });
  await type(page, form.getByLabel("E-mail addresses"), email);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("list", { name: "E-mail addresses, added" })).toContainText(email);
  await page.keyboard.press("Control+Enter");
  const links = page.getByRole("dialog", { name: "Invite link" });
  await expect(links.getByLabel(`Invite link for ${email}`)).toContainText("/invite/");
  await tabTo(page, links.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").filter({ hasText: email }).getByText("Invited", { exact: true })).toBeVisible();
}

/** Makes a new link and returns it; its button has the focus again. */
async function renewInvite(page: Page, email: string): Promise<string> {
  const renew = page.getByRole("button", { name: `New link for ${email}` });
  await press(page, renew);
  const dialog = page.getByRole("dialog", { name: "New invite link" });
  await expect(dialog.getByRole("button", { name: "Copy" })).toBeFocused();
  const link = (await dialog.getByLabel(`Invite link for ${email}`).textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(renew).toBeFocused();
  return link;
}
