import { refreshTokens } from "@cairn/contract/auth";
import { getOrganization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import { listRules } from "@cairn/contract/rules";
import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { setServerHandler, setSessionLostHandler } from "#web/lib/auth/session.ts";
import { setSignedInCookie } from "#web/lib/auth/signed-in-cookie.ts";
import { loadLastProject } from "#web/lib/browser/storage.ts";
import { makeToken, openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

import { handleSession } from "./handle-session.ts";

const product = "/o/payments/p/payments";
const path = () => location.pathname;
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const link = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

describe("an address", () => {
  it("of an organization alone leads to its products, and Back does not lead there again", async () => {
    await openScreen("/o/payments/members");
    await expect.element(link("Members")).toHaveAttribute("aria-current", "page");
    window.history.pushState(null, "", "/o/payments");
    await expect.poll(path).toBe("/o/payments/projects");
    window.history.back();
    await expect.poll(path).toBe("/o/payments/members");
    await expect.element(link("Members")).toHaveAttribute("aria-current", "page");
  });

  it("keeps numbers of its search as they were typed", async () => {
    await openScreen(`${product}/search?q=12345678901234567890`);
    await expect.element(page.getByRole("searchbox").first()).toHaveValue("12345678901234567890");
    expect(location.search).toContain("q=12345678901234567890");
  });

  it("with an escape that is none is an unknown one, not a crash", async () => {
    await openScreen("/o/payments/p/payments/rules/%E0%A4%A");
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  it("by an organization's id stays so, from screen to screen", async () => {
    const organization = `/o/${sampleId()}`;
    await openScreen(`${organization}/members`);
    await expect.element(heading("Members")).toBeVisible();
    await link("Templates").click();
    await expect.element(heading("Templates")).toBeVisible();
    expect(path()).toBe(`${organization}/templates`);
  });
});

describe("a screen that is opened while the server is busy", () => {
  afterEach(() => {
    setSessionLostHandler(() => {});
    setServerHandler({ onAway: () => {}, onBack: () => {} });
  });

  it("stands in its frame with words and a button, and goes on when the server answers", async () => {
    handleSession();
    const api = await openScreen(`${product}/rules`, {
      isSignedIn: false,
      api: (fake) => {
        setSignedInCookie(true);
        fake.refuse(refreshTokens, "unavailable", "The server is busy");
      },
    });
    const notice = page.getByText("The server does not answer yet");
    await expect.element(notice).toBeVisible();
    await expect.element(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(page.getByText("Could not fetch data :(").elements()).toEqual([]);
    expect(api.received(listRules)).toEqual([]);
    api.adjust(refreshTokens, { accessToken: makeToken() });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(heading("Rules")).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
    expect(path()).toBe(`${product}/rules`);
  });
});

describe("a visitor", () => {
  it("comes to the sign-in with what says where from, and the way back", async () => {
    await openScreen("/?utm_source=mail&ref=ada&other=1", { isSignedIn: false });
    await expect.poll(path).toBe("/login");
    const search = new URLSearchParams(location.search);
    expect([search.get("utm_source"), search.get("ref"), search.get("other")]).toEqual(["mail", "ada", null]);
    expect(search.get("returnTo")).toBe("/?utm_source=mail&ref=ada&other=1");
  });

  it("of the bare home has no way back to remember", async () => {
    await openScreen("/", { isSignedIn: false });
    await expect.poll(path).toBe("/login");
    expect(location.search).toBe("");
  });
});

describe("an organization or a product", () => {
  it("is not loaded again for each of its screens", async () => {
    const api = await openScreen(`${product}/rules`);
    await expect.element(heading("Rules")).toBeVisible();
    const count = () => [getOrganization, getProject, refreshTokens].map((one) => api.received(one).length);
    const atFirst = count();
    await link("External Context").click();
    await expect.element(heading("External Context")).toBeVisible();
    await link("Rules").click();
    await expect.element(heading("Rules")).toBeVisible();
    expect(count()).toEqual(atFirst);
  });

  it("that is opened is remembered as the last one", async () => {
    await openScreen(`${product}/rules`);
    await expect.element(heading("Rules")).toBeVisible();
    await expect.poll(() => loadLastProject(sampleId())).toEqual({ organization: "payments", project: "payments" });
  });

  it("that one loses while it is open is no longer shown", async () => {
    const api = await openScreen(`${product}/services`);
    await expect.element(heading("Services")).toBeVisible();
    api.refuse(getProject, "not_found");
    api.refuse(listRules, "forbidden");
    await link("Rules").click();
    await expect.element(page.getByText("Please ensure this project exists and you have access to it")).toBeVisible();
    await expect.element(heading("Rules")).not.toBeInTheDocument();
  });
});

it("takes the focus to the heading of the screen that a link leads to", async () => {
  await openScreen(`${product}/rules`);
  await link("Services").click();
  await expect.element(heading("Services")).toHaveFocus();
});
