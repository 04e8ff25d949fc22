import { createInvites, listInvites, listMembers, renewInvite, revokeInvite } from "@cairn/contract/members";
import type { Invite } from "@cairn/contract/members";
import { getOrganization } from "@cairn/contract/organizations";
import type { Role } from "@cairn/contract/roles";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeInvite, makeMember } from "#web/testing/make-members.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const link = "https://cairn.example.com/invite/abc";
const row = (name: string) => page.getByRole("table", { name: "Members" }).getByRole("row").filter({ hasText: name });
const dialog = () => page.getByRole("dialog", { name: "Invite users" });
const addresses = () => dialog().getByRole("textbox", { name: "E-mail addresses" });
const send = () => dialog().getByRole("button", { name: "Send invites" });

interface InvitesOptions {
  role?: Role;
  invites?: readonly Invite[];
  path?: string;
  api?: (fake: FakeApi) => void;
}

async function open({ role = "owner", invites = [], path = "members", api }: InvitesOptions = {}) {
  return openScreen(`/o/payments/${path}`, {
    api: (fake) => {
      fake.adjust(getOrganization, { role });
      fake.replyList(listMembers, [makeMember(0, "Ada Okafor", role)]);
      fake.replyList(listInvites, [...invites]);
      api?.(fake);
    },
  });
}

async function openDialog(options?: InvitesOptions) {
  const api = await open(options);
  await page.getByRole("button", { name: "Invite users" }).click();
  await expect.element(addresses()).toBeVisible();
  return api;
}

describe("the form of invites", () => {
  it("sends every typed address, the last without Enter too, and closes when mail carries the links", async () => {
    const api = await openDialog({
      api: (fake) =>
        fake.reply(createInvites, {
          invites: [{ ...makeInvite(1, "noa@example.com", { delivery: "queued" }), link: null }],
        }),
    });
    await addresses().fill("Noa@Example.com,");
    await addresses().fill("li@example.com");
    await send().click();
    await expect.element(page.getByText("Organization Member invited")).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(api.received(createInvites)).toEqual([
      {
        organizationId: sampleId(),
        invites: [
          { email: "noa@example.com", roles: ["editor"] },
          { email: "li@example.com", roles: ["editor"] },
        ],
      },
    ]);
  });

  it("shows the links where this server sends no mail", async () => {
    await openDialog({
      api: (fake) =>
        fake.reply(createInvites, {
          invites: [
            { ...makeInvite(1, "noa@example.com"), link },
            { ...makeInvite(2, "li@example.com"), link: `${link}d` },
          ],
        }),
    });
    await addresses().fill("noa@example.com li@example.com ");
    await send().click();
    const links = page.getByRole("dialog", { name: "Invite links" });
    await expect.element(links).toMatchTextContent("This server sends no mail, so pass each link on yourself.");
    await expect.element(links).toMatchTextContent("work for 14 days, once, and only for their address.");
    await expect.element(links.getByLabelText("Invite link for noa@example.com")).toMatchTextContent(link);
    await expect.element(links.getByRole("button", { name: "Copy", exact: true }).first()).toHaveFocus();
    await expect.element(links.getByRole("button", { name: "Copy all" })).toBeVisible();
    await links.getByRole("button", { name: "Done" }).click();
    await expect.element(links).not.toBeInTheDocument();
  });

  it("wants an address, and says so at the field", async () => {
    const api = await openDialog();
    await send().click();
    await expect.element(addresses()).toHaveAccessibleDescription(/Add at least one address/);
    await expect.element(addresses()).toHaveFocus();
    expect(api.received(createInvites)).toEqual([]);
  });

  it("marks a mistyped address, which can be corrected in its place", async () => {
    const api = await openDialog();
    await addresses().fill("noa@example ");
    await expect.element(dialog()).toMatchTextContent("Invalid email address");
    await send().click();
    expect(api.received(createInvites)).toEqual([]);
    await dialog()
      .getByRole("button", { name: /^(?!Remove).*noa@example/ })
      .first()
      .click();
    await expect.element(addresses()).toHaveValue("noa@example");
  });

  it("takes a pasted list of people apart, each address once", async () => {
    await openDialog();
    await addresses().fill("Ada <ada@example.com>; Noa <noa@example.com>, ADA@example.com ");
    const added = dialog().getByRole("list", { name: "E-mail addresses, added" }).getByRole("listitem");
    await expect.poll(() => added.elements().length).toBe(2);
  });

  it("takes the last address back by Backspace", async () => {
    await openDialog();
    await addresses().fill("noa@example.com ");
    await expect.element(dialog().getByRole("listitem")).toMatchTextContent("noa@example.com");
    await addresses().click();
    await userEvent.keyboard("{Backspace}");
    await expect.element(dialog().getByRole("listitem")).not.toBeInTheDocument();
  });
});

