import { createTask } from "@cairn/contract/tasks";
import type { Browser, Page } from "@playwright/test";

import { demoColleague, signInAsApiClient } from "./board-product.ts";
import { demoPerson, expect, signIn, test } from "./fixtures.ts";

const product = "/o/northquay/p/ferry-board";

const diff = ["--- /dev/null", "+++ b/docs/times.md", "@@ -0,0 +1 @@", "+Times are those of Northquay."].join("\n");

test("a task's diff is implemented by one press, watched by somebody else, and read in the review", async ({
  page,
  browser,
  productAddress,
}) => {
  const task = await addTask(productAddress);
  await signIn(page, demoPerson(), `${product}/tasks/${task.taskId}`);
  const other = await openSecondBrowser(browser, `${product}/review/${task.taskId}`);
  await expect(other.getByRole("heading", { name: "Nothing to review yet" })).toBeVisible();

  await page.getByRole("button", { name: "Implement" }).click();
  await expect(page.getByText("Task implementation started")).toBeVisible();
  await expect(other.getByRole("region", { name: "Summary" })).toContainText("Ready for review");

  await page.getByRole("link", { name: "Review", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: task.title })).toBeVisible();
  await expect(page.getByText("Times are those of Northquay.")).toBeVisible();
  await page.getByText("Log", { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download log" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${task.name}-implementation-${await numberOf(page)}.log`);
});

async function addTask(address: string): Promise<{ taskId: string; name: string; title: string }> {
  const client = await signInAsApiClient(address, demoPerson());
  return await client.call(createTask, {
    params: { organizationId: "northquay", projectId: "ferry-board" },
    body: { title: "Say of which place the times are", state: "todo", description: `\`\`\`diff\n${diff}\n\`\`\`\n` },
  });
}

async function openSecondBrowser(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, demoColleague(), address);
  return page;
}

async function numberOf(page: Page): Promise<string> {
  const text = await page.getByRole("complementary", { name: "Details" }).textContent();
  return /#(\d+)/.exec(text ?? "")?.[1] ?? "";
}
