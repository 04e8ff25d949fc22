import { picture } from "../server/src/main/testing/tenant.ts";
import { makePdf } from "../server/src/platform/uploads/testing/make-pdf.ts";
import { demoPerson, expect, signIn, test } from "./fixtures.ts";

const product = "/o/northquay/p/ferry-board";
const chat = `${product}/chat`;

test("an answer leads to its lines, to the next question and back", async ({ page }) => {
  await signIn(page, demoPerson(), chat);
  const field = page.getByRole("textbox", { name: "Your question" });
  await expect(field).toBeFocused();
  await page.keyboard.type("How are delays computed?");
  await page.keyboard.press("Enter");
  const answer = page.getByRole("article", { name: "Answer" }).first();
  await expect(answer.getByText("Built-in engine")).toBeVisible();
  await expect(answer.getByText(/^As of/)).toBeVisible();
  const source = answer.getByRole("link", { name: /^Source 1,/ }).first();
  await source.focus();
  await expect(page.locator("#overlays").getByText(/\.\w+:\d+(-\d+)?$/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/repositories\/ferry-board\/b\/[^/]+\/.+#L\d+/);
  await page.goBack();
  const suggestion = answer.getByRole("list", { name: "Suggested questions" }).getByRole("button").first();
  const next = await suggestion.innerText();
  await suggestion.click();
  await expect(page.getByRole("article", { name: "Your question" }).nth(1)).toHaveText(next);
  const second = page.getByRole("article", { name: "Answer" }).nth(1);
  await expect(second.getByText("Built-in engine")).toBeVisible();
  await page.reload();
  await expect(second.getByText("Built-in engine")).toBeVisible();
  await expect(page.getByRole("article", { name: "Your question" })).toHaveCount(2);
});

test("a chat tells which lines it is about and leads back to them", async ({ page }) => {
  await signIn(page, demoPerson(), `${product}/repositories/ferry-board/b/main/README.md#L3-L9`);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("textbox", { name: "Ask about README.md lines 3 to 9" }).fill("What is this?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Answer" }).getByText("Built-in engine")).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "README.md lines 3–9" }).click();
  await expect(page).toHaveURL(/\/README\.md#L3-L9$/);
});

test("files go with a question, and what a PDF says comes into the answer", async ({ page }) => {
  await signIn(page, demoPerson(), chat);
  const field = page.getByRole("textbox", { name: "Your question" });
  await field.fill("What does the harbour act say about fog bells?");
  const act = makePdf(["Harbour act.\nFog bells ring twice an hour while the pier cannot be seen."]);
  await page.getByLabel("Files to attach").setInputFiles([
    { name: "harbour act.pdf", mimeType: "application/pdf", buffer: act },
    { name: "quay.gif", mimeType: "image/gif", buffer: picture },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("none") },
  ]);
  await expect(page.getByRole("alert").filter({ hasText: "notes.txt" })).toBeVisible();
  await field.press("Enter");
  const question = page.getByRole("article", { name: "Your question" });
  await expect(question.getByRole("button", { name: "Download harbour act.pdf" })).toBeVisible();
  await expect(question.getByRole("button", { name: "Open quay.gif" })).toBeVisible();
  await expect(page.getByRole("article", { name: "Answer" })).toContainText("twice an hour");
  await page.reload();
  const download = page.waitForEvent("download");
  await question.getByRole("button", { name: "Download harbour act.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("harbour act.pdf");
});

test("a description is drafted from the code, changed by a word and by hand, and saved", async ({ page }) => {
  await signIn(page, demoPerson(), product);
  await page.getByRole("link", { name: "Product Description" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Product Description" })).toBeAttached();
  const message = page.getByRole("textbox", { name: "Your message" });
  await message.fill("Write the description anew");
  await message.press("Enter");
  await expect(page.getByRole("heading", { name: "The assistant changed the text" })).toBeVisible();
  const change = page.getByRole("region", { name: "The change", exact: true });
  await expect(change.getByRole("insertion").first()).toBeVisible();
  await expect(change).not.toContainText("**");
  await page.getByRole("button", { name: "Accept change" }).click();
  const text = page.getByRole("textbox", { name: "Product Description" });
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Written on the north quay.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("region", { name: "Description" }).getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page.getByText("Written on the north quay.")).toBeVisible();
});
