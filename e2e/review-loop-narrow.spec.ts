import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { demoPerson, expect, signIn, test } from "./fixtures.ts";
import {
  changedFile,
  descriptionOf,
  expectNoSideways,
  expectSetting,
  port,
  product,
  settingsChange,
  summaryOf,
  tab,
  threadOf,
  typeDiff,
} from "./review-story.ts";

const runFile = promisify(execFile);

test.use({ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true });

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-loop-"));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

// A change is made, made again and merged, which are three runs of commands where the machine is busy.
test.slow();

test("a change is brought from a task to the documents on a phone, with a revision that is pushed", async ({
  page,
}) => {
  await signIn(page, demoPerson(), `${product}/tasks/create`);
  await page.getByRole("textbox", { name: "Title" }).fill("Listen at another port");
  await descriptionOf(page).tap();
  await typeDiff(page, { ...port, to: 80 });
  await page.getByRole("button", { name: "Create and implement" }).tap();
  await expect(summaryOf(page)).toContainText("Ready for review");
  await expectNoSideways(page);

  await changedFile(page).getByRole("button", { name: "Comment on line 21" }).tap();
  await page.getByRole("textbox", { name: /^Comment on/ }).fill("Only root may listen there.");
  await page.getByRole("button", { name: "Comment", exact: true }).tap();
  await expect(threadOf(page)).toContainText("Only root may listen there.");
  await expectNoSideways(page);

  await page.getByRole("button", { name: "Request revision" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Request revision" }).tap();
  await expect(page.getByText("Implementation revision started")).toBeVisible();
  const push = page.getByRole("region", { name: "Push", exact: true });
  await push.getByRole("button", { name: "Make a key" }).tap();
  await expect(push.getByText("git clone")).toBeVisible();
  await expectNoSideways(page);
  const key = await push.getByText(/^cairn_pk_/).textContent();
  const commands = await push.textContent();
  await pushPort({ key, commands }, 8020);
  await expect(summaryOf(page)).toContainText("Ready for review");

  await tab(page, /^Comments/)
    .locator("..")
    .tap();
  await threadOf(page).getByRole("button", { name: "Resolve" }).tap();
  await expect(threadOf(page).getByText("Resolved")).toBeVisible();
  await tab(page, /^Documents \d/)
    .locator("..")
    .tap();
  await settingsChange(page).getByRole("button", { name: "Accept" }).tap();
  await expect(settingsChange(page).getByText("Accepted by Ada Okafor")).toBeVisible();
  await expectNoSideways(page);
  await page.getByRole("button", { name: "Merge", exact: true }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).tap();
  await expect(summaryOf(page)).toContainText("Merged");
  await settingsChange(page).getByRole("link", { name: "Getting started" }).tap();
  await expectSetting(page, { ...port, to: 8020 });
  await expectNoSideways(page);
});

/** What the page says how to push, done by somebody at their machine with another port. */
async function pushPort({ key, commands }: { key: string | null; commands: string | null }, to: number): Promise<void> {
  const [, branch = "", address = ""] = /git clone --branch (\S+) (\S+)\s+git push origin/.exec(commands ?? "") ?? [];
  expect(address, commands ?? "").not.toBe("");
  const url = new URL(address);
  Object.assign(url, { username: "ada", password: key ?? "" });
  const code = path.join(folder, "code");
  await git("clone", "--quiet", "--branch", branch, url.href, code);
  const file = path.join(code, ".env.example");
  await writeFile(file, (await readFile(file, "utf8")).replace("WEB_PORT=80\n", `WEB_PORT=${to}\n`));
  await git("-C", code, "commit", "--quiet", "--all", "-m", "Listen where everybody may");
  await git("-C", code, "push", "--quiet", "origin", branch);
}

/** Git of Ada at her own machine; it never prompts. */
async function git(...args: string[]): Promise<void> {
  const name = { GIT_AUTHOR_NAME: "Ada Okafor", GIT_COMMITTER_NAME: "Ada Okafor" };
  const mail = { GIT_AUTHOR_EMAIL: "ada@example.test", GIT_COMMITTER_EMAIL: "ada@example.test" };
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
  await runFile("git", args, { env: { ...env, ...name, ...mail } });
}
