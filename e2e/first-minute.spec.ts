import type { Locator, Page } from "@playwright/test";

import { tabTo, type } from "./by-keyboard.ts";
import { expect, newPerson, setting, test, type Person } from "./fixtures.ts";

/** From the sign-up form to the first cited sentence of one's own code. */
const mostPresses = 4;
const mostMs = 90_000;

const product = "Signs";
const address = () => `${setting("STORY_GIT_ADDRESS")}/quay-signs.git`;
const main = (page: Page) => page.getByRole("main");
const firstCitation = (page: Page) =>
  main(page)
    .getByRole("link", { name: /^Source \d+, / })
    .first();

test("by keyboard alone: from the address of the server to a cited sentence and a finished set-up", async ({
  page,
}) => {
  let presses = 0;
  const enter = async (target?: Locator) => {
    if (target) await tabTo(page, target);
    await page.keyboard.press("Enter");
    presses += 1;
  };
  await page.goto("/");
  await enter(page.getByRole("link", { name: "Create an account" }));
  const person = newPerson();
  await fillByKeyboard(page, person);
  presses = 0;
  await enter();
  await type(page, page.getByLabel("Organization name"), "Lock Keepers");
  await enter();
  await type(page, page.getByLabel("Product name"), product);
  await enter();
  await type(page, page.getByLabel("Repository address"), address());
  const pastedAt = performance.now();
  await enter();
  await expect(firstCitation(page)).toBeVisible({ timeout: mostMs });
  expect(performance.now() - pastedAt, "from pasting to a cited sentence").toBeLessThan(mostMs);
  expect(presses, "presses of Enter from the form on").toBeLessThanOrEqual(mostPresses);

  await enter(page.getByRole("link", { name: /Finish$/ }));
  await expect(page.getByText(/documents? written from your code/)).toBeVisible({ timeout: 240_000 });
  await enter(page.getByRole("button", { name: "Open product" }));
  await expect(page.getByRole("region", { name: "Recently updated docs" })).toContainText("System overview");
  await expect(page.getByText("No documents yet")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true });

  test("the same by touch, and nothing scrolls sideways", async ({ page }) => {
    let taps = 0;
    const tap = async (target: Locator) => {
      await expectNoSidewaysScroll(page);
      await target.tap();
      taps += 1;
    };
    await page.goto("/");
    await tap(page.getByRole("link", { name: "Create an account" }));
    const person = newPerson();
    await page.getByLabel("First name").fill(person.firstName);
    await page.getByLabel("Last name").fill(person.lastName);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    taps = 0;
    await tap(page.getByRole("button", { name: "Create account" }));
    await page.getByLabel("Organization name").fill("Bridge Keepers");
    await tap(page.getByRole("button", { name: "Create Organization" }));
    await page.getByLabel("Product name").fill(product);
    await tap(page.getByRole("button", { name: "Create Product" }));
    await page.getByLabel("Repository address").fill(address());
    await tap(page.getByRole("button", { name: "Connect repository" }));
    await expect(firstCitation(page)).toBeVisible({ timeout: mostMs });
    expect(taps, "taps from the form on").toBeLessThanOrEqual(mostPresses);

    await tap(page.getByRole("link", { name: /Finish$/ }));
    await expect(page.getByText(/documents? written from your code/)).toBeVisible({ timeout: 240_000 });
    await tap(page.getByRole("button", { name: "Open product" }));
    await expect(page.getByRole("region", { name: "Recently updated docs" })).toContainText("System overview");
    await expectNoSidewaysScroll(page);
  });
});

async function fillByKeyboard(page: Page, { firstName, lastName, email, password }: Person): Promise<void> {
  await type(page, page.getByLabel("First name"), firstName);
  await type(page, page.getByLabel("Last name"), lastName);
  await type(page, page.getByLabel("Email"), email);
  await type(page, page.getByLabel("Password"), password);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(clientWidth);
}
