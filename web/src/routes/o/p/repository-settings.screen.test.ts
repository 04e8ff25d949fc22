import {
  createWebhook,
  forgetHostKeys,
  getRepository,
  testConnection,
  updateMainBranch,
  updateRepository,
} from "@cairn/contract/repositories";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import {
  makeFerries,
  openRepositorySettings,
  repositoryKey,
  settingsCard,
} from "#web/testing/open-repository-settings.ts";
import { makeRepository } from "#web/testing/open-repository.ts";

const url = "https://git.example.com/acme/ferries";
const sshUrl = "git@git.example.com:acme/ferries.git";
const connection = () => settingsCard("Connection");
const address = () => connection().getByRole("textbox", { name: /URL$/ });
const saveConnection = () => connection().getByRole("button", { name: "Save" });
const testButton = () => connection().getByRole("button", { name: "Test connection" });
const credential = (choice: string) =>
  connection().getByRole("group", { name: "User name and password" }).getByText(choice).click();
const fingerprint = "SHA256:harbour";

/** A repository that is read over SSH. */
const overSsh = {
  connection: { type: "ssh", url: sshUrl } as const,
  clone: { http: null, ssh: sshUrl },
  hostKeyFingerprints: [fingerprint],
};

describe("the connection of a repository", () => {
  it("moves to another address, without its surrounding spaces", async () => {
    const moved = "https://git.example.com/acme/boats";
    const api = await openRepositorySettings();
    await expect.element(settingsCard("General")).toMatchTextContent(/Git over HTTPS\s*Read-only/);
    await expect.element(saveConnection()).toHaveAccessibleDescription("Nothing has changed");
    await address().fill(` ${moved} `);
    await expect.element(testButton()).toHaveAccessibleDescription("Save your changes first");
    api.reply(getRepository, makeFerries({ connection: { type: "url", url: moved } }));
    await saveConnection().click();
    await expect.element(page.getByText("Connection updated")).toBeVisible();
    expect(api.received(updateRepository)).toEqual([{ ...repositoryKey, url: moved }]);
    await expect.element(address()).toHaveValue(moved);
    await expect.element(saveConnection()).toHaveAccessibleDescription("Nothing has changed");
  });

  it("cannot change its kind", async () => {
    const api = await openRepositorySettings();
    await address().fill(sshUrl);
    await userEvent.keyboard("{Enter}");
    await expect.element(address()).toHaveAccessibleDescription("Enter a valid URL");
    await expect.element(address()).toHaveFocus();
    expect(api.received(updateRepository)).toEqual([]);
  });

  it("that is refused says why, and keeps what was typed", async () => {
    await openRepositorySettings({ api: (fake) => fake.refuse(updateRepository, "unprocessable", "No such host") });
    await address().fill("https://nowhere.example.com/acme/ferries");
    await saveConnection().click();
    await expect.element(page.getByText("Could not update connection")).toBeVisible();
    await expect.element(page.getByText("No such host")).toBeVisible();
    await expect.element(address()).toHaveValue("https://nowhere.example.com/acme/ferries");
  });

  it("takes a user name and password, and shows neither again", async () => {
    const api = await openRepositorySettings();
    await expect.element(connection().getByText("The repository is read without a sign-in.")).toBeVisible();
    await credential("Add");
    await connection().getByRole("textbox", { name: "User name" }).fill("robot");
    await saveConnection().click();
    await expect.element(connection().getByText("Password is required")).toBeVisible();
    await connection().getByLabelText("Password or token").fill("s3cret");
    api.reply(getRepository, makeFerries({ hasCredential: true }));
    await saveConnection().click();
    await expect.element(connection().getByText("They are kept encrypted and never shown.")).toBeVisible();
    expect(api.received(updateRepository)).toEqual([
      { ...repositoryKey, credential: { username: "robot", password: "s3cret" } },
    ]);
    await expect.element(connection().getByLabelText("Password or token")).not.toBeInTheDocument();
  });

  it("forgets its password", async () => {
    const api = await openRepositorySettings({ repository: { hasCredential: true } });
    await credential("Forget");
    await expect.element(connection().getByText("They are deleted here when you save.")).toBeVisible();
    await saveConnection().click();
    await expect.poll(() => api.received(updateRepository)).toEqual([{ ...repositoryKey, credential: null }]);
  });

  it("warns that a password never goes to another server", async () => {
    const note = "They are for the former server. They are forgotten when you save, and never sent to another.";
    await openRepositorySettings({ repository: { hasCredential: true } });
    await address().fill(`${url}-next`);
    await expect.element(connection().getByText(note)).not.toBeInTheDocument();
    await address().fill("https://other.example.com/acme/ferries");
    await expect.element(connection().getByText(note)).toBeVisible();
  });

  it("is tested as it is stored, and says what came of it", async () => {
    const api = await openRepositorySettings({
      api: (fake) => fake.reply(testConnection, { branches: ["main"], defaultBranch: "main" }),
    });
    await testButton().click();
    await expect.element(connection()).toMatchTextContent("It can be reached. It has one branch, main.");
    api.refuse(testConnection, "unprocessable", "The password is wrong");
    await testButton().click();
    await expect.element(connection()).toMatchTextContent("The password is wrong");
    await expect.element(connection()).not.toMatchTextContent("It can be reached");
  });
});

