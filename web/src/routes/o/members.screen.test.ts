import { listInvites, listMembers, removeMember, updateMember } from "@cairn/contract/members";
import type { Member } from "@cairn/contract/members";
import { getOrganization } from "@cairn/contract/organizations";
import type { Role } from "@cairn/contract/roles";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeInvite, makeMember } from "#web/testing/make-members.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/members";
const ada = makeMember(0, "Ada Okafor", "owner");
const mateo = makeMember(1, "Mateo Ruiz", "editor");
const ines = makeMember(2, "Ines Falk", "owner");
const rows = () => page.getByRole("table", { name: "Members" }).getByRole("row");
const row = (name: string) => rows().filter({ hasText: name });
/** The button whose name ends in the role itself. */
const roleOf = (name: string) => page.getByRole("button", { name: new RegExp(`^Role of ${name}`) });
const search = () => page.getByRole("searchbox", { name: "Search members" });

interface MembersOptions extends OpenOptions {
  /** The own one. */
  role?: Role;
  members?: readonly Member[];
  search?: string;
}

/** Opens the members of an organization: Ada, who is signed in, Mateo and Ines. */
async function openMembers({ role = "owner", members = [ada, mateo, ines], ...options }: MembersOptions = {}) {
  return openScreen(address + (options.search ?? ""), {
    ...options,
    api: (fake) => {
      fake.adjust(getOrganization, { role });
      fake.replyList(listMembers, [...members]);
      fake.replyList(listInvites, []);
      options.api?.(fake);
    },
  });
}

async function chooseRole(of: string, role: string): Promise<void> {
  await roleOf(of).click();
  await page.getByRole("menuitemradio", { name: new RegExp(`^${role}`) }).click();
  // The menu applies what is chosen when it closes.
  await userEvent.keyboard("{Escape}");
}

