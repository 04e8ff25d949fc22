import {
  connectRepository,
  expect,
  nameOrganizationAndProduct,
  newPerson,
  setting,
  signUp,
  test,
  untilPolled,
} from "./fixtures.ts";

test.describe("an address the server must not reach", () => {
  test.use({ expectedFaults: [/status of 400/] });

  test("is refused in the form, and what was typed stays", async ({ page }) => {
    await signUp(page, newPerson());
    await nameOrganizationAndProduct(page, { organization: "Private Works", product: "Private" });
    const url = "https://10.0.0.1/owner/repository.git";
    await connectRepository(page, url);

    const field = page.getByLabel("Repository address");
    await expect(field).toHaveAccessibleDescription(
      "10.0.0.1 is a private address, which this server does not connect to unless EGRESS_ALLOW names it.",
    );
    await expect(page.getByRole("heading", { name: "Connect a repository" })).toBeVisible();
    await expect(field).toHaveValue(url);
    await expect(field).toBeFocused();
  });
});

test.describe("what the code host refuses", () => {
  test.use({ expectedFaults: [/status of 4\d\d|status of 5\d\d/] });

  test("is told under the field, and what is empty on the overview", async ({ page }) => {
    const git = setting("STORY_GIT_ADDRESS");
    await page.clock.install();
    await signUp(page, newPerson());
    await nameOrganizationAndProduct(page, { organization: "Broken Works", product: "First" });
    const field = page.getByLabel("Repository address");
    await connectRepository(page, `${setting("STORY_PRIVATE_GIT_ADDRESS")}/quay-signs.git`);
    await expect(field).toHaveAccessibleDescription(
      "The repository asks for a sign-in. It is private or does not exist.",
    );
    await connectRepository(page, `${git}/missing.git`);
    await expect(field).toHaveAccessibleDescription("There is no repository at this address.");

    await connectRepository(page, `${git}/empty.git`);
    await expect(page.getByRole("heading", { level: 1, name: "Set up First" })).toBeVisible();
    const sentence = "The repository is empty. Push a first commit, then index it again.";
    await untilPolled(page, page.getByText(sentence));
    await page.getByRole("link", { name: "Save & exit" }).click();
    const refusal = page.getByRole("alert").filter({ hasText: /The code of \S*empty could not be indexed/ });
    await expect(refusal).toContainText(sentence);
    await expect(refusal).toContainText(`The service empty has its code there (${git}/empty.git)`);
    await refusal.getByRole("link", { name: "Repositories" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Repositories" })).toBeVisible();
  });
});
