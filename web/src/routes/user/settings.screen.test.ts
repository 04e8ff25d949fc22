import { getNeedLetters, updateNeedLetters } from "@cairn/contract/attention-items";
import { deleteUser, getSession, updateUserData } from "@cairn/contract/auth";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { catchDepartures } from "#web/testing/catch-departures.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const open = (api?: (fake: FakeApi) => void) => openScreen("/user/settings", { api });
const main = () => page.getByRole("main");

describe("the display name", () => {
  const first = () => page.getByRole("textbox", { name: "First Name" });
  const last = () => page.getByRole("textbox", { name: "Last Name" });
  const save = () => main().getByRole("button", { name: "Save" });

  it("is saved when it was changed, and the user menu shows it at once", async () => {
    const api = await open((fake) => fake.adjust(updateUserData, { firstName: "Grace", lastName: "Hopper" }));
    await expect.element(first()).toHaveValue("Ada");
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    await first().fill("Grace");
    await last().fill("Hopper");
    await save().click();
    await expect.element(page.getByText("Your name has been updated")).toBeVisible();
    await expect.element(page.getByRole("button", { name: /Grace Hopper.*user menu/ })).toBeVisible();
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    expect(api.received(updateUserData)).toEqual([{ firstName: "Grace", lastName: "Hopper" }]);
    expect(document.title).toBe("General · Cairn");
  });

  it("that is too short is not sent, and the field says so and has the focus", async () => {
    const api = await open();
    await first().fill("A");
    await last().fill("B");
    await save().click();
    await expect.element(first()).toHaveAccessibleDescription(/First name is too short/);
    await expect.element(last()).toHaveAccessibleDescription(/Last name is too short/);
    await expect.element(first()).toHaveFocus();
    expect(api.received(updateUserData)).toEqual([]);
  });

  it("that is refused says why, and what was typed stays", async () => {
    await open((fake) => fake.refuse(updateUserData, "internal", "The disk is full"));
    await first().fill("Grace");
    await save().click();
    await expect.element(page.getByText("Could not set your name")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(first()).toHaveValue("Grace");
  });

  it("is not lost by a link without a question", async () => {
    await open();
    await first().fill("Grace");
    const question = vi.spyOn(window, "confirm").mockReturnValue(false);
    await page.getByRole("link", { name: "API Keys" }).click();
    await expect.poll(() => question.mock.calls).toEqual([["Leave without saving your changes?"]]);
    expect(location.pathname).toBe("/user/settings");
    await expect.element(first()).toHaveValue("Grace");
  });
});

describe("email about what waits", () => {
  const choice = (name: string) => page.getByRole("radio", { name });

  it("comes as often as chosen, and stays as it was when that could not be saved", async () => {
    const letters = { frequency: "off" as const, isMailSet: true };
    const api = await open((fake) => {
      fake.reply(getNeedLetters, letters);
      fake.reply(updateNeedLetters, { ...letters, frequency: "daily" });
    });
    await expect.element(choice("Never")).toBeChecked();
    await main().getByText("Once a day").click();
    await expect.poll(() => api.received(updateNeedLetters)).toEqual([{ frequency: "daily" }]);
    await expect.element(choice("Once a day")).toBeChecked();
    api.refuse(updateNeedLetters, "internal", "The disk is full");
    await main().getByText("Once an hour").click();
    await expect.element(page.getByText("Could not change how often you are written to")).toBeVisible();
    await expect.element(choice("Once a day")).toBeChecked();
  });

  it("is not promised by a server that sends none", async () => {
    await open((fake) => fake.reply(getNeedLetters, { frequency: "off", isMailSet: false }));
    await expect.element(page.getByText(/This server sends no email/)).toBeVisible();
  });
});

describe("what is kept on this device", () => {
  it("is the theme", async () => {
    await open();
    await main().getByText("Light").click();
    await expect.poll(() => document.documentElement.dataset.theme).toBe("light");
    expect(localStorage.getItem("theme")).toContain("light");
    await main().getByText("Dark").click();
    await expect.poll(() => document.documentElement.dataset.theme).toBe("dark");
  });

  it("is whether single keys are shortcuts", async () => {
    await open();
    const toggle = page.getByRole("switch", { name: "Single-key shortcuts" });
    await expect.element(toggle).toBeChecked();
    await toggle.click();
    await expect.element(toggle).not.toBeChecked();
    await page.getByRole("link", { name: "SSH Keys" }).click();
    await page.getByRole("link", { name: "General" }).first().click();
    await expect.element(toggle).not.toBeChecked();
    await toggle.click();
    await expect.element(toggle).toBeChecked();
  });
});

describe("the general settings", () => {
  it("that cannot be loaded say why, and Retry loads them", async () => {
    const api = await open((fake) => fake.refuse(getSession, "internal", "The disk is full"));
    await expect.element(main()).toMatchTextContent(/Could not fetch data :\(.*The disk is full/);
    api.adjust(getSession, {});
    await main().getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByRole("textbox", { name: "User ID" })).toHaveAttribute("readonly");
  });

  it("on their way are announced", async () => {
    await open((fake) => fake.stall(getSession));
    await expect.element(page.getByText("Loading your settings")).toBeInTheDocument();
  });
});

describe("deleting the account", () => {
  const dialog = () => page.getByRole("dialog", { name: "Delete your account" });
  const confirm = () => dialog().getByRole("button", { name: "Delete my account" });
  const address = () => dialog().getByRole("textbox", { name: "Type “ada@example.com” to confirm" });

  async function ask(api?: (fake: FakeApi) => void): Promise<FakeApi> {
    const fake = await open(api);
    await page.getByRole("button", { name: "Delete account" }).click();
    return fake;
  }

  it("takes the typed address and the password, and leads to the sign-in", async () => {
    const left = catchDepartures();
    const api = await ask();
    await expect.element(confirm()).toHaveAccessibleDescription("Type ada@example.com first");
    await address().fill("ada@example.com");
    await dialog().getByLabelText("Password").fill("Sesame12");
    await confirm().click();
    await expect.poll(() => left.map((url) => new URL(url).pathname)).toEqual(["/login"]);
    expect(api.received(deleteUser)).toEqual([{ password: "Sesame12" }]);
  });

  it("that is refused says why in the dialog", async () => {
    await ask((fake) => fake.refuse(deleteUser, "conflict", "You are the last Owner of Northquay"));
    await address().fill("ada@example.com");
    await confirm().click();
    await expect.element(dialog().getByRole("alert")).toMatchTextContent("You are the last Owner of Northquay");
    await expect.element(address()).toHaveValue("ada@example.com");
  });

  it("wants no password of those who have none", async () => {
    const api = await ask((fake) => {
      fake.adjust(getSession, { hasPassword: false });
      fake.stall(deleteUser);
    });
    await address().fill("ada@example.com");
    await expect.element(dialog().getByLabelText("Password")).not.toBeInTheDocument();
    await confirm().click();
    await expect.poll(() => api.received(deleteUser)).toEqual([{}]);
  });

  it("is not done while another address is typed, nor after Cancel", async () => {
    const api = await ask();
    await address().fill("mateo@example.com{Enter}");
    await expect.element(confirm()).toHaveAttribute("aria-disabled", "true");
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("button", { name: "Delete account" })).toHaveFocus();
    expect(api.received(deleteUser)).toEqual([]);
  });
});
