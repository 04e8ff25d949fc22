import { getOrganization } from "@cairn/contract/organizations";
import { deleteRepository, getRepository, updateRepository } from "@cairn/contract/repositories";
import { createRepositoryKey, deleteRepositoryKey, listRepositoryKeys } from "@cairn/contract/repository-keys";
import type { RepositoryKey } from "@cairn/contract/repository-keys";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import {
  makeFerries,
  openRepositorySettings,
  repositoryKey,
  repositorySettingsAddress,
  settingsCard,
} from "#web/testing/open-repository-settings.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const connection = { type: "internal", owner: "acme", repo: "ferries" } as const;
const clone = { ssh: "ssh://git@cairn.example.com/acme/ferries", http: "https://cairn.example.com/git/acme/ferries" };
const hosted = { connection, clone, url: null, isReadOnly: false };
const buildServer: RepositoryKey = {
  keyId: sampleId(0),
  name: "Build server",
  kind: "token",
  fingerprint: null,
  lastFour: "a1b2",
  isReadOnly: true,
  createdAt: "2020-03-02T09:30:00.000Z",
  lastUsedAt: null,
};
const robot: RepositoryKey = {
  ...buildServer,
  keyId: sampleId(1),
  name: "Robot",
  kind: "ssh",
  fingerprint: "SHA256:robot",
  lastFour: null,
  isReadOnly: false,
  lastUsedAt: "2020-03-03T09:30:00.000Z",
};

const openHosted = (api?: (fake: FakeApi) => void) => openRepositorySettings({ repository: hosted, api });

