import { expect, fillService, nameOrganizationAndProduct, newPerson, setting, signUp, test } from "./fixtures.ts";

test.describe("an address the server must not reach", () => {
  test.use({ expectedFaults: [/status of 400/] });

  test("is refused in the form, and what was typed stays", async ({ page }) => {
    await signUp(page, newPerson());
    await nameOrganizationAndProduct(page, { organization: "Private Works", product: "Private" });
    const url = "https://10.0.0.1/owner/repository.git";
    await fillService(page, { url, name: "Hidden" });
    await page.getByRole("button", { name: "Connect repository" }).click();

    await expect(page.getByRole("alert").filter({ hasText: "Could not save service" })).toContainText(
      "10.0.0.1 is a private address, which this server does not connect to unless EGRESS_ALLOW names it.",
    );
    await expect(page.getByRole("heading", { name: "Connect a repository" })).toBeVisible();
    await expect(page.getByLabel("Repository URL")).toHaveValue(url);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Hidden");
    await expect(page.getByRole("combobox", { name: "Type" })).toHaveText("Library");
    await expect(page.getByLabel("Description")).toHaveValue("Draws the printed signs on the quay");
  });
});

test("what the code host refused is told on the overview, and a good address mends it", async ({ page }) => {
  const git = setting("STORY_GIT_ADDRESS");
  const refusals = [
    {
      url: `${setting("STORY_PRIVATE_GIT_ADDRESS")}/quay-signs.git`,
      sentence: "The repository asks for a sign-in. It is private or does not exist.",
    },
    { url: `${git}/missing.git`, sentence: "There is no repository at this address." },
    { url: `${git}/empty.git`, sentence: "The repository is empty. Push a first commit, then index it again." },
  ];
  await signUp(page, newPerson());
  await nameOrganizationAndProduct(page, { organization: "Broken Works", product: "Product 1" });
  const overview = page.url();
  for (const [index, { url, sentence }] of refusals.entries()) {
    if (index > 0) {
      await page.goto("/o/broken-works/projects/create");
      await page.getByLabel("Product name").fill(`Product ${index + 1}`);
      await page.getByRole("button", { name: "Create Product" }).click();
      await page.getByRole("button", { name: "Connect repository" }).click();
    }
    await fillService(page, { url, name: "Broken" });
    await page
      .getByRole("button", { name: /^(Connect repository|Create Service)$/ })
      .last()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: `Product ${index + 1}` })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
  }
  expect(overview).toContain("/onboarding");
});
