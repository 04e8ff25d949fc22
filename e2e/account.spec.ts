import { newPerson, expect, fillSignIn, signIn, signUp, test } from "./fixtures.ts";

test("a private key never leaves the browser", async ({ page }) => {
  await signUp(page, newPerson());
  await page.goto("/user/settings/keys/new");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await page.getByLabel("Name").fill("Laptop");
  const field = page.getByLabel("Key", { exact: true });
  await field.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "-----BEGIN OPENSSH PRIVATE KEY-----\nSECRETSECRET\n-----END OPENSSH PRIVATE KEY-----");
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    document.execCommand("insertText", false, data.getData("text/plain"));
  });
  await expect(
    page.getByText("Pssst, this is a private key, not a public key. Nothing was sent to our servers yet.").first(),
  ).toBeVisible();
  await expect(field).toHaveValue("");
  await page.getByRole("button", { name: "Add SSH Key" }).click();
  await expect(field).toBeFocused();
  expect(sent.filter((body) => /PRIVATE|SECRET/.test(body))).toEqual([]);

  await field.fill("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGBjPm+7jz8uMJz6RDUvO7eCl6PvV7AM9OdwhfCCuMVt ada@board");
  await page.getByRole("button", { name: "Add SSH Key" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "SSH Keys" })).toBeVisible();
  await expect(page.getByText("Laptop", { exact: true })).toBeVisible();
});

test.describe("with a password that is wrong once", () => {
  test.use({ expectedFaults: [/status of 400 .*(\/v1\/auth\/user\/password|\/sign-in)\)$/] });

  test("a new password ends the sign-in of every other browser", async ({ page, browser }) => {
    const person = newPerson();
    await signUp(page, person);
    const otherBrowser = await browser.newContext();
    try {
      const other = await otherBrowser.newPage();
      await signIn(other, person);
      await page.goto("/user/settings/authentication");
      await expect(page.getByText("This browser")).toBeVisible();
      await page.getByLabel("Current password").fill("Wrong1234");
      await page.getByLabel("New password", { exact: true }).fill("Picosecond2");
      await page.getByLabel("Confirm new password").fill("Picosecond");
      await page.getByLabel("Current password").focus();
      await expect(page.getByRole("paragraph").getByText("Passwords don't match")).toBeVisible();
      await page.getByLabel("Confirm new password").fill("Picosecond2");
      const save = page.getByRole("button", { name: "Save" });
      await save.click();
      await expect(page.getByLabel("Current password")).toBeFocused();
      await page.getByLabel("Current password").fill(person.password);
      await save.click();
      await expect(page.getByText("Your password has been updated")).toBeVisible();

      // A page of its own: the open one may be leaving for the sign-in by itself just now.
      const later = await otherBrowser.newPage();
      await later.goto("/user/settings");
      await expect(later.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
      await fillSignIn(later, { ...person, password: "Picosecond2" });
      await expect(later.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
    } finally {
      await otherBrowser.close();
    }
  });

  test("an account is deleted with its password and its address typed", async ({ page }) => {
    const person = newPerson();
    await signUp(page, person);
    await page.goto("/user/settings");
    await page.getByRole("button", { name: "Delete account" }).click();
    const question = page.getByRole("dialog");
    await question.getByLabel(/Type/).fill(person.email);
    await question.getByLabel("Password").fill(person.password);
    await question.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("The e-mail address or the password is wrong.")).toBeVisible();
  });
});
