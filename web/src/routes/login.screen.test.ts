import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { catchDepartures } from "#web/testing/catch-departures.ts";
import { closeScreen, openScreen } from "#web/testing/open-screen.tsx";

const signIn = () => page.getByRole("main").getByRole("button");

/** What this tab keeps while the browser is away. */
const storedText = () => JSON.stringify(Object.entries(sessionStorage));

/** Lets the sign-in server answer, which is described outside the contract. */
function answerDiscovery(document: object): void {
  const others = fetch;
  vi.stubGlobal("fetch", (target: string, init?: RequestInit) =>
    target.endsWith("/.well-known/openid-configuration")
      ? Promise.resolve(Response.json(document))
      : others(target, init),
  );
}

const ours = {
  authorization_endpoint: "https://auth.example.com/authorize",
  scopes_supported: ["profile", "api:read", "api:write"],
  prompt_values_supported: ["create"],
};

/** Opens a screen, and returns the query of the address that the browser leaves for by itself, once only. */
async function leave(address: string): Promise<Record<string, string>> {
  const left = catchDepartures();
  answerDiscovery(ours);
  await openScreen(address, { isSignedIn: false });
  await expect.poll(() => left.length).toBe(1);
  const url = new URL(left[0] ?? "");
  expect(url.origin + url.pathname).toBe("https://auth.example.com/authorize");
  return Object.fromEntries(url.searchParams);
}

describe("signing in", () => {
  it("leaves at once for the sign-in server with a challenge, and comes back to the address that was asked for", async () => {
    const query = await leave("/login?returnTo=/o/payments/members&utm_source=mail");
    expect(query).toMatchObject({
      response_type: "code",
      client_id: "web",
      redirect_uri: "https://cairn.example.com/auth/verify",
      code_challenge_method: "S256",
      utm_source: "mail",
    });
    expect(query.prompt).toBeUndefined();
    const pending = storedText();
    expect(pending).toContain("/o/payments/members");
    expect(pending).toContain(query.state);
  });

  it("never comes back to an address of somebody else", async () => {
    await leave("/login?returnTo=//evil.example.com");
    expect(storedText()).not.toContain("evil.example.com");
  });

  it("says that the server does not answer, and can be tried again", async () => {
    await openScreen("/login", { isSignedIn: false });
    await signIn().click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent(/Could not start the sign-in.*The server does not answer\. It may be busy/);
    await expect.element(signIn()).not.toHaveAttribute("aria-busy", "true");
  });

  it("leads to making an account, with the address that was asked for", async () => {
    await openScreen("/login?returnTo=/o/payments/members", { isSignedIn: false });
    expect(document.title).toBe("Sign in · Cairn");
    await expect.element(page.getByRole("heading", { name: "Sign in to Cairn" })).toBeVisible();
    await page.getByRole("link", { name: "Create an account" }).click();
    await expect.element(page.getByRole("heading", { name: "Create your Cairn account" })).toBeVisible();
    expect(location.pathname).toBe("/signup");
    expect(new URLSearchParams(location.search).get("returnTo")).toBe("/o/payments/members");
    await expect.element(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  });
});

describe("making an account", () => {
  it("leaves for the sign-in server's sign-up page at once, and once only", async () => {
    const left = catchDepartures();
    answerDiscovery(ours);
    await openScreen("/signup", { isSignedIn: false });
    await expect.poll(() => left.length).toBe(1);
    const query = Object.fromEntries(new URL(left[0] ?? "").searchParams);
    expect(query).toMatchObject({ prompt: "create", scope: "profile api:read api:write" });
    expect(document.title).toBe("Create an account · Cairn");
  });
});

describe("the way back from the sign-in server", () => {
  it("that was not begun here is refused, and leads back to the sign-in", async () => {
    await openScreen("/auth/verify?code=c&state=unknown-1", { isSignedIn: false });
    await expect.element(page.getByRole("heading", { name: "Sign-in failed" })).toBeVisible();
    await expect
      .element(page.getByText("This sign-in was not started in this tab, or it was already used. Please start again."))
      .toBeVisible();
    await expect.element(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/login");
    expect(location.pathname).toBe("/auth/error");
  });

  it("shows no message that a link brings along", async () => {
    await openScreen("/auth/verify?error=access_denied&error_description=Call+555&state=unknown-2", {
      isSignedIn: false,
    });
    await expect.element(page.getByRole("heading", { name: "Sign-in failed" })).toBeVisible();
    await expect.element(page.getByText("Call 555")).not.toBeInTheDocument();
  });

  it("says why the sign-in server refused, and keeps the address that was asked for", async () => {
    const { state = "" } = await leave("/login?returnTo=/o/payments/members");
    await closeScreen();
    await openScreen(`/auth/verify?error=access_denied&error_description=You+said+no&state=${state}`, {
      isSignedIn: false,
    });
    await expect.element(page.getByText("You said no")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Try again" }))
      .toHaveAttribute("href", `/login?${new URLSearchParams({ returnTo: "/o/payments/members" })}`);
  });

  it("opened without an answer knows no reason", async () => {
    await openScreen("/auth/error", { isSignedIn: false });
    await expect.element(page.getByText("Unknown error occurred")).toBeVisible();
  });
});
