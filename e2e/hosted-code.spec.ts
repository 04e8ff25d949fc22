import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import type { Page } from "@playwright/test";

import { expect, nameOrganizationAndProduct, newPerson, setting, signUp, test } from "./fixtures.ts";

const runFile = promisify(execFile);

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-hosted-"));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Git of a person at their own machine; it never prompts. */
async function git(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await runFile("git", ["-C", folder, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_AUTHOR_NAME: "Grace Hopper",
      GIT_AUTHOR_EMAIL: "grace@example.test",
      GIT_COMMITTER_NAME: "Grace Hopper",
      GIT_COMMITTER_EMAIL: "grace@example.test",
      ...env,
    },
  });
  return stdout;
}

/** A product whose code is hosted here; returns the address of its repository. */
async function createHostedProduct(page: Page, organization: string): Promise<string> {
  await signUp(page, newPerson());
  await nameOrganizationAndProduct(page, { organization, product: "Pilot" });
  const address = `/o/${organization.toLowerCase().replace(" ", "-")}`;
  await page.goto(`${address}/projects/create`);
  await page.getByRole("radio", { name: /^New repository/ }).check();
  await page.getByLabel("Product Name").fill("Tide Tables");
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Set up Tide Tables" })).toBeVisible();
  await expect(page.getByText("Waiting for your first push")).toBeVisible();
  return `${address}/p/tide-tables/repositories/tide-tables`;
}

async function makeToken(page: Page, repository: string): Promise<string> {
  await page.goto(`${repository}/settings/keys/new`);
  await page.getByLabel("Name").fill("Build server");
  await page.getByRole("radio", { name: /^Token/ }).click();
  await page.getByRole("radio", { name: /^May push/ }).click();
  await page.getByRole("button", { name: "Add Repository Key" }).click();
  const token = (await page.getByText(/^cairn_rk_/).textContent()) ?? "";
  await page.getByRole("button", { name: "I stored it" }).click();
  return token;
}

/** Where a repository that waits for its first push is pushed to. */
async function pushAddress(page: Page, repository: string, field: string | RegExp): Promise<URL> {
  await page.goto(`${repository}/b/main/`);
  const value = await page.getByRole("textbox", { name: field }).first().inputValue();
  return new URL(value.replace("git remote add cairn ", ""));
}

test("code that is pushed over HTTP is there at once, and a protected branch holds", async ({ page }) => {
  const repository = await createHostedProduct(page, "Tide Works");
  const token = await makeToken(page, repository);
  const address = await pushAddress(page, repository, "Clone address");
  address.username = "build";
  address.password = token;
  const tree = path.join(folder, "tree");
  await git(["clone", "--quiet", address.href, tree]);
  await writeFile(path.join(tree, "tides.py"), "def next_high_water(port):\n    return port.tides[0]\n");
  await git(["-C", tree, "add", "tides.py"]);
  await git(["-C", tree, "commit", "--quiet", "-m", "Say when the water is high"]);
  await git(["-C", tree, "push", "--quiet"]);

  await page.goto(`${repository}/b/main/tides.py`);
  await expect(page.getByRole("region", { name: "tides.py" })).toContainText("def next_high_water(port):");
  await page.goto(`${repository}/b/main/tides.py?view=history`);
  await page.getByRole("link", { name: "Say when the water is high" }).click();
  await page.getByText("Split", { exact: true }).click();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Split" })).toBeChecked();
  await expect(page.getByRole("cell", { name: "return port.tides[0]" })).toBeVisible();
  await page.goto(`${repository}/b/main/tides.py?view=blame`);
  await expect(page.getByRole("link", { name: /Say when the water is high/ }).first()).toBeVisible();

  await page.goto(`${repository}/settings`);
  await page.getByRole("switch", { name: /^Protect main/ }).click();
  await expect(page.getByRole("switch", { name: /^Protect main/ })).toBeChecked();
  await git(["-C", tree, "commit", "--quiet", "--amend", "-m", "Another past"]);
  const refused = git(["-C", tree, "push", "--force", "--quiet"]);
  await expect(refused).rejects.toThrow(/protected/);
  await git(["-C", tree, "push", "--quiet", "origin", "HEAD:refs/heads/another-past"]);
});

test("a person's own key opens git over SSH until it is deleted", async ({ page }) => {
  const repository = await createHostedProduct(page, "Port Works");
  await runFile("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(folder, "key")]);
  await page.goto("/user/settings/keys/new");
  await page.getByLabel("Name", { exact: true }).fill("Laptop");
  await page.getByLabel("Key", { exact: true }).fill(await readFile(path.join(folder, "key.pub"), "utf8"));
  await page.getByRole("button", { name: "Add SSH Key" }).click();
  await expect(page.getByText("Laptop")).toBeVisible();

  const address = await pushAddress(page, repository, /^Or over SSH/);
  expect(address.port).toBe(setting("STORY_SSH_PORT"));
  const known = path.join(folder, "known_hosts");
  const ssh = {
    GIT_SSH_COMMAND: `ssh -F /dev/null -i ${folder}/key -o IdentitiesOnly=yes -o BatchMode=yes -o UserKnownHostsFile=${known} -o StrictHostKeyChecking=accept-new`,
  };
  const tree = path.join(folder, "tree");
  await git(["clone", "--quiet", address.href, tree], ssh);
  await writeFile(path.join(tree, "ports.md"), "# Ports\n\nHarwich\n");
  await git(["-C", tree, "add", "ports.md"]);
  await git(["-C", tree, "commit", "--quiet", "-m", "List the ports"]);
  await git(["-C", tree, "push", "--quiet"], ssh);
  await page.goto(`${repository}/b/main/ports.md`);
  await expect(page.getByRole("heading", { name: "Ports" })).toBeVisible();

  await page.goto("/user/settings/keys");
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Laptop");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await expect(page.getByText("Key deleted successfully")).toBeVisible();
  await expect(git(["-C", tree, "fetch"], ssh)).rejects.toThrow(/Permission denied/);
});
