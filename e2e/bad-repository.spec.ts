import {
  expect,
  fillService,
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

test("what the code host refused is told on the overview", async ({ page }) => {
  const git = setting("STORY_GIT_ADDRESS");
  const refusals = {
    "Behind a password": {
      url: `${setting("STORY_PRIVATE_GIT_ADDRESS")}/quay-signs.git`,
      sentence: "The repository asks for a sign-in. It is private or does not exist.",
    },
    "Not there": { url: `${git}/missing.git`, sentence: "There is no repository at this address." },
    "No commits": {
      url: `${git}/empty.git`,
      sentence: "The repository is empty. Push a first commit, then index it again.",
    },
  };
  await page.clock.install();
  await signUp(page, newPerson());
  await nameOrganizationAndProduct(page, { organization: "Broken Works", product: "First" });
  for (const [product, { url, sentence }] of Object.entries(refusals)) {
    await page.goto("/onboarding?organization=broken-works");
    await page.getByLabel("Product name").fill(product);
    await page.getByRole("button", { name: "Create Product" }).click();
    await fillService(page, { url, name: "Signs" });
    await page.getByRole("button", { name: "Connect repository" }).click();
    await expect(page.getByRole("heading", { level: 1, name: product })).toBeVisible();
    const refusal = page.getByRole("alert").filter({ hasText: "The code of Signs could not be indexed" });
    await untilPolled(page, refusal);
    await expect(refusal).toContainText(sentence);
  }
  await page.getByRole("link", { name: "Open service" }).click();
  await expect(page.getByText(refusals["No commits"].sentence)).toBeVisible();
  await expect(page.getByText(refusals["No commits"].url)).toBeVisible();
});