describe("the members", () => {
  it("are listed below pending invites, and the own row is marked", async () => {
    await openMembers({ api: (fake) => fake.replyList(listInvites, [makeInvite(1, "noa@example.com")]) });
    await expect.element(row("Ada Okafor")).toMatchTextContent(/Ada Okafor.*You.*ada@example\.com/);
    await expect.element(row("Mateo Ruiz")).not.toMatchTextContent("You");
    const texts = rows()
      .elements()
      .map(({ textContent }) => textContent);
    expect(texts.findIndex((text) => text.includes("noa@example.com"))).toBe(1);
    expect(document.title).toBe("Members · Cairn");
  });

  it("without a name are called unnamed", async () => {
    const unnamed = { ...mateo, user: { ...mateo.user, firstName: null, lastName: null } };
    await openMembers({ members: [ada, unnamed] });
    await expect.element(row("Unnamed User")).toMatchTextContent("mateo@example.com");
  });

  it("that cannot be loaded say why, and Retry loads them", async () => {
    const api = await openMembers({ api: (fake) => fake.refuse(listMembers, "internal", "The disk is full") });
    const alert = page.getByRole("alert");
    await expect.element(alert).toMatchTextContent(/Could not fetch data :\(.*The disk is full/);
    api.replyList(listMembers, [ada, mateo]);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect.element(row("Mateo Ruiz")).toBeVisible();
  });

  it("that are on their way are announced", async () => {
    await openMembers({ api: (fake) => fake.stall(listMembers) });
    await expect.element(page.getByText("Loading members")).toBeInTheDocument();
    await expect.element(search()).toBeVisible();
  });

  it("of a page that is not there lead back to the first one", async () => {
    await openMembers({
      search: "?page=9",
      api: (fake) =>
        fake.reply(listMembers, ({ page: number }) => ({ content: [], page: number, limit: 100, total: 3 })),
    });
    await expect.element(page.getByRole("heading", { name: "Nobody on this page" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "First page" })).toHaveAttribute("href", "/o/payments/members");
  });

  it("are moved through by J and K", async () => {
    await openMembers();
    await expect.element(row("Ines Falk")).toBeVisible();
    await userEvent.keyboard("jj");
    await expect.element(roleOf("Mateo Ruiz")).toHaveFocus();
    await userEvent.keyboard("k");
    await expect.element(roleOf("Ada Okafor")).toHaveFocus();
  });

  it("fit a phone with the longest names", async () => {
    await openScreen(address, { viewport: { width: 375, height: 700 }, api: (fake) => (fake.size = "long") });
    await expect.element(page.getByRole("table", { name: "Members" })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});

describe("a search", () => {
  const findMateo = (fake: FakeApi) =>
    fake.reply(listMembers, ({ query }) => {
      const content = [ada, mateo].filter(({ user }) => !query || user.email.includes(query));
      return { content, page: 1, limit: 100, total: content.length };
    });

  it("asks the server for members, and narrows the invites", async () => {
    const invites = [makeInvite(1, "noa@example.com"), makeInvite(2, "mateo.r@example.com")];
    const api = await openMembers({
      api: (fake) => {
        findMateo(fake);
        fake.replyList(listInvites, invites);
      },
    });
    await search().fill(" mateo ");
    await expect.element(row("Ada Okafor")).not.toBeInTheDocument();
    await expect.element(row("mateo.r@example.com")).toBeVisible();
    await expect.element(row("noa@example.com")).not.toBeInTheDocument();
    expect(api.received(listMembers).at(-1)?.query).toBe("mateo");
  });

  it("that matches nobody says so, and keeps what was typed", async () => {
    await openMembers({ api: findMateo });
    await search().fill("zoe");
    await expect.element(page.getByRole("heading", { name: "Nobody matches “zoe”" })).toBeVisible();
    await expect.element(search()).toHaveValue("zoe");
    await expect.element(page.getByRole("link", { name: "First page" })).not.toBeInTheDocument();
  });

  it("starts at the first page", async () => {
    await openMembers({
      search: "?page=2",
      api: (fake) =>
        fake.reply(listMembers, ({ page: number }) => ({ content: [mateo], page: number, limit: 1, total: 2 })),
    });
    await expect.element(page.getByRole("navigation", { name: "Pages" })).toMatchTextContent("Page 2 of 2");
    await search().fill("m");
    await expect.poll(() => location.search).toBe("");
    await expect.element(search()).toHaveFocus();
  });
});

describe("a role", () => {
  it("is shown as changed at once, and saved", async () => {
    const api = await openMembers({ api: (fake) => fake.stall(updateMember) });
    await chooseRole("Mateo Ruiz", "Admin");
    await expect.element(roleOf("Mateo Ruiz")).toMatchTextContent("Admin");
    expect(api.received(updateMember)).toEqual([
      { organizationId: sampleId(), userId: mateo.user.userId, roles: ["admin"] },
    ]);
  });

  it("that was saved is said to be", async () => {
    const promoted = makeMember(1, "Mateo Ruiz", "admin");
    const api = await openMembers({ api: (fake) => fake.reply(updateMember, promoted) });
    await expect.element(row("Mateo Ruiz")).toBeVisible();
    api.replyList(listMembers, [ada, promoted, ines]);
    await chooseRole("Mateo Ruiz", "Admin");
    await expect.element(page.getByText("Organization Member roles updated")).toBeVisible();
    await expect.element(row("Mateo Ruiz")).toMatchTextContent("Admin");
  });

  it("goes back when it is refused, and the reason is said", async () => {
    await openMembers({ api: (fake) => fake.refuse(updateMember, "conflict", "Somebody must stay Owner") });
    await chooseRole("Ines Falk", "Editor");
    await expect.element(page.getByText("Could not update roles")).toBeVisible();
    await expect.element(page.getByText("Somebody must stay Owner")).toBeVisible();
    await expect.element(roleOf("Ines Falk")).toMatchTextContent("Owner");
  });

  it("that was not changed is not sent", async () => {
    const api = await openMembers();
    await chooseRole("Mateo Ruiz", "Editor");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    expect(api.received(updateMember)).toEqual([]);
  });

  it("of an Owner is out of an Admin's reach", async () => {
    await openMembers({ role: "admin" });
    await expect
      .element(page.getByRole("button", { name: "Role of Ines Falk: Owner" }))
      .toHaveAccessibleDescription("Only an Owner can change the role of an Owner");
    await expect
      .element(page.getByRole("button", { name: "Remove Ines Falk" }))
      .toHaveAccessibleDescription("Only an Owner can remove an Owner");
    await roleOf("Mateo Ruiz").click();
    const owner = page.getByRole("menuitemradio", { name: /^Owner/ });
    await expect.element(owner).toMatchTextContent("Only an Owner can give this role");
    await expect.element(owner).toHaveAttribute("aria-disabled", "true");
  });

  it("is only read by an Editor, who may leave and nothing else", async () => {
    await openMembers({
      role: "editor",
      api: (fake) => fake.replyList(listInvites, [makeInvite(1, "noa@example.com")]),
    });
    await expect.element(row("Mateo Ruiz")).toMatchTextContent("Editor");
    await expect.element(row("noa@example.com")).toBeVisible();
    const buttons = page.getByRole("table", { name: "Members" }).getByRole("button");
    expect(buttons.elements().map((one) => one.getAttribute("aria-label"))).toEqual(["Leave Team"]);
    await expect.element(page.getByRole("button", { name: "Invite users" })).not.toBeInTheDocument();
  });
});

describe("removing a member", () => {
  it("is done after a question, and the focus goes to the next row", async () => {
    const api = await openMembers();
    await page.getByRole("button", { name: "Remove Mateo Ruiz" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove Mateo Ruiz?" });
    await expect
      .element(dialog)
      .toMatchTextContent("mateo@example.com loses access to this organization and its products at once.");
    api.replyList(listMembers, [ada, ines]);
    await dialog.getByRole("button", { name: "Remove Mateo Ruiz" }).click();
    await expect.element(page.getByText("Organization Member removed")).toBeVisible();
    expect(api.received(removeMember)).toEqual([{ organizationId: sampleId(), userId: mateo.user.userId }]);
    await expect.element(row("Mateo Ruiz")).not.toBeInTheDocument();
    await expect.element(roleOf("Ines Falk")).toHaveFocus();
  });

  it("is not done on Cancel, and the focus returns to its button", async () => {
    const api = await openMembers();
    await page.getByRole("button", { name: "Remove Mateo Ruiz" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("button", { name: "Remove Mateo Ruiz" })).toHaveFocus();
    expect(api.received(removeMember)).toEqual([]);
  });

  it("that is refused says why, and the question stays", async () => {
    await openMembers({ api: (fake) => fake.refuse(removeMember, "conflict", "An organization needs an Owner") });
    await page.getByRole("button", { name: "Remove Ines Falk" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove Ines Falk?" });
    await dialog.getByRole("button", { name: "Remove Ines Falk" }).click();
    await expect.element(page.getByText("Could not remove Organization Member")).toBeVisible();
    await expect.element(page.getByText("An organization needs an Owner")).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });

  it("who is oneself leads home", async () => {
    const api = await openMembers({ role: "editor" });
    await page.getByRole("button", { name: "Leave Team" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave Team?" });
    await expect.element(dialog).toMatchTextContent("Somebody has to invite you to come back.");
    await dialog.getByRole("button", { name: "Leave Team" }).click();
    await expect.poll(() => location.pathname).toBe("/");
    expect(api.received(removeMember)).toEqual([{ organizationId: sampleId(), userId: ada.user.userId }]);
  });
});