describe("a repository over SSH", () => {
  it("shows the keys of both sides, and asks for no password", async () => {
    await openRepositorySettings({ repository: overSsh, project: { sshKey: "ssh-ed25519 AAAA" } });
    await expect.element(settingsCard("General")).toMatchTextContent("Git over SSH");
    const publicKey = settingsCard("SSH").getByRole("textbox", { name: "Public key of this product" });
    await expect.element(publicKey).toHaveValue("ssh-ed25519 AAAA");
    await expect.element(settingsCard("SSH").getByText(fingerprint)).toBeVisible();
    await expect.element(connection().getByRole("group")).not.toBeInTheDocument();
  });

  it("forgets its host key after a question", async () => {
    const api = await openRepositorySettings({ repository: overSsh });
    await settingsCard("SSH").getByRole("button", { name: "Forget host key" }).click();
    const dialog = page.getByRole("dialog", { name: "Forget host key?" });
    await expect.element(dialog).toMatchTextContent("The next contact trusts whatever key the host shows then.");
    expect(api.received(forgetHostKeys)).toEqual([]);
    api.reply(getRepository, makeFerries({ ...overSsh, hostKeyFingerprints: [] }));
    await dialog.getByRole("button", { name: "Forget host key" }).click();
    await expect.element(page.getByText("Host key forgotten")).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.received(forgetHostKeys)).toEqual([repositoryKey]);
    await expect.element(settingsCard("SSH").getByText(/^None yet\./)).toBeVisible();
  });

  it("keeps the question open when the host key could not be forgotten", async () => {
    await openRepositorySettings({
      repository: overSsh,
      api: (fake) => fake.refuse(forgetHostKeys, "internal", "The disk is full"),
    });
    await settingsCard("SSH").getByRole("button", { name: "Forget host key" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget host key" }).click();
    await expect.element(page.getByText("Could not forget host key")).toBeVisible();
    await expect.element(page.getByRole("dialog", { name: "Forget host key?" })).toBeVisible();
  });
});

describe("the main branch", () => {
  const card = () => settingsCard("Main branch");
  const choose = async (branch: string) => {
    await card()
      .getByRole("button", { name: /^Main branch: / })
      .click();
    await page.getByRole("option", { name: branch }).click();
  };

  it("is changed to another branch", async () => {
    const api = await openRepositorySettings();
    await choose("next");
    api.reply(getRepository, makeFerries({ mainBranch: "next" }));
    await card().getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByText("Main branch updated")).toBeVisible();
    expect(api.received(updateMainBranch)).toEqual([{ ...repositoryKey, mainBranch: "next" }]);
    await expect
      .element(page.getByRole("link", { name: "Browse code" }))
      .toHaveAttribute("href", "/o/payments/p/shop/repositories/ferries/b/next/");
  });

  it("that is refused says why, and the choice stays", async () => {
    await openRepositorySettings({ api: (fake) => fake.refuse(updateMainBranch, "conflict", "An index is running") });
    await choose("next");
    await card().getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByText("Could not update main branch")).toBeVisible();
    await expect.element(card().getByRole("button", { name: "Main branch: next" })).toBeVisible();
  });
});

describe("the webhook", () => {
  const card = () => settingsCard("Webhook");

  it("shows its secret until it is stored", async () => {
    const hook = { url: "https://cairn.example.com/hooks/1", secret: "hook-secret" };
    const api = await openRepositorySettings({ api: (fake) => fake.reply(createWebhook, hook) });
    await card().getByRole("button", { name: "Make address and secret" }).click();
    await expect.element(card().getByRole("textbox", { name: "Webhook address" })).toHaveValue(hook.url);
    await expect.element(card().getByLabelText("Secret", { exact: true })).toMatchTextContent("hook-secret");
    await expect.element(card().getByRole("button", { name: "Copy", exact: true })).toHaveFocus();
    expect(api.received(createWebhook)).toEqual([repositoryKey]);
    await card().getByRole("button", { name: "I stored it" }).click();
    await expect.element(page.getByText("hook-secret")).not.toBeInTheDocument();
    await expect.element(card().getByText("A new secret ends the one that was made before.")).toBeVisible();
  });

  it.each([
    [{ checkIntervalS: 300, checkedAt: null }, /The host is asked every 5m\s*Make/],
    [{ checkIntervalS: 3_600, checkedAt: "2020-03-02T09:30:00.000Z" }, /every 1h, last asked \d+ years ago/],
    [{ checkIntervalS: 0, checkedAt: null }, /The host is not asked by itself on this server/],
  ] as const)("says how often the host is asked: %j", async (repository, sentence) => {
    await openRepositorySettings({ repository });
    await expect.element(card()).toMatchTextContent(sentence);
  });
});

describe("who may change a repository", () => {
  it("an Editor changes its main branch only", async () => {
    await openRepositorySettings({ role: "editor" });
    await expect.element(settingsCard("Main branch")).toBeVisible();
    await expect
      .element(page.getByText("Only an Owner or Admin can change the other settings of a repository."))
      .toBeVisible();
    for (const title of ["Connection", "Webhook", "Delete Repository"]) {
      await expect.element(settingsCard(title)).not.toBeInTheDocument();
    }
  });

  it("an Editor cannot change a protected main branch, and sees no keys", async () => {
    const hosted = makeRepository({ connection: { type: "internal", owner: "acme", repo: "ferries" } });
    await openRepositorySettings({ role: "editor", repository: { ...hosted, isProtected: true } });
    const text =
      "Its main branch is main, which is protected. Only an Owner or Admin can change the settings of a repository, and its keys.";
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(settingsCard("Main branch")).not.toBeInTheDocument();
    await expect.element(settingsCard("Repository Keys")).not.toBeInTheDocument();
  });
});
