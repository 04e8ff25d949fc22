import { createApiKey, createSshKey, deleteApiKey, deleteSshKey, listApiKeys, listSshKeys } from "@cairn/contract/keys";
import type { ApiKey, SshKey } from "@cairn/contract/keys";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const createdAt = "2026-03-02T09:30:00.000Z";
const robot: ApiKey = { keyId: sampleId(0), name: "Robot", lastFour: "a1b2", scopes: ["mcp"], createdAt };
const unnamed: ApiKey = { ...robot, keyId: sampleId(1), name: null, lastFour: "c3d4" };
const laptop: SshKey = {
  keyId: sampleId(2),
  name: "Laptop",
  type: "ssh-ed25519",
  fingerprint: "SHA256:abc",
  createdAt,
};
const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEbX ada@laptop";
const privateKey = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----";

const open = (path: string, api?: (fake: FakeApi) => void) => openScreen(`/user/settings/${path}`, { api });

describe("the API keys", () => {
  const openKeys = (api?: (fake: FakeApi) => void) =>
    open("api-keys", (fake) => {
      fake.replyList(listApiKeys, [robot, unnamed]);
      api?.(fake);
    });
  const rows = () => page.getByRole("list", { name: "API keys" }).getByRole("listitem");

  it("tell their names, last four characters and scopes", async () => {
    await openKeys();
    await expect.element(rows().first()).toMatchTextContent(/^Robot.*•••• a1b2.*mcp/);
    await expect.element(rows().nth(1)).toMatchTextContent(/^Unnamed Key.*•••• c3d4/);
    await expect
      .element(page.getByRole("link", { name: "Add API Key" }))
      .toHaveAttribute("href", "/user/settings/api-keys/new");
    expect(document.title).toBe("API Keys · Cairn");
  });

  it("are none at first, and the first one is offered", async () => {
    await openKeys((fake) => fake.replyList(listApiKeys, []));
    await expect.element(page.getByRole("heading", { name: "No API Keys yet" })).toBeVisible();
    expect(page.getByRole("link", { name: "Add API Key" }).elements()).toHaveLength(1);
  });

  it("that cannot be loaded say why, and Retry loads them", async () => {
    const api = await openKeys((fake) => fake.refuse(listApiKeys, "internal", "The disk is full"));
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.replyList(listApiKeys, [robot]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(rows()).toMatchTextContent("Robot");
  });

  it("are deleted by their name, and the focus goes to the next row", async () => {
    const api = await openKeys();
    await page.getByRole("button", { name: "Delete Robot" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete API key" });
    await expect.element(dialog).toMatchTextContent("Agents that use it lose their access at once.");
    const confirm = dialog.getByRole("button", { name: "Delete Robot" });
    await dialog.getByRole("textbox", { name: "Type “Robot” to confirm" }).fill("robot");
    await expect.element(confirm).toHaveAccessibleDescription("Type Robot first");
    await dialog.getByRole("textbox").fill(" Robot ");
    api.replyList(listApiKeys, [unnamed]);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("API Key deleted successfully")).toBeVisible();
    expect(api.received(deleteApiKey)).toEqual([{ keyId: robot.keyId }]);
    await expect.element(page.getByRole("button", { name: "Delete Unnamed Key" })).toHaveFocus();
  });

  it("without a name are deleted by “Unnamed Key”, and a refusal is said", async () => {
    await openKeys((fake) => fake.refuse(deleteApiKey, "internal", "The disk is full"));
    await page.getByRole("button", { name: "Delete Unnamed Key" }).click();
    await page.getByRole("textbox", { name: "Type “Unnamed Key” to confirm" }).fill("Unnamed Key");
    await page.getByRole("dialog").getByRole("button", { name: "Delete Unnamed Key" }).click();
    await expect.element(page.getByText("Could not delete API key")).toBeVisible();
    await expect.element(page.getByRole("dialog", { name: "Delete API key" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(rows().nth(1)).toMatchTextContent("Unnamed Key");
  });
});

describe("a new API key", () => {
  const name = () => page.getByRole("textbox", { name: "Name" });
  const add = () => page.getByRole("main").getByRole("button", { name: "Add API Key" });

  it("shows its secret once, ready to be copied", async () => {
    const api = await open("api-keys/new", (fake) => fake.adjust(createApiKey, { key: "cairn_secret" }));
    await name().fill("Robot");
    await add().click();
    await expect.element(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
    await expect.element(page.getByText(/This is the only time it is shown\./)).toBeVisible();
    await expect.element(page.getByLabelText("API key", { exact: true })).toMatchTextContent("cairn_secret");
    await expect.element(page.getByRole("button", { name: "Copy", exact: true })).toHaveFocus();
    expect(api.received(createApiKey)).toEqual([{ name: "Robot", scopes: ["mcp"] }]);
    await page.getByRole("button", { name: "I stored it" }).click();
    await expect.poll(() => location.pathname).toBe("/user/settings/api-keys");
    await expect.element(page.getByText("cairn_secret")).not.toBeInTheDocument();
  });

  it("needs no name, but not a short one", async () => {
    const api = await open("api-keys/new");
    await name().fill("R");
    await add().click();
    await expect.element(name()).toHaveAccessibleDescription(/Name is too short/);
    expect(api.received(createApiKey)).toEqual([]);
    await name().fill("");
    await add().click();
    await expect.element(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
    expect(api.received(createApiKey)).toEqual([{ scopes: ["mcp"] }]);
  });

  it("that is refused says why, and its name stays", async () => {
    await open("api-keys/new", (fake) => fake.refuse(createApiKey, "rate_limited", "Wait an hour"));
    await name().fill("Robot");
    await add().click();
    await expect.element(page.getByText("Could not create API key")).toBeVisible();
    await expect.element(page.getByText("Wait an hour")).toBeVisible();
    await expect.element(name()).toHaveValue("Robot");
  });
});

describe("the SSH keys", () => {
  const rows = () => page.getByRole("list", { name: "SSH keys" }).getByRole("listitem");

  it("tell their kinds and fingerprints, and are deleted by their names", async () => {
    const api = await open("keys", (fake) => fake.replyList(listSshKeys, [laptop]));
    await expect.element(rows()).toMatchTextContent(/^Laptopssh-ed25519 · SHA256:abc/);
    await page.getByRole("button", { name: "Delete Laptop" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete SSH key" });
    await dialog.getByRole("textbox", { name: "Type “Laptop” to confirm" }).fill("Laptop");
    api.replyList(listSshKeys, []);
    await dialog.getByRole("button", { name: "Delete Laptop" }).click();
    await expect.element(page.getByText("Key deleted successfully")).toBeVisible();
    expect(api.received(deleteSshKey)).toEqual([{ keyId: laptop.keyId }]);
    await expect.element(page.getByRole("heading", { name: "No SSH Keys yet" })).toBeVisible();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  it("are announced on their way", async () => {
    await open("keys", (fake) => fake.stall(listSshKeys));
    await expect.element(page.getByText("Loading SSH keys")).toBeInTheDocument();
    expect(document.title).toBe("SSH Keys · Cairn");
  });
});

describe("a new SSH key", () => {
  const name = () => page.getByRole("textbox", { name: "Name" });
  const key = () => page.getByRole("textbox", { name: "Key" });
  const add = () => page.getByRole("main").getByRole("button", { name: "Add SSH Key" });
  const isPrivate = "Pssst, this is a private key, not a public key. Nothing was sent to our servers yet.";

  it("is sent as one trimmed line, and leads to the list", async () => {
    const api = await open("keys/new");
    await name().fill("Laptop");
    await key().fill(`  ${publicKey}\n`);
    await add().click();
    await expect.element(page.getByText("Key added")).toBeVisible();
    expect(api.received(createSshKey)).toEqual([{ name: "Laptop", key: publicKey }]);
    await expect.poll(() => location.pathname).toBe("/user/settings/keys");
  });

  it("that is a private one is taken out of the field at once, and never sent", async () => {
    const api = await open("keys/new");
    await name().fill("Laptop");
    await key().fill(privateKey);
    await expect.element(key()).toHaveValue("");
    await expect.element(key()).toHaveAccessibleDescription(isPrivate);
    await add().click();
    expect(api.received(createSshKey)).toEqual([]);
    await key().fill(publicKey);
    await expect.element(key()).not.toHaveAttribute("aria-invalid", "true");
  });

  it("that is missing is asked for where it belongs", async () => {
    const api = await open("keys/new");
    await name().fill("Laptop");
    await add().click();
    await expect.element(key()).toHaveFocus();
    await expect.element(key()).toHaveAccessibleDescription("It seems like the key is invalid");
    expect(api.received(createSshKey)).toEqual([]);
  });

  it("that is none at all is marked when the field is left", async () => {
    await open("keys/new");
    await key().fill("hello");
    await userEvent.tab();
    await expect.element(key()).toHaveAccessibleDescription("It seems like the key is invalid");
  });

  it("that is refused says why, and what was typed stays", async () => {
    await open("keys/new", (fake) => fake.refuse(createSshKey, "conflict", "Another account has this key"));
    await name().fill("Laptop");
    await key().fill(publicKey);
    await add().click();
    await expect.element(page.getByText("Could not add key")).toBeVisible();
    await expect.element(page.getByText("Another account has this key")).toBeVisible();
    await expect.element(key()).toHaveValue(publicKey);
  });
});
