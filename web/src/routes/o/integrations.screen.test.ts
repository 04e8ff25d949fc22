import {
  connectIntegration,
  deleteConnection,
  finishIntegration,
  listConnections,
  listIntegrations,
} from "@cairn/contract/integrations";
import type { Integration, IntegrationConnection } from "@cairn/contract/integrations";
import { getOrganization } from "@cairn/contract/organizations";
import type { Role } from "@cairn/contract/roles";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { catchDepartures } from "#web/testing/catch-departures.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const github: Integration = { type: "github", name: "GitHub", unavailableReason: null };
const acme: IntegrationConnection = {
  connectionId: sampleId(1),
  integration: github,
  account: "acme",
  isSuspended: false,
  createdAt: "2026-03-02T09:30:00.000Z",
};
const other = { ...acme, connectionId: sampleId(2), account: "northquay" };
const rows = () => page.getByRole("list", { name: "Connected GitHub accounts" }).getByRole("listitem");

interface IntegrationsOptions extends OpenOptions {
  role?: Role;
  connections?: IntegrationConnection[];
}

const open = ({ role = "owner", connections = [], ...options }: IntegrationsOptions = {}) =>
  openScreen("/o/payments/integrations", {
    ...options,
    api: (fake) => {
      fake.adjust(getOrganization, { role });
      fake.replyList(listIntegrations, [github]);
      fake.replyList(listConnections, connections);
      options.api?.(fake);
    },
  });

describe("an integration that is not connected", () => {
  const connect = () => page.getByRole("button", { name: "Connect", exact: true });
  const url = "https://github.example.com/apps/cairn";

  it("says so, and Connect leaves for the code host", async () => {
    const left = catchDepartures();
    const api = await open({ api: (fake) => fake.reply(connectIntegration, { data: { url } }) });
    await expect.element(page.getByText("GitHub not connected yet!")).toBeVisible();
    await connect().click();
    await expect.poll(() => left).toEqual([url]);
    expect(api.received(connectIntegration)).toEqual([{ organizationId: "payments", integrationName: "github" }]);
    expect(document.title).toBe("Integrations · Cairn");
  });

  it("that cannot be begun says why", async () => {
    await open({ api: (fake) => fake.refuse(connectIntegration, "vendor_unavailable", "GitHub does not answer") });
    await connect().click();
    await expect.element(page.getByText("Could not connect to GitHub")).toBeVisible();
    await expect.element(page.getByText("GitHub does not answer")).toBeVisible();
  });

  it("is connected by an Owner or Admin only", async () => {
    await open({ role: "editor" });
    await expect.element(page.getByText("Only an Owner or Admin can connect it.")).toBeVisible();
    await expect.element(connect()).not.toBeInTheDocument();
  });

  it("says what this server lacks for it", async () => {
    const unavailableReason = "No GitHub App is set up on this server";
    await open({ api: (fake) => fake.replyList(listIntegrations, [{ ...github, unavailableReason }]) });
    await expect.element(page.getByText("GitHub cannot be connected on this server")).toBeVisible();
    await expect.element(page.getByText(unavailableReason)).toBeVisible();
    await expect.element(connect()).not.toBeInTheDocument();
  });
});

describe("connected accounts", () => {
  it("are listed, a suspended one with what that means", async () => {
    await open({ connections: [acme, { ...other, isSuspended: true }] });
    await expect.element(rows().first()).toMatchTextContent(/acme.*Connected/);
    await expect.element(rows().first()).not.toMatchTextContent("Suspended");
    await expect
      .element(rows().nth(1))
      .toMatchTextContent(/Suspended at GitHub: nothing is read until it is resumed there\./);
    await expect.element(page.getByRole("button", { name: "Add another GitHub integration here" })).toBeVisible();
  });

  it("are disconnected after a question, and the focus goes to the next row", async () => {
    const api = await open({ connections: [acme, other] });
    await page.getByRole("button", { name: "Disconnect acme" }).click();
    const dialog = page.getByRole("dialog", { name: "Disconnect acme?" });
    await expect.element(dialog).toMatchTextContent("Services with its repositories keep what was indexed");
    api.replyList(listConnections, [other]);
    await dialog.getByRole("button", { name: "Disconnect acme" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.received(deleteConnection)).toEqual([{ organizationId: "payments", connectionId: acme.connectionId }]);
    await expect.element(page.getByRole("button", { name: "Disconnect northquay" })).toHaveFocus();
  });

  it("that cannot be disconnected stay, and the reason is said", async () => {
    await open({
      connections: [acme],
      api: (fake) => fake.refuse(deleteConnection, "internal", "The disk is full"),
    });
    await page.getByRole("button", { name: "Disconnect acme" }).click();
    const dialog = page.getByRole("dialog", { name: "Disconnect acme?" });
    await dialog.getByRole("button", { name: "Disconnect acme" }).click();
    await expect.element(page.getByText("Could not delete integration")).toBeVisible();
    await expect.element(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(rows()).toMatchTextContent("acme");
  });

  it("are only read by an Editor", async () => {
    await open({ role: "editor", connections: [acme] });
    await expect.element(rows()).toMatchTextContent("acme");
    await expect.element(page.getByRole("main").getByRole("button")).not.toBeInTheDocument();
  });
});

describe("the integrations", () => {
  it.each([
    ["integrations", listIntegrations],
    ["connections", listConnections],
  ])("whose %s cannot be loaded say why, and Retry loads them", async (_what, endpoint) => {
    const api = await open({
      connections: [acme],
      api: (fake) => fake.refuse(endpoint, "internal", "The disk is full"),
    });
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.replyList(listIntegrations, [github]);
    api.replyList(listConnections, [acme]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(rows()).toMatchTextContent("acme");
  });

  it("fit a phone with the longest names", async () => {
    const name = "Unbreakable".repeat(10);
    const long = { ...github, name };
    await open({
      viewport: { width: 375, height: 700 },
      api: (fake) => {
        fake.replyList(listIntegrations, [long]);
        fake.replyList(listConnections, [{ ...acme, integration: long, account: name, isSuspended: true }]);
      },
    });
    await expect.element(page.getByRole("button", { name: `Disconnect ${name}` })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});

describe("the way back from the code host", () => {
  const answer = (number: number) =>
    `/integrations/github/callback?code=c&installation_id=7&setup_action=install&state=s${number}`;
  const connected = { organization: { organizationId: sampleId(), slug: "payments" }, connection: acme };
  const finish = (number: number, api: (fake: FakeApi) => void) =>
    openScreen(answer(number), {
      api: (fake) => {
        fake.replyList(listIntegrations, [github]);
        api(fake);
      },
    });

  it("finishes the connection once, and shows it", async () => {
    const api = await finish(1, (fake) => fake.reply(finishIntegration, connected));
    await expect.poll(() => location.pathname).toBe("/o/payments/integrations");
    await expect.element(page.getByText("acme connected")).toBeVisible();
    expect(api.received(finishIntegration)).toEqual([
      { integrationName: "github", code: "c", installationId: "7", state: "s1" },
    ]);
  });

  it("that is refused says why, and begins anew where it began", async () => {
    sessionStorage.setItem("connecting-organization", "payments");
    await finish(2, (fake) => fake.refuse(finishIntegration, "conflict", "Another organization has this account"));
    await expect.element(page.getByRole("alert")).toMatchTextContent("Another organization has this account");
    await expect
      .element(page.getByRole("link", { name: "Try again" }))
      .toHaveAttribute("href", "/o/payments/integrations");
    await expect.poll(() => document.title).toBe("Could not connect to GitHub · Cairn");
  });
});
