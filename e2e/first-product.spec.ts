import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

import type { Locator, Page } from "@playwright/test";

import {
  connectRepository,
  expect,
  finishSetup,
  nameOrganizationAndProduct,
  newPerson,
  setting,
  signUp,
  test,
  untilPolled,
} from "./fixtures.ts";

test("from nothing to cited pages and a cited answer", async ({ page }) => {
  await page.clock.install();
  await signUp(page, newPerson());
  await nameOrganizationAndProduct(page, { organization: "Harbour Works", product: "Quay Signs" });
  await connectRepository(page, `${setting("STORY_GIT_ADDRESS")}/quay-signs.git`);

  await expect(page.getByRole("heading", { level: 1, name: "Set up Quay Signs" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Indexing progress" })).toBeVisible();
  // The first cited sentence comes by itself, before anything else is asked.
  const first = page.getByRole("main").getByRole("link", { name: /^Source \d+, / });
  await untilPolled(page, first.first());
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText(["Overview"]);
  await finishSetup(page);
  const documents = page.getByRole("region", { name: "Recently updated docs" });
  await untilPolled(page, documents.getByRole("link", { name: "System overview" }));
  await documents.getByRole("link", { name: "System overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "System overview" })).toBeVisible();
  await expect(page.getByRole("figure").getByRole("img", { name: "Components of Quay Signs" })).toContainText(
    "render.py",
  );
  await followCitation(
    page,
    page
      .getByRole("main")
      .getByRole("link", { name: /^Source \d+, .+\.py lines? \d+/ })
      .first(),
  );

  const frames = countAnswerFrames(page);
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await page.getByRole("textbox", { name: "Your question" }).fill("How is a sign drawn for the printer?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Your question" })).toHaveText("How is a sign drawn for the printer?");
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer.getByText("Built-in engine")).toBeVisible();
  expect(frames.count, "pieces the answer came in").toBeGreaterThan(1);
  const chatAddress = page.url();
  await followCitation(page, answer.getByRole("link", { name: /^Source \d+, / }).first());

  await page.goto(chatAddress);
  const chats = page.getByRole("navigation", { name: "Chats" });
  const chat = chats.getByRole("listitem").filter({ hasText: "How is a sign drawn" });
  await chat.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete chat" }).click();
  await expect(page.getByText("Chat deleted")).toBeVisible();
  await expect(chat).toHaveCount(0);
  await expect(page.getByRole("article")).toHaveCount(0);
});

/** The chip shows its lines, and leads to exactly these lines of the file as git has it. */
async function followCitation(page: Page, chip: Locator): Promise<void> {
  const address = new URL((await chip.getAttribute("href")) ?? "", page.url());
  const [, commit = "", file = ""] =
    /\/repositories\/quay-signs\/b\/([0-9a-f]{40})\/(.+)$/.exec(address.pathname) ?? [];
  const [start = 0, end = start] = [...address.hash.matchAll(/\d+/g)].map(Number);
  const lines = (await readFromGit(commit, file)).slice(start - 1, end);
  const location = page
    .getByText(start === end ? `${file}:${start}` : `${file}:${start}-${end}`, { exact: true })
    .last();
  const preview = page.locator("div").filter({ has: location }).last();
  await expect(async () => {
    // What comes late may move the chip from under the pointer.
    await page.mouse.move(0, 0);
    await chip.hover();
    await expect(preview).toContainText(String(start) + lines[0], { timeout: 10_000 });
  }).toPass();
  await chip.click();

  await expect(page).toHaveURL(address.href);
  const selected = page.getByRole("region", { name: file }).locator("[data-selected]");
  await expect(selected.first()).toBeInViewport();
  expect(await selected.first().getAttribute("data-line")).toBe(String(start));
  expect((await selected.allTextContents()).map((line) => line.replace(/\n$/, ""))).toEqual(lines);
}

async function readFromGit(commit: string, file: string): Promise<string[]> {
  const repository = path.join(setting("STORY_REPOSITORIES"), "quay-signs.git");
  const { stdout } = await promisify(execFile)("git", ["-C", repository, "show", `${commit}:${file}`]);
  return stdout.split("\n");
}

/** How many pieces of an answer arrived by the socket. */
function countAnswerFrames(page: Page): { count: number } {
  const frames = { count: 0 };
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (/"message_operation".*"append"/.test(String(payload))) frames.count += 1;
    }),
  );
  return frames;
}
