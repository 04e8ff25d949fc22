import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import type { Page } from "@playwright/test";

import { demoPerson, expect, signIn, test } from "./fixtures.ts";

const runFile = promisify(execFile);
const product = "/o/northquay/p/ferry-board";

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-docs-"));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Git of Ada at her own machine; it never prompts. */
async function git(args: readonly string[]): Promise<void> {
  const name = { GIT_AUTHOR_NAME: "Ada Okafor", GIT_COMMITTER_NAME: "Ada Okafor" };
  const mail = { GIT_AUTHOR_EMAIL: "ada@example.test", GIT_COMMITTER_EMAIL: "ada@example.test" };
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
  await runFile("git", ["-C", folder, ...args], { env: { ...env, ...name, ...mail } });
}

/** Clones the demo's code with a token that may push; resolves to the folder of the clone. */
async function cloneDemo(page: Page): Promise<string> {
  const repository = `${product}/repositories/ferry-board`;
  await page.goto(`${repository}/settings/keys/new`);
  await page.getByLabel("Name").fill("Live docs story");
  await page.getByRole("radio", { name: /^Token/ }).click();
  await page.getByRole("radio", { name: /^May push/ }).click();
  await page.getByRole("button", { name: "Add Repository Key" }).click();
  const token = (await page.getByText(/^cairn_rk_/).textContent()) ?? "";
  await page.getByRole("button", { name: "I stored it" }).click();
  const address = new URL(page.url());
  const credentials = `http://story:${token}@${address.host}/git/northquay/ferry-board.git`;
  await git(["clone", "--quiet", credentials, "code"]);
  return path.join(folder, "code");
}

test("a page is written by hand, proves itself, notices a push and is put right again", async ({ page }) => {
  await signIn(page, demoPerson(), `${product}/create`);
  await page.getByRole("link", { name: "Open editor" }).click();
  await page.getByRole("textbox", { name: "Page title" }).fill("Scripts of the board");
  const content = page.getByRole("textbox", { name: /^Content of/ });
  await page.getByRole("textbox", { name: "Section title" }).fill("Why");
  await content.fill("Everybody shall start it in the same way.");
  await page.getByRole("button", { name: "Add section" }).click();
  await page.getByRole("menuitem", { name: /^Auto/ }).click();
  const auto = page.getByRole("listitem").filter({ has: page.getByRole("textbox", { name: "Prompt" }) });
  await auto.getByRole("textbox", { name: "Section title" }).fill("Scripts");
  await expect(auto.getByRole("button", { name: "Preview" })).toBeDisabled();
  await auto.getByRole("textbox", { name: "Prompt" }).fill("List the scripts with what each does.");
  await auto.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview of Scripts" })).toContainText("test");
  await page.keyboard.press("Control+Enter");

  await expect(page.getByRole("heading", { level: 1, name: "Scripts of the board" })).toBeVisible();
  await expect(page.getByText("Everybody shall start it")).toBeVisible();
  const scripts = page.getByRole("region", { name: "Scripts", exact: true });
  await expect(scripts.getByText(/\d+ sources?/)).toBeVisible();
  const artifact = page.url();

  const code = await cloneDemo(page);
  const manifest = path.join(code, "package.json");
  const text = await readFile(manifest, "utf8");
  const [, script] = /"scripts": \{\s*"([\w:-]+)"/.exec(text) ?? [];
  await writeFile(
    manifest,
    text.replace(`"${script}": "`, `"${script}": "node --enable-source-maps tools/tidewater.ts && `),
  );
  await git(["-C", "code", "commit", "--quiet", "--all", "-m", "Start the board by the tide"]);
  await page.goto(artifact);
  await expect(scripts).toBeVisible();
  await git(["-C", "code", "push", "--quiet", "origin", "HEAD:main"]);
  // The open page hears of it; nobody loads it again.
  await expect(scripts).toContainText("tidewater", { timeout: 240_000 });
  await expect(page.getByText("Everybody shall start it")).toBeVisible();

  await page.getByRole("button", { name: "Actions for Scripts of the board" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(page.getByText(/Created|created/).first()).toBeVisible();
  await page.goto(artifact);
  await page.getByRole("button", { name: "Actions for Scripts of the board" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "All documents" })).toBeVisible();
});

test.describe("two people", () => {
  // The refusal that the dialog is about.
  test.use({ expectedFaults: [/status of 409/] });

  test("what two people change on one page is merged, or asked about", async ({ page, context }) => {
    await signIn(page, demoPerson(), `${product}/context`);
    await page.getByRole("main").getByRole("link", { name: "Engineering handbook" }).click();
    const other = await context.newPage();
    await other.goto(page.url());
    for (const one of [page, other]) {
      await one.getByRole("button", { name: "Edit" }).click();
      await expect(one.getByRole("button", { name: "Publish" })).toBeVisible();
    }
    const title = (on: Page) => on.getByRole("textbox", { name: "Page title" });
    await title(other).fill("Handbook of the board");
    await other.getByRole("button", { name: "Publish" }).click();
    await expect(other.getByRole("heading", { level: 1, name: "Handbook of the board" })).toBeVisible();

    await title(page).fill("Handbook of the crew");
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Handbook of the board");
    await dialog.getByText(/^Mine/).first().click();
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Handbook of the crew" })).toBeVisible();

    await page.getByRole("button", { name: "Edit" }).click();
    await title(page).fill("Something else");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Discard/ })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Handbook of the crew" })).toBeVisible();
    await page.getByRole("button", { name: "Edit" }).click();
    await title(page).fill("Engineering handbook");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Engineering handbook" })).toBeVisible();
  });
});

test("a page comes out of a conversation, from a template and from an address", async ({ page }) => {
  await signIn(page, demoPerson(), `${product}/create`);
  const intent = page.getByRole("textbox", { name: "What the page is about" });
  await intent.fill("delays");
  await intent.press("Enter");
  await expect(page.getByText("Prompt is too short")).toBeVisible();
  await intent.fill("Write a page about how delays are computed and shown");
  await intent.press("Enter");
  await expect(page.getByRole("button", { name: "Publish" })).toBeEnabled();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page).toHaveURL(/\/artifacts\//);
  await expect(page.getByText(/\d+ sources?/).first()).toBeVisible();

  await page.goto(`${product}/create`);
  await page.getByRole("button", { name: "Enter address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Harbour rules");
  await dialog.getByLabel(/Address|URL/i).fill("not an address");
  await dialog.getByRole("button", { name: /Create|Fetch/ }).click();
  await expect(dialog.getByText("Enter a valid URL")).toBeVisible();
});
