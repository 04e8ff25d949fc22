import { listImplementations } from "@cairn/contract/implementations";
import { getTaskBoard } from "@cairn/contract/tasks";

import { signInAsApiClient } from "./board-product.ts";
import { demoPerson, expect, fillSignIn, newPerson, setting, signIn, signUp, test } from "./fixtures.ts";

const product = "/o/northquay/p/ferry-board";

test("the command menu finds, opens and asks, by keyboard alone", async ({ page }) => {
  await signIn(page, demoPerson(), product);
  await expect(page.getByRole("heading", { level: 1, name: "Ferry Board" })).toBeVisible();

  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Search or Ask" });
  await expect(box).toBeFocused();
  await page.keyboard.type("system overview");
  const results = page.getByRole("group", { name: "Search Results" });
  await expect(results.getByRole("option").first()).toContainText("System overview");
  await page.keyboard.press("ArrowDown");
  await expect(results.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "System overview" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  await page.keyboard.type("How are delays computed?");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/chat\?session=/);
  await expect(page.getByRole("article", { name: "Your question" })).toHaveText("How are delays computed?");
  await expect(page.getByRole("article", { name: "Answer" }).getByText("Built-in engine")).toBeVisible();
});

test("the theme and the session survive a reload; signing out asks for the password again", async ({ page }) => {
  await signIn(page, demoPerson());
  const home = page.getByRole("heading", { level: 1, name: /Ada$/ });
  await expect(home).toBeVisible();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: /user menu$/ }).click();
  await page.getByRole("menuitemcheckbox", { name: /Toggle Theme/ }).click();
  await expect(root).toHaveAttribute("data-theme", "light");
  await page.reload();
  await expect(home).toBeVisible();
  await expect(root).toHaveAttribute("data-theme", "light");

  await page.getByRole("button", { name: /user menu$/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  // The form itself: the screen before it leads on by itself, which would cut the next step short.
  await expect(page.getByLabel("Password")).toBeVisible();
  await page.goto(product);
  await expect(page.getByLabel("Password")).toHaveValue("");
  await page.getByLabel("Email").fill(setting("STORY_EMAIL"));
  await page.getByLabel("Password").fill(setting("STORY_PASSWORD"));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ferry Board" })).toBeVisible();
});

test.describe("a session that was lost", () => {
  test.use({ expectedFaults: [/status of 401/] });

  test("comes back by itself as long as the browser is still known", async ({ page, context }) => {
    await signIn(page, demoPerson());
    await expect(page.getByRole("heading", { level: 1, name: /Ada$/ })).toBeVisible();
    await context.clearCookies({ name: /refresh_token/ });
    await page.goto(product);
    await expect(page.getByRole("heading", { level: 1, name: "Ferry Board" })).toBeVisible();
    await context.clearCookies({ name: /^(?!signed-in)/ });
    await page.goto(product);
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    await fillSignIn(page, demoPerson());
    await expect(page).toHaveURL((url) => url.pathname === product);
  });
});

test.describe("what is missing or somebody else's", () => {
  test.use({ expectedFaults: [/status of 404/] });

  test("looks the same, names what was asked for and leads home", async ({ page }) => {
    await signUp(page, newPerson());
    const refusals = [
      ["/o/northquay/projects", "Please ensure this organization exists and you have access to it", "northquay"],
      [product, "Please ensure this organization exists and you have access to it", "northquay"],
      ["/o/nobody-has-this", "Please ensure this organization exists and you have access to it", "nobody-has-this"],
    ] as const;
    for (const [address, sentence, requested] of refusals) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: "No access" })).toBeVisible();
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
      await expect(page.getByRole("main").getByText(requested, { exact: true })).toBeVisible();
    }
    await page.getByRole("link", { name: "Back home" }).click();
    await expect(page.getByText("No Organizations yet")).toBeVisible();
  });

  test("a product and a screen that do not exist", async ({ page }) => {
    await signIn(page, demoPerson(), "/o/northquay/p/no-such-product");
    await expect(page.getByRole("heading", { level: 1, name: "No access" })).toBeVisible();
    await expect(
      page.getByText("Please ensure this project exists and you have access to it", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("main").getByText("no-such-product", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Back home" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /Ada$/ })).toBeVisible();

    await page.goto(`${product}/no-such-screen`);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("main").getByText("404")).toBeVisible();
    await page.getByRole("link", { name: "Back home" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /Ada$/ })).toBeVisible();
  });
});

test("visitors read a page of the demo, and open the lines that its sentences rest on", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("figure")).toContainText("Ferry Board shows passengers");
  const lines = page.getByText("export interface Sailing {");
  await expect(lines).toBeHidden();
  await page.getByLabel("Source 2, packages/timetable/src/types.ts").press("Enter");
  await expect(lines).toBeVisible();
});

test("the demo's runs came to what its team decided, and its pages follow what was merged", async ({
  page,
  productAddress,
}) => {
  const client = await signInAsApiClient(productAddress, demoPerson());
  const params = { organizationId: "northquay", projectId: "ferry-board" };
  const { cards } = await client.call(getTaskBoard, { params });
  const stands: string[] = [];
  const broken: string[] = [];
  for (const { title, taskId } of cards) {
    const { content } = await client.call(listImplementations, { params: { ...params, taskId }, query: {} });
    for (const { state, outcome, comments, canMerge, events } of content) {
      stands.push(`${title}: ${state}, ${outcome}, ${comments.open} of ${comments.total} open, ${canMerge}`);
      if (events.some((one) => one.type === "fix-build-errors" && one.state === "error")) broken.push(title);
    }
  }
  expect(broken).toEqual(["Name the line of a broken timetable in the log"]);
  // Other stories add tasks of their own.
  expect(stands).toEqual(
    expect.arrayContaining([
      "Read the board aloud: merged, completed, 0 of 0 open, false",
      "Remove delay reports of last season: merged, completed, 0 of 0 open, false",
      "Name the line of a broken timetable in the log: discarded, completed, 0 of 0 open, false",
      "Refuse a client that asks more than once in ten seconds: created, stopped, 0 of 0 open, false",
      "Show tide times: created, completed, 1 of 3 open, true",
      "Say since when the data is old: created, completed, 0 of 0 open, true",
    ]),
  );
  await signIn(page, demoPerson(), `${product}/repositories/ferry-board/b/main/db/src/retention.ts`);
  await expect(page.getByText("removeOldReports").first()).toBeVisible();
  await page.goto(`${product}/context`);
  await expect(page.getByRole("main").getByRole("link", { name: "System overview" }).first()).toBeVisible();
});
