import { demoPerson, expect, signIn, test } from "./fixtures.ts";
import {
  changedFile,
  descriptionOf,
  expectSetting,
  openSecondBrowser,
  product,
  settingsChange,
  summaryOf,
  tab,
  threadOf,
  timeout,
  typeDiff,
} from "./review-story.ts";

// A change is made, made again and merged, which are three runs of commands where the machine is busy.
test.slow();

test("two people bring a change from a task to the documents", async ({ page, browser }) => {
  await signIn(page, demoPerson(), `${product}/tasks/create`);
  await page.getByRole("textbox", { name: "Title" }).fill("Give the API more time");
  await descriptionOf(page).click();
  await typeDiff(page, { ...timeout, to: 9000 });
  await page.getByRole("button", { name: "Create and implement" }).click();
  await expect(page.getByText("Task implementation started")).toBeVisible();
  await expect(summaryOf(page)).toContainText("Ready for review");
  const review = page.url();

  const other = await openSecondBrowser(browser, review);
  await changedFile(other).getByRole("button", { name: "Comment on line 25" }).click();
  await other.getByRole("textbox", { name: /^Comment on/ }).fill("Nobody waits nine seconds. Five?");
  await other.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(threadOf(page)).toContainText("Nobody waits nine seconds.");
  await expect(summaryOf(page)).toContainText("1 open comment");
  // What is changed, answered, taken away and resolved arrives as it happens, like what is added.
  await threadOf(other).getByRole("button", { name: "More about this comment" }).click();
  await other.getByRole("menuitem", { name: "Edit" }).click();
  await other.getByRole("textbox", { name: "Change the comment" }).fill("Nobody waits nine seconds. Perhaps five?");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(threadOf(page)).toContainText("Perhaps five?");
  await threadOf(other).getByRole("button", { name: "Reply" }).click();
  await threadOf(other).getByRole("textbox", { name: "Reply" }).fill("Or four");
  await threadOf(other).getByRole("button", { name: "Reply" }).click();
  await expect(threadOf(page)).toContainText("Or four");
  const answer = threadOf(other).getByRole("article").filter({ hasText: "Or four" });
  await answer.getByRole("button", { name: "More about this comment" }).click();
  await other.getByRole("menuitem", { name: "Delete" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Delete comment" }).click();
  await expect(threadOf(page)).not.toContainText("Or four");
  await threadOf(other).getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(threadOf(page).getByText("Resolved")).toBeVisible();
  await threadOf(other)
    .getByRole("button", { name: /Resolved/ })
    .click();
  await threadOf(other).getByRole("button", { name: "Reopen" }).click();
  await expect(threadOf(page)).toContainText("Perhaps five?");

  await page.getByRole("complementary", { name: "Details" }).getByRole("link", { name: /^FB-/ }).click();
  const task = page.url();
  await descriptionOf(page).click();
  await page.keyboard.press("ControlOrMeta+A");
  await typeDiff(page, { ...timeout, to: 5000 });
  await page.getByRole("textbox", { name: "Title" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Request revision" }).click();
  await page.getByText("The diff of the task", { exact: true }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Request revision" }).click();
  await expect(page.getByText("Implementation revision started")).toBeVisible();
  await tab(other, /^Comments/)
    .locator("..")
    .click();
  await expect(threadOf(other)).toContainText("It reads now");
  await expect(threadOf(other)).toContainText("API_TIMEOUT_MS=5000");
  await threadOf(other).getByRole("button", { name: "Resolve" }).click();
  await expect(threadOf(other).getByText("Resolved")).toBeVisible();

  await expect(summaryOf(page)).toContainText("Merges cleanly into main");
  await tab(page, /^Documents \d/)
    .locator("..")
    .click();
  await expect(settingsChange(page)).toContainText("5000");
  await settingsChange(page).getByRole("button", { name: "Accept" }).click();
  await expect(settingsChange(page).getByText("Accepted by Ada Okafor")).toBeVisible();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click();
  await expect(settingsChange(page).getByText("Published, accepted by Ada Okafor")).toBeVisible();
  await expect(summaryOf(other)).toContainText("Merged");

  await other.goto(task);
  await expect(other.getByRole("button", { name: /State.*Done|Done/ }).first()).toBeVisible();
  await other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Getting started" }).click();
  await expectSetting(other, { ...timeout, to: 5000 });
});
