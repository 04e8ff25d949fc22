import { acceptInvite, readInvite } from "@cairn/contract/members";
import type { OpenInvite } from "@cairn/contract/members";
import { getOrganization } from "@cairn/contract/organizations";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { catchDepartures } from "#web/testing/catch-departures.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const invite: OpenInvite = {
  organization: { organizationId: sampleId(), slug: "northquay", name: "Northquay" },
  // The signed-in user of the samples.
  email: "Ada@Example.com",
  roles: ["admin"],
  invitedBy: "Mateo Ruiz",
  expiresAt: "2999-01-15T09:30:00.000Z",
};

async function openInvite(change: Partial<OpenInvite> = {}, { api, ...options }: OpenOptions = {}) {
  return openScreen("/invite/secret", {
    ...options,
    api: (fake) => {
      fake.reply(readInvite, { ...invite, ...change });
      api?.(fake);
    },
  });
}

describe("an invitation", () => {
  it("says to what, by whom, for whom, as what and how long, and the title tells none of it", async () => {
    await openInvite({}, { isSignedIn: false });
    await expect.element(page.getByRole("heading", { name: "Join Northquay" })).toBeVisible();
    const main = page.getByRole("main");
    await expect
      .element(main)
      .toMatchTextContent(/Mateo Ruiz invited you\..*Ada@Example\.com.*Admin · Manages members and projects/);
    await expect.element(main.getByRole("time")).toMatchTextContent("2999");
    expect(document.title).toBe("Invitation · Cairn");
  });

  it("whose inviter has gone still invites", async () => {
    await openInvite({ invitedBy: null }, { isSignedIn: false });
    await expect.element(page.getByText("You are invited.")).toBeVisible();
  });

  it("offers to sign in or to make an account, and says why neither begins", async () => {
    await openInvite({}, { isSignedIn: false });
    await expect.element(page.getByRole("button", { name: "Create account" })).toBeVisible();
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent(/Could not start the sign-in.*The server does not answer\. It may be busy/);
  });

  it("that was used cannot be used again, and Retry would not help", async () => {
    await openInvite({}, { isSignedIn: false, api: (fake) => fake.refuse(readInvite, "not_found", "No such invite") });
    await expect.element(page.getByRole("heading", { name: "This invitation cannot be used" })).toBeVisible();
    await expect.element(page.getByText(/Ask whoever invited you for a new one\./)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Back home" })).toHaveAttribute("href", "/");
    await expect.element(page.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  });

  it("that could not be read is read again by Retry", async () => {
    const api = await openInvite({}, { api: (fake) => fake.refuse(readInvite, "internal", "The disk is full") });
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.reply(readInvite, invite);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByRole("heading", { name: "Join Northquay" })).toBeVisible();
  });

  it("on its way is announced", async () => {
    await openInvite({}, { api: (fake) => fake.stall(readInvite) });
    await expect.element(page.getByText("Loading the invitation")).toBeInTheDocument();
  });

  it("fits a phone with the longest names", async () => {
    const name = "Unbreakable".repeat(12);
    await openInvite(
      { organization: { ...invite.organization, name }, email: `${name}@example.com` },
      { viewport: { width: 375, height: 700 }, isSignedIn: false },
    );
    await expect.element(page.getByRole("heading", { name: `Join ${name}` })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});

describe("joining", () => {
  const join = () => page.getByRole("button", { name: "Join Northquay" });

  it("opens the organization's products and says so, whatever the case of the address", async () => {
    const api = await openInvite(
      {},
      {
        api: (fake) => {
          fake.adjust(acceptInvite, { slug: "northquay" });
          fake.adjust(getOrganization, { slug: "northquay" });
        },
      },
    );
    await join().click();
    await expect.poll(() => location.pathname).toBe("/o/northquay/projects");
    await expect.element(page.getByText("You are now a member of Northquay")).toBeVisible();
    expect(api.received(acceptInvite)).toEqual([{ token: "secret" }]);
  });

  it("that is refused says why, and may be tried again", async () => {
    await openInvite({}, { api: (fake) => fake.refuse(acceptInvite, "conflict", "The invite was revoked") });
    await join().click();
    await expect.element(page.getByText("Could not join the organization")).toBeVisible();
    await expect.element(page.getByText("The invite was revoked")).toBeVisible();
    await expect.element(join()).toBeEnabled();
  });

  it("is not offered to another account, which may sign out and come back", async () => {
    const left = catchDepartures();
    await openInvite({ email: "noa@example.com" });
    await expect
      .element(page.getByRole("main"))
      .toMatchTextContent("You are signed in as ada@example.com. Only the invited address can accept.");
    await expect.element(join()).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Sign out and use another account" }).click();
    await expect.poll(() => left.map((address) => new URL(address).pathname)).toEqual(["/invite/secret"]);
  });
});
