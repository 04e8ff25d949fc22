import { press, tabTo, type } from "./by-keyboard.ts";
import { demoPerson, expect, signIn, test } from "./fixtures.ts";
import {
  changedFile,
  descriptionOf,
  expectSetting,
  pause,
  product,
  settingsChange,
  summaryOf,
  tab,
  threadOf,
  typeDiff,
} from "./review-story.ts";

// A change is made, made again and merged, which are three runs of commands where the machine is busy.
test.slow();

test("a change is brought from a task to the documents by keyboard alone", async ({ page }) => {
  await signIn(page, demoPerson(), `${product}/tasks/create`);
  await type(page, page.getByRole("textbox", { name: "Title" }), "Read the timetable more often");
  await tabTo(page, descriptionOf(page));
  await typeDiff(page, { ...pause, to: 30 });
  // Within code, Tab sets in.
  await page.keyboard.press("Escape");
  await press(page, page.getByRole("button", { name: "Create and implement" }));
  await expect(summaryOf(page)).toContainText("Ready for review");

  await expect(changedFile(page)).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Comment on line 14" })).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: /^Comment on/ })).toBeFocused();
  await page.keyboard.type("Too often for the office.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("```suggestion ");
  await page.keyboard.type("FEED_SECONDS=120");
  await page.keyboard.press("Control+Enter");
  const apply = threadOf(page).getByRole("button", { name: "Apply", exact: true });
  await press(page, apply);
  await expect(page.getByText("All are resolved")).toBeVisible();
  await expect(changedFile(page)).toContainText("FEED_SECONDS=120");
  await expect(summaryOf(page)).toContainText("Merges cleanly into main");

  await tabTo(page, tab(page, /^Changes/));
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, /^Documents/)).toBeChecked();
  await press(page, settingsChange(page).getByRole("button", { name: "Accept" }));
  await expect(settingsChange(page).getByText("Accepted by Ada Okafor")).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByRole("button", { name: "Merge", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  // A toast that is not gone yet is one too.
  const dialog = page.getByRole("dialog", { name: /^Merge into/ });
  await expect(dialog).toContainText("Merge commit onto");
  await press(page, dialog.getByRole("button", { name: "Merge", exact: true }));
  await expect(summaryOf(page)).toContainText("Merged");
  await press(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Getting started" }));
  await expectSetting(page, { ...pause, to: 120 });
});
