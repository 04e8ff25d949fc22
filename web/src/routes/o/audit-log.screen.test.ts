import { listAuditEvents } from "@cairn/contract/audit";
import type { AuditEvent } from "@cairn/contract/audit";
import { getOrganization } from "@cairn/contract/organizations";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/settings/audit-log";
const ada = { userId: sampleId(), firstName: "Ada", lastName: "Okafor" };
const rows = () => page.getByRole("table", { name: "Audit log" }).getByRole("row");

function makeEvent(number: number, change: Partial<AuditEvent>): AuditEvent {
  return {
    eventId: sampleId(number),
    action: "member.invited",
    actor: ada,
    target: "noa@example.com",
    from: null,
    to: null,
    createdAt: "2026-03-02T09:30:00.000Z",
    ...change,
  };
}

const open = (options: OpenOptions & { search?: string } = {}) =>
  openScreen(address + (options.search ?? ""), {
    ...options,
    api: (fake) => {
      fake.adjust(getOrganization, { role: "owner" });
      fake.replyList(listAuditEvents, [makeEvent(0, {})]);
      options.api?.(fake);
    },
  });

describe("the audit log", () => {
  it("says who did what, and from what to what", async () => {
    await open({
      api: (fake) =>
        fake.replyList(listAuditEvents, [
          makeEvent(0, { to: "Editor" }),
          makeEvent(1, { action: "project.renamed", target: "Ferry", from: "Ferry", to: "Ferry Board" }),
          makeEvent(2, { action: "connection.deleted", target: "acme", actor: null }),
          makeEvent(3, { action: "member.left", actor: { ...ada, firstName: null, lastName: null } }),
        ]),
    });
    await expect.element(rows().nth(1)).toMatchTextContent(/Ada Okafor.*invited noa@example\.com.*as.*Editor/);
    await expect.element(rows().nth(2)).toMatchTextContent(/renamed the product Ferry.*Ferry.*Ferry Board/);
    await expect
      .element(rows().nth(3))
      .toMatchTextContent(/The server or a deleted account.*disconnected the account acme/);
    await expect.element(rows().nth(4)).toMatchTextContent(/Unnamed User.*left the organization/);
    expect(document.title).toBe("Audit log · Cairn");
  });

  it("is not open to an Admin, and nothing of it is asked for", async () => {
    const api = await open({ api: (fake) => fake.adjust(getOrganization, { role: "admin" }) });
    await expect.element(page.getByRole("heading", { name: "Only an Owner can read the audit log" })).toBeVisible();
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "Settings" }))
      .toHaveAttribute("href", "/o/payments/settings");
    expect(api.received(listAuditEvents)).toEqual([]);
  });

  it("holds nothing at first", async () => {
    await open({ api: (fake) => fake.replyList(listAuditEvents, []) });
    await expect.element(page.getByRole("heading", { name: "Nothing recorded yet" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "First page" })).not.toBeInTheDocument();
  });

  it("leads back from a page that is not there", async () => {
    await open({
      search: "?page=9",
      api: (fake) => fake.reply(listAuditEvents, { content: [], page: 9, limit: 100, total: 3 }),
    });
    await expect.element(page.getByRole("heading", { name: "Nothing on this page" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "First page" })).toHaveAttribute("href", address);
  });

  it("comes in pages", async () => {
    const api = await open({
      api: (fake) =>
        fake.reply(listAuditEvents, ({ page: number }) => ({
          content: [makeEvent(number, { target: `person-${number}@example.com` })],
          page: number,
          limit: 1,
          total: 2,
        })),
    });
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.element(rows().nth(1)).toMatchTextContent("person-2@example.com");
    await expect.element(page.getByRole("link", { name: "Next page" })).not.toBeInTheDocument();
    expect(location.search).toBe("?page=2");
    expect(api.received(listAuditEvents).map(({ page: number }) => number)).toContain(2);
  });

  it("that cannot be loaded says why, and Retry loads it", async () => {
    const api = await open({ api: (fake) => fake.refuse(listAuditEvents, "internal", "The disk is full") });
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.replyList(listAuditEvents, [makeEvent(0, {})]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(rows().nth(1)).toMatchTextContent("invited noa@example.com");
  });

  it("fits a phone with the longest names", async () => {
    await openScreen(address, {
      viewport: { width: 375, height: 700 },
      api: (fake) => {
        fake.size = "long";
        fake.adjust(getOrganization, { role: "owner" });
      },
    });
    await expect.element(rows().nth(1)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});
