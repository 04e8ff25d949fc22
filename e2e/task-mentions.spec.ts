import { demoPerson, expect, signIn, test } from "./fixtures.ts";

const product = "/o/northquay/p/ferry-board";
const cancelled = "Show cancelled sailings until their planned time has passed";

test("a task mentions another one, which is followed, asked about and cited, by keyboard alone", async ({ page }) => {
  await signIn(page, demoPerson(), `${product}/tasks/create`);
  await page.getByRole("textbox", { name: "Title" }).fill("Say why a sailing was cancelled");
  await page.keyboard.press("Tab");
  const description = page
    .getByRole("textbox", { name: "Description" })
    .or(page.getByRole("combobox", { name: "Description" }));
  await description.focus();
  await page.keyboard.type("Follows @cancelled");
  const option = page.getByRole("option", { name: new RegExp(cancelled) });
  await expect(option).toBeVisible();
  const [name = ""] = /[A-Z]+-\d+/.exec(await option.innerText()) ?? [];
  for (let step = 0; step < 20 && (await option.getAttribute("aria-selected")) !== "true"; step += 1) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(description.getByRole("link", { name: new RegExp(`${name}.+Todo`) })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Task created")).toBeVisible();
  await expect(page).toHaveURL(/\/tasks\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("link", { name: new RegExp(`${name}.+Todo`) })).toBeVisible();

  await page.getByRole("textbox", { name: "Ask about this task" }).focus();
  await page.keyboard.type("What is this about?");
  await page.keyboard.press("Enter");
  const answer = page.getByRole("article", { name: "Answer" }).first();
  await expect(answer).toContainText("Say why a sailing was cancelled");
  await expect(page.getByRole("link", { name: /Say why a sailing was cancelled/ }).first()).toBeVisible();

  const question = page.getByRole("textbox", { name: "Your question" });
  await question.focus();
  await page.keyboard.type(`What is @${name}`);
  await expect(page.getByRole("option", { name: new RegExp(cancelled) })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("about?");
  await page.keyboard.press("Enter");
  const second = page.getByRole("article", { name: "Answer" }).nth(1);
  await expect(second).toContainText("people wait at the quay");
  const asked = page.getByRole("article", { name: "Your question" }).nth(1);
  await expect(asked.getByRole("link", { name: new RegExp(`${name} ${cancelled}`) })).toBeVisible();
  const source = second.getByRole("link", { name: new RegExp(`^Source 1, ${name} lines 1 to 4`) });
  // While an answer is written, what has the focus may be drawn anew.
  await expect(second.getByRole("button", { name: "Copy answer" })).toBeVisible();
  await source.focus();
  await expect(page.locator("#overlays").getByText("State: Todo")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(cancelled);
});