describe("a repository that is hosted here", () => {
  it("is cloned over both transports", async () => {
    await openHosted();
    const general = settingsCard("General");
    await expect.element(general).toMatchTextContent(/Hosted here\s*Writable/);
    await expect.element(general.getByRole("textbox", { name: "Clone over SSH" })).toHaveValue(clone.ssh);
    await expect.element(general.getByRole("textbox", { name: "Clone over HTTP" })).toHaveValue(clone.http);
    await expect
      .element(general.getByRole("link", { name: "SSH key of your account" }))
      .toHaveAttribute("href", "/user/settings/keys");
    for (const title of ["Connection", "SSH", "Webhook"]) {
      await expect.element(settingsCard(title)).not.toBeInTheDocument();
    }
  });

  it("says when this server offers no SSH", async () => {
    await openRepositorySettings({ repository: { ...hosted, clone: { ...clone, ssh: null } } });
    await expect.element(page.getByText("Git over SSH is switched off on this server.")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Clone over SSH" })).not.toBeInTheDocument();
  });

  it("is protected at once", async () => {
    const api = await openHosted();
    const protect = page.getByRole("switch", { name: "Protect main" });
    await expect.element(protect).toHaveAccessibleDescription("main can be neither rewritten nor deleted");
    api.reply(getRepository, makeFerries({ ...hosted, isProtected: true }));
    await protect.click();
    await expect.element(page.getByText("Protection updated")).toBeVisible();
    expect(api.received(updateRepository)).toEqual([{ ...repositoryKey, isProtected: true }]);
    await expect.element(protect).toBeChecked();
  });

  it("goes back to what it was when protecting it is refused", async () => {
    await openHosted((fake) => fake.refuse(updateRepository, "conflict", "A push is running"));
    await page.getByRole("switch", { name: "Protect main" }).click();
    await expect.element(page.getByText("Could not update protection")).toBeVisible();
    await expect.element(page.getByText("A push is running")).toBeVisible();
    await expect.element(page.getByRole("switch", { name: "Protect main" })).not.toBeChecked();
  });
});

describe("deleting a repository", () => {
  const dialog = () => page.getByRole("dialog", { name: "Delete ferries?" });
  const confirm = async () => {
    await page.getByRole("button", { name: "Delete Repository" }).click();
    await dialog().getByRole("textbox", { name: "Type “ferries” to confirm" }).fill("ferries");
    await dialog().getByRole("button", { name: "Delete ferries" }).click();
  };

  it("says that its commits are gone with it, and leads to the other repositories", async () => {
    const api = await openHosted();
    await expect.element(settingsCard("Delete Repository")).toMatchTextContent(/all its commits are gone with it/);
    await confirm();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/shop/repositories");
    await expect.element(page.getByText("Repository deleted")).toBeVisible();
    expect(api.received(deleteRepository)).toEqual([repositoryKey]);
  });

  it("of another server says that the repository itself stays", async () => {
    await openRepositorySettings();
    const text = "What was made from it here is deleted. The repository itself stays where it is.";
    await expect.element(settingsCard("Delete Repository")).toMatchTextContent(text);
  });

  it("that is refused says why, and stays where it is", async () => {
    await openHosted((fake) => fake.refuse(deleteRepository, "conflict", "A service uses it"));
    await confirm();
    await expect.element(page.getByText("Could not delete repository")).toBeVisible();
    await expect.element(dialog()).toBeVisible();
    expect(location.pathname).toBe(repositorySettingsAddress);
  });

  it("is not possible while services use it, and leads to them", async () => {
    const services = [1, 2].map((number) =>
      makeService(number, { name: `part ${number}`, repository: makeFerries(hosted) }),
    );
    const other = makeService(3, { name: "other", repository: makeFerries({ ...hosted, repositoryId: sampleId(9) }) });
    const api = await openRepositorySettings({ repository: hosted, project: { services: [...services, other] } });
    const card = settingsCard("Delete Repository");
    await expect
      .element(card)
      .toMatchTextContent("It is used by part 1, part 2. Give these services another repository first.");
    await expect
      .element(card.getByRole("link", { name: "part 2" }))
      .toHaveAttribute("href", `/o/payments/p/shop/services/${sampleId(2)}`);
    const button = card.getByRole("button", { name: "Delete Repository" });
    await expect.element(button).toHaveAccessibleDescription("Services use it");
    await button.click({ force: true });
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(api.received(deleteRepository)).toEqual([]);
  });
});

describe("the keys of a repository", () => {
  const rows = () => page.getByRole("list", { name: "Repository keys" }).getByRole("listitem");

  it("say what they are and may do", async () => {
    await openHosted((fake) => fake.replyList(listRepositoryKeys, [buildServer, robot]));
    await expect.element(rows().first()).toMatchTextContent(/^Build server\s*Token •••• a1b2.*never used.*Read-only/);
    await expect
      .element(rows().nth(1))
      .toMatchTextContent(/^Robot\s*SSH SHA256:robot.*last used \d+ years ago.*Can push/);
  });

  it("are none at first, and the first one is offered once", async () => {
    await openHosted();
    await expect.element(page.getByRole("heading", { name: "No Repository Keys yet" })).toBeVisible();
    const add = page.getByRole("link", { name: "Add Repository Key" });
    await expect.element(add).toHaveAttribute("href", `${repositorySettingsAddress}/keys/new`);
    expect(add.elements()).toHaveLength(1);
  });

  it("are deleted by their name, and the focus goes to the next row", async () => {
    const api = await openHosted((fake) => fake.replyList(listRepositoryKeys, [buildServer, robot]));
    await page.getByRole("button", { name: "Delete Build server" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete repository key" });
    await expect.element(dialog).toMatchTextContent("Machines that use it lose their access at once.");
    await dialog.getByRole("textbox", { name: "Type “Build server” to confirm" }).fill("Build server");
    api.replyList(listRepositoryKeys, [robot]);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Key deleted successfully")).toBeVisible();
    expect(api.received(deleteRepositoryKey)).toEqual([{ ...repositoryKey, name: "Build server" }]);
    await expect.element(page.getByRole("button", { name: "Delete Robot" })).toHaveFocus();
  });
});

describe("a new key of a repository", () => {
  const name = () => page.getByRole("textbox", { name: "Name" });
  const publicKey = () => page.getByRole("textbox", { name: "Public key" });
  const add = () => page.getByRole("main").getByRole("button", { name: "Add Repository Key" });
  const open = (api?: (fake: FakeApi) => void) => openScreen(`${repositorySettingsAddress}/keys/new`, { api });

  it("that is a token is shown once", async () => {
    const api = await open((fake) => fake.reply(createRepositoryKey, { ...buildServer, key: "token-secret" }));
    await name().fill("Build server");
    await page.getByRole("radio", { name: /^Token/ }).click();
    await expect.element(publicKey()).not.toBeInTheDocument();
    await add().click();
    await expect.element(page.getByRole("heading", { name: "Your new token" })).toBeVisible();
    await expect.element(page.getByLabelText("Token", { exact: true })).toMatchTextContent("token-secret");
    expect(api.received(createRepositoryKey)).toEqual([{ ...repositoryKey, name: "Build server", isReadOnly: true }]);
    await page.getByRole("button", { name: "I stored it" }).click();
    await expect.poll(() => location.pathname).toBe(repositorySettingsAddress);
    await expect.element(page.getByText("token-secret")).not.toBeInTheDocument();
  });

  it("over SSH may push when that is chosen, and leads back", async () => {
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEbX robot@build";
    const api = await open((fake) => fake.reply(createRepositoryKey, { ...robot, key: null }));
    await name().fill("Robot");
    await publicKey().fill(` ${key}\n`);
    await page.getByRole("radio", { name: /^May push/ }).click();
    await add().click();
    await expect.poll(() => location.pathname).toBe(repositorySettingsAddress);
    expect(api.received(createRepositoryKey)).toEqual([{ ...repositoryKey, name: "Robot", key, isReadOnly: false }]);
  });

  it("says at its fields what is missing, and keeps what was typed when it is refused", async () => {
    const api = await open((fake) => fake.refuse(createRepositoryKey, "conflict", "This name is taken"));
    await name().fill("R");
    await userEvent.keyboard("{Enter}");
    await expect.element(name()).toHaveAccessibleDescription(/Name is too short/);
    await expect.element(publicKey()).toHaveAccessibleDescription(/It seems like the key is invalid/);
    expect(api.received(createRepositoryKey)).toEqual([]);
    await name().fill("Robot");
    await page.getByRole("radio", { name: /^Token/ }).click();
    await add().click();
    await expect.element(page.getByText("Could not add key")).toBeVisible();
    await expect.element(page.getByText("This name is taken")).toBeVisible();
    await expect.element(name()).toHaveValue("Robot");
  });

  it("is not for an Editor", async () => {
    await open((fake) => fake.adjust(getOrganization, { role: "editor", slug: "payments" }));
    const title = "Only an Owner or Admin can add repository keys";
    await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
    await expect.element(add()).not.toBeInTheDocument();
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "Repository settings" }))
      .toHaveAttribute("href", repositorySettingsAddress);
  });
});
