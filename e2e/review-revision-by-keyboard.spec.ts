import type { Page } from "@playwright/test";

import { press, tabTo, type } from "./by-keyboard.ts";
import { demoPerson, expect, signIn, test } from "./fixtures.ts";
import {
  changedFile,
  descriptionOf,
  expectSetting,
  product,
  settingsChange,
  summaryOf,
  tab,
  threadOf,
  typeDiff,
  zone,
} from "./review-story.ts";

// A change is made, made again and merged, which are three runs of commands where the machine is busy.
test.slow();

test("a change is commented on, revised, resolved and merged by keyboard alone", async ({ page }) => {
  await signIn(page, demoPerson(), `${product}/tasks/create`);
  await type(page, page.getByRole("textbox", { name: "Title" }), "Write the timetable in another zone");
  await tabTo(page, descriptionOf(page));
  await typeDiff(page, { ...zone, to: "UTC" });
  // Within code, Tab sets in.
  await page.keyboard.press("Escape");
  await press(page, page.getByRole("button", { name: "Create and implement" }));
  await expect(summaryOf(page)).toContainText("Ready for review");

  await expect(changedFile(page)).toBeVisible();
  await commentOnNewLine(page, "Crews read local time. Oslo?");
  await expect(threadOf(page)).toBeFocused();
  await expect(summaryOf(page)).toContainText("1 open comment");

  const details = page.getByRole("complementary", { name: "Details" });
  await press(page, details.getByRole("link", { name: /^FB-/ }));
  await tabTo(page, descriptionOf(page));
  await page.keyboard.press("ControlOrMeta+A");
  await typeDiff(page, { ...zone, to: "Europe/Oslo" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await press(page, page.getByRole("main").getByRole("link", { name: "Review", exact: true }));
  await press(page, page.getByRole("button", { name: "Request revision" }));
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByRole("radio", { name: "On somebody's own machine" }));
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "The diff of the task" })).toBeChecked();
  await press(page, dialog.getByRole("button", { name: "Request revision" }));
  await expect(page.getByText("Implementation revision started")).toBeVisible();
  await expect(changedFile(page)).toContainText("TIME_ZONE=Europe/Oslo");

  await tabTo(page, tab(page, /^Changes/));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, /^Comments/)).toBeChecked();
  await expect(threadOf(page)).toContainText("It reads now");
  await press(page, threadOf(page).getByRole("button", { name: "Resolve" }));
  await expect(threadOf(page).getByText("Resolved")).toBeVisible();
  await expect(threadOf(page)).toBeFocused();

  await tabTo(page, tab(page, /^Comments/));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(changedFile(page)).toBeVisible();
  await commentOnNewLine(page, "As the crews read it now.");
  await expect(threadOf(page).filter({ hasText: "As the crews read it now." })).toBeFocused();
  await page.keyboard.press("r");
  await expect(page.getByText("All are resolved")).toBeVisible();
  await expect(summaryOf(page)).toContainText("Merges cleanly into main");

  await tabTo(page, tab(page, /^Changes/));
  await page.keyboard.press("ArrowRight");
  await press(page, settingsChange(page).getByRole("button", { name: "Accept" }));
  await expect(settingsChange(page).getByText("Accepted by Ada Okafor")).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByRole("button", { name: "Merge", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Merge commit onto");
  await press(page, dialog.getByRole("button", { name: "Merge", exact: true }));
  await expect(summaryOf(page)).toContainText("Merged");
  await press(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Getting started" }));
  await expectSetting(page, { ...zone, to: "Europe/Oslo" });
});

/** From wherever the focus is before the changes to the line as it is after them, and a comment on it. */
async function commentOnNewLine(page: Page, text: string): Promise<void> {
  await page.keyboard.press("n");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: `Comment on line ${zone.line}` })).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: /^Comment on/ })).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press("Control+Enter");
}