describe("the form of invites, further", () => {
  it("that is refused says why at the field, and loses nothing", async () => {
    await openDialog({ api: (fake) => fake.refuse(createInvites, "conflict", "noa@example.com is a member already") });
    await addresses().fill("noa@example.com ");
    await send().click();
    await expect.element(page.getByText("Could not invite Organization Member")).toBeVisible();
    await expect.element(addresses()).toHaveAccessibleDescription(/noa@example\.com is a member already/);
    await expect.element(dialog().getByRole("listitem")).toMatchTextContent("noa@example.com");
  });

  it("lets an Admin give the roles below Owner", async () => {
    await openDialog({ role: "admin" });
    await dialog().getByRole("combobox", { name: "Role" }).click();
    await expect.element(page.getByRole("option", { name: "Admin" })).toBeVisible();
    await expect.element(page.getByRole("option", { name: "Owner" })).not.toBeInTheDocument();
  });

  it("sends the chosen role", async () => {
    const api = await openDialog();
    await dialog().getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Admin" }).click();
    await addresses().fill("noa@example.com");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => api.received(createInvites)[0]?.invites[0]?.roles).toEqual(["admin"]);
  });

  it("asks before typed addresses are lost", async () => {
    await openDialog();
    const question = vi.spyOn(window, "confirm").mockReturnValue(false);
    await addresses().fill("noa@example.com ");
    await dialog().getByRole("button", { name: "Cancel" }).click();
    expect(question).toHaveBeenCalledWith("Leave without saving your changes?");
    await expect.element(dialog()).toBeVisible();
    question.mockReturnValue(true);
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it("closed by Escape returns the focus to its button", async () => {
    await openDialog();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Invite users" })).toHaveFocus();
  });

  it("is open at its own address, and closing it leads to the members", async () => {
    await open({ path: "invite" });
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => location.pathname).toBe("/o/payments/members");
  });

  it("is not open to an Editor, who is told why", async () => {
    await open({ path: "invite", role: "editor" });
    await expect.element(page.getByText("Only an Owner or Admin can invite users")).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

describe("a pending invite", () => {
  const noa = makeInvite(1, "noa@example.com");

  it("tells its role, and how its mail fares", async () => {
    await open({
      invites: [
        noa,
        makeInvite(2, "li@example.com", { delivery: "failed", deliveryError: "The mailbox is full" }),
        makeInvite(3, "sam@example.com", { expiresAt: "2020-01-15T09:30:00.000Z" }),
      ],
    });
    await expect.element(row("noa@example.com")).toMatchTextContent(/Invited.*Link not used yet · until .*Jan.*Editor/);
    await expect.element(row("li@example.com")).toMatchTextContent("Mail not sent: The mailbox is full");
    await expect.element(row("sam@example.com")).toMatchTextContent("The invite has expired");
  });

  it("gets a new link, which is shown once", async () => {
    const api = await open({ invites: [noa], api: (fake) => fake.reply(renewInvite, { ...noa, link }) });
    const renew = page.getByRole("button", { name: "New link for noa@example.com" });
    await renew.click();
    const shown = page.getByRole("dialog", { name: "New invite link" });
    await expect.element(shown.getByLabelText("Invite link for noa@example.com")).toMatchTextContent(link);
    expect(api.received(renewInvite)).toEqual([{ organizationId: sampleId(), inviteId: noa.inviteId }]);
    await shown.getByRole("button", { name: "Done" }).click();
    await expect.element(renew).toHaveFocus();
  });

  it("is sent again where mail carries it, but not while it is on its way", async () => {
    await open({
      invites: [
        makeInvite(1, "noa@example.com", { delivery: "sent" }),
        makeInvite(2, "li@example.com", { delivery: "queued" }),
      ],
    });
    await expect.element(page.getByRole("button", { name: "Send again for noa@example.com" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: /for li@example\.com/ })).not.toBeInTheDocument();
  });

  it("that is revoked goes, and the focus goes on to the next row", async () => {
    const api = await open({ invites: [noa] });
    await expect.element(row("noa@example.com")).toBeVisible();
    api.replyList(listInvites, []);
    await page.getByRole("button", { name: "Revoke the invite of noa@example.com" }).click();
    await expect.element(page.getByText("Organization Invite revoked")).toBeVisible();
    await expect.element(row("noa@example.com")).not.toBeInTheDocument();
    expect(api.received(revokeInvite)).toEqual([{ organizationId: sampleId(), inviteId: noa.inviteId }]);
    await expect.poll(() => row("Ada Okafor").element().contains(document.activeElement)).toBe(true);
  });

  it("that cannot be revoked stays, and the reason is said", async () => {
    await open({ invites: [noa], api: (fake) => fake.refuse(revokeInvite, "conflict", "It was accepted meanwhile") });
    await page.getByRole("button", { name: "Revoke the invite of noa@example.com" }).click();
    await expect.element(page.getByText("Could not revoke Organization Invite")).toBeVisible();
    await expect.element(page.getByText("It was accepted meanwhile")).toBeVisible();
    await expect.element(row("noa@example.com")).toBeVisible();
  });
});
