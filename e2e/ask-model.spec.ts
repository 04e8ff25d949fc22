import type { Page } from "@playwright/test";

import { expect, modelPerson, setting, signIn, test } from "./fixtures.ts";

test.use({ baseURL: process.env.STORY_MODEL_ADDRESS });

const chat = "/o/my-organization/p/quay-signs/chat";

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your question" }).fill(question);
  await page.keyboard.press("Enter");
}

const answers = (page: Page) => page.getByRole("article", { name: "Answer" });

test("an answer goes on without its reader, and stops when they say so", async ({ page }) => {
  await signIn(page, modelPerson(), chat);
  await ask(page, "Tell me of the turning tides");
  await expect(answers(page)).toContainText("The tide turned 3 times.");
  // Nobody listens for a while; the server writes on.
  await page.reload();
  await expect(answers(page)).toContainText("The tide turned 12 times.");
  const field = page.getByRole("textbox", { name: "Your question" });
  await field.fill("And then?");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
  await expect(field).toHaveValue("And then?");
  await expect(answers(page)).not.toContainText("The tide turned 2000 times.");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(answers(page)).toContainText("The tide turned 3 times.");
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
});

test("a model that fails is told of, and asked once more", async ({ page }) => {
  await signIn(page, modelPerson(), chat);
  await ask(page, "Is it overloaded?");
  const problem = page.getByRole("alert").filter({ hasText: "Failed to answer your request" });
  await expect(problem).toContainText("The model's server reported a failure");
  await problem.getByRole("button", { name: "Retry" }).click();
  await expect(answers(page)).toHaveText(/It works again\./);
  await expect(page.getByRole("article", { name: "Your question" })).toHaveCount(1);
});

test("an answer shows its lines, its price in tokens and where to go on; the chat gets a name", async ({ page }) => {
  await signIn(page, modelPerson(), chat);
  await expect(page.getByText("quay-model").first()).toBeVisible();
  await ask(page, "What is a sign?");
  const first = answers(page).first();
  await expect(first.getByText("quay-model")).toBeVisible();
  await expect(first).toContainText(/\d tokens/);
  await first
    .getByRole("link", { name: /^Source 1,/ })
    .first()
    .hover();
  await expect(page.getByRole("heading", { level: 1, name: "Signs and tides" })).toBeVisible();
  await first.getByRole("button", { name: "Which signs are printed at night?" }).click();
  await expect(page.getByRole("article", { name: "Your question" })).toHaveCount(2);
  await expect(answers(page)).toHaveCount(2);
});

test("questions asked back are answered once", async ({ page }) => {
  expect(setting("STORY_MODEL_ADDRESS")).not.toBe(setting("STORY_ADDRESS"));
  await signIn(page, modelPerson(), chat);
  await ask(page, "Please ask me back");
  const group = page.getByRole("region", { name: "Question to you" });
  await group.getByRole("radio", { name: "Printed" }).check();
  await group.getByRole("radio", { name: "Painted" }).check();
  await group.getByRole("button", { name: "Send answer" }).click();
  await expect(answers(page).last()).toContainText("Painted signs hang on the north quay.");
  await expect(group.getByText("Answered")).toBeVisible();
  await page.reload();
  await expect(group.getByRole("radio", { name: "Painted" })).toBeChecked();
  await expect(group.getByRole("radio", { name: "Painted" })).toBeDisabled();
});
