import { createHash } from "node:crypto";

import { emailSchema } from "@cairn/contract/auth";
import { validation } from "@cairn/contract/texts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readCitedPage } from "#server/domain/demo/cited-page.ts";
import { markDemo } from "#server/domain/organizations/mark-demo.ts";
import { demoCopies, invites } from "#server/platform/db/tables/organizations.ts";
import { makeOrganization } from "#server/testing/test-ctx.ts";

import {
  authorizationUrl,
  type AuthSite,
  followToApp,
  newVerifier,
  openInteraction,
  signUp,
  somebody,
  startAuthSite,
} from "./testing/auth-site.ts";
import { type Browser, openBrowser } from "./testing/browser.ts";

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
  await signUp(site, openBrowser());
});
afterAll(() => site.close());

async function openSignIn(browser: Browser, at = site): Promise<string> {
  return openInteraction(browser, authorizationUrl(at, newVerifier()));
}

const newcomer = { ...somebody, email: "newcomer@example.test" };

describe("the sign-in page", () => {
  it("works without script and cannot be framed", async () => {
    const browser = openBrowser();
    const answer = await browser.get(await openSignIn(browser));
    const page = await answer.text();
    expect(page).toMatch(/<input[^>]*name="email"[^>]*autocomplete="username"/);
    expect(page).toMatch(/<input[^>]*name="password"[^>]*autocomplete="current-password"/);
    expect(page).toMatch(/href="\/oidc\/interaction\/[\w-]+\/sign-up"/);
    expect(page).not.toContain("<script");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toMatch(/default-src 'none'.*font-src 'self'; script-src 'none'.*frame-ancestors 'none'/);
    expect(policy).not.toContain("unsafe-inline");
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? "";
    expect(policy).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("shows a page of the demo, whose citations open their lines beside it, without script or another request", async () => {
    const browser = openBrowser();
    const text = await (await browser.get(await openSignIn(browser))).text();
    const cited = readCitedPage().sections.flatMap(({ statements }) => statements.flatMap(({ sources }) => sources));
    expect(cited.length).toBeGreaterThan(4);
    expect(text.match(/<details name="lines"/g)).toHaveLength(cited.length);
    expect(text.match(/<details name="lines" open>/g)).toHaveLength(1);
    expect(text).toContain(
      '<summary aria-label="Source 2, packages/timetable/src/types.ts, lines 57 to 58">2</summary>',
    );
    expect(text).toContain('<span class="hit"><i>58</i>export interface Sailing {</span>');
    expect(text).not.toContain("<iframe");
    // On a phone the page below the form is two screens away: its first one leads there.
    expect(text.indexOf('<a href="#about">')).toBeLessThan(text.indexOf("<form"));
    expect(text).toContain('<h2 id="about">');
  });

  it("leads to a copy of the demo where there is one to have, and nowhere else", async () => {
    const open = async (changes: Record<string, string> = {}, at = site) => {
      const browser = openBrowser();
      const page = await openInteraction(browser, authorizationUrl(at, newVerifier(), changes));
      return await (await browser.get(page)).text();
    };
    const offer = `<a class="button quiet" href="${site.world.ctx.settings.addresses.clientHost}/signup?returnTo=/demo">`;
    expect(await open()).not.toContain("Explore the demo");
    const { system, organizationId } = await makeOrganization(site.world);
    await markDemo(system, { organizationId });
    for (const prompt of ["login", "create"]) expect(await open({ prompt })).toContain(offer);
    // Whoever pressed it is told what comes after the form, and not asked again.
    const asked = await open({ prompt: "create", screen_hint: "demo" });
    expect(asked).toContain("Then your own copy of the demo opens.");
    expect(asked).not.toContain("Explore the demo");
    const { wholeDb, settings, now } = site.world.ctx;
    const taken = await Promise.all(
      Array.from({ length: settings.limits.demoCopies }, async () => {
        const { organizationId: id, owner } = await makeOrganization(site.world);
        return { organizationId: id, userId: owner.userId, state: "ready" as const, createdAt: now() };
      }),
    );
    await wholeDb.insert(demoCopies).values(taken);
    expect(await open()).not.toContain("Explore the demo");
    await wholeDb.delete(demoCopies);
    const closed = await startAuthSite({ SIGNUP: "invite" });
    try {
      const other = await makeOrganization(closed.world);
      await markDemo(other.system, { organizationId: other.organizationId });
      expect(await open({}, closed)).not.toContain("Explore the demo");
    } finally {
      await closed.close();
    }
  });

  it("has the focus where somebody goes on", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const focused = async (answer: Response | Promise<Response>) =>
      /name="(\w+)"(?:(?!<input)[^])*?autofocus/.exec(await (await answer).text())?.[1];
    expect(await focused(browser.get(page))).toBe("email");
    const wrong = { email: somebody.email, password: "Wrong-pass-1" };
    expect(await focused(browser.sendForm(`${page}/sign-in`, wrong))).toBe("password");
    expect(await focused(browser.get(`${page}/sign-up`))).toBe("firstName");
    const typed = { ...somebody, email: "no-address" };
    expect(await focused(browser.sendForm(`${page}/sign-up`, typed))).toBe("email");
  });

  it("answers everything with the same care: a form too large, a page that is none, the way on", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const { email, password } = somebody;
    const answers = [
      await browser.sendForm(`${page}/sign-in`, { email, password: "x".repeat(20_000) }),
      await browser.get(`${site.origin}/oidc/interaction/`),
      await browser.get(`${page}/nowhere`),
      await browser.sendForm(`${page}/sign-in`, { email, password }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([413, 404, 404, 303]);
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  it("signs in, whatever the case of the address", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const { password } = somebody;
    const answer = await browser.sendForm(`${page}/sign-in`, { email: " ADA@Example.test ", password });
    expect((await followToApp(browser, answer)).searchParams.get("code")).toBeTruthy();
  });

  it("says the same of a wrong password and of an unknown address, and keeps only the address", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const wrong = await browser.sendForm(`${page}/sign-in`, { email: somebody.email, password: "Wrong-pass-1" });
    const unknown = await browser.sendForm(`${page}/sign-in`, { email: "ade@example.test", password: "Wrong-pass-1" });
    const [wrongPage, unknownPage] = [await wrong.text(), await unknown.text()];
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    expect(wrongPage).toContain("The e-mail address or the password is wrong.");
    expect(wrongPage.replaceAll("ada@", "ade@")).toBe(unknownPage);
    expect(wrongPage).toContain('value="ada@example.test"');
    expect(wrongPage).not.toContain("Wrong-pass-1");
  });

  it("refuses a form from another origin and one of another browser", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const form = { email: somebody.email, password: somebody.password };
    const foreign = await browser.sendForm(`${page}/sign-in`, form, { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const hidden = await browser.sendForm(`${page}/sign-in`, form, { origin: "null" });
    expect(hidden.status).toBe(403);
    const other = await openBrowser().sendForm(`${page}/sign-in`, form);
    expect(other.status).toBe(400);
    expect(await other.text()).toContain("started in another browser");
  });

  it("reads no more than a form's worth", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const answer = await browser.sendForm(`${page}/sign-in`, { email: "a@b.test", password: "x".repeat(20_000) });
    expect(answer.status).toBe(413);
  });

  it("asks again when prompt=login comes with a session, also for somebody else", async () => {
    const browser = openBrowser();
    await signUp(site, browser, { ...somebody, email: "first@example.test" });
    const url = authorizationUrl(site, newVerifier(), { prompt: "login" });
    const page = await openInteraction(browser, url);
    const answer = await browser.sendForm(`${page}/sign-in`, { email: somebody.email, password: somebody.password });
    const resumed = await browser.get(new URL(answer.headers.get("location") ?? "", page).href);
    expect(resumed.headers.get("content-security-policy")).toMatch(/script-src [^;]*'sha256-/);
    const form = await resumed.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
    const app = await followToApp(browser, await browser.sendForm(action, { xsrf, logout: "yes" }));
    expect(app.searchParams.get("code")).toBeTruthy();
  });
});

describe("the sign-up page", () => {
  it("is the first one of a server that nobody has an account on", async () => {
    const empty = await startAuthSite();
    try {
      const browser = openBrowser();
      const page = await openSignIn(browser, empty);
      expect(await (await browser.get(page)).text()).toContain("<h1>Create your account</h1>");
      await signUp(empty, openBrowser());
      expect(await (await browser.get(page)).text()).toContain("<h1>Sign in</h1>");
    } finally {
      await empty.close();
    }
  });

  it("tells every mistake beside its field in the contract's words and keeps what was typed", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const typed = { firstName: "A", lastName: "x".repeat(51), email: "not-an-address", password: "short" };
    const answer = await browser.sendForm(`${page}/sign-up`, typed);
    const text = await answer.text();
    expect(answer.status).toBe(400);
    for (const message of [
      "First name is too short",
      "Last name is too long",
      "Invalid email address",
      "Password must have at least 8 characters",
      "Password must have at least one number",
      "Password must have at least one uppercase letter",
    ]) {
      expect(text).toContain(`<p class="error">${message}</p>`);
    }
    expect(text).not.toContain(validation.passwordHint);
    expect(await (await browser.get(`${page}/sign-up`)).text()).toContain(validation.passwordHint);
    expect(text).toContain('value="not-an-address"');
    expect(text).toMatch(/id="password"[^>]*value=""[^>]*aria-invalid="true"[^>]*aria-describedby="password-error"/);
  });

  it("says that an address is taken", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const answer = await browser.sendForm(`${page}/sign-up`, { ...somebody, email: "Ada@example.test" });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("An account with this e-mail address already exists");
  });

  it("makes one account when two forms with one address come at once", async () => {
    const email = "twins@example.test";
    const send = async () => {
      const browser = openBrowser();
      return browser.sendForm(`${await openSignIn(browser)}/sign-up`, { ...somebody, email });
    };
    const answers = await Promise.all([send(), send()]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([303, 409]));
  });

  it("shows typed text as text", async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser);
    const attack = `"><img src=x onerror=alert(1)>'&`;
    const answer = await browser.sendForm(`${page}/sign-up`, { ...newcomer, email: attack, firstName: `${attack}\0` });
    const text = await answer.text();
    expect(text).not.toContain("<img");
    expect(text).toContain('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;"');
    expect(emailSchema.safeParse(attack).success).toBe(false);
  });

  it("is closed where sign-up is by invitation", async () => {
    const closed = await startAuthSite({ SIGNUP: "invite" });
    try {
      const browser = openBrowser();
      const page = await openSignIn(browser, closed);
      expect(await (await browser.get(`${page}/sign-up`)).text()).toContain("by invitation only");
      const answer = await browser.sendForm(`${page}/sign-up`, newcomer);
      expect([answer.status, answer.headers.get("location")]).toEqual([403, null]);
    } finally {
      await closed.close();
    }
  });
});

describe("an invited person", () => {
  const email = "invited@example.test";
  const invite = createHash("sha256").update("token").digest("hex");

  async function inviteTo(at: AuthSite, changes: Partial<typeof invites.$inferInsert> = {}): Promise<void> {
    const { organizationId, owner } = await makeOrganization(at.world);
    const { wholeDb, newId, now } = at.world.ctx;
    const expiresAt = new Date(now().getTime() + 60_000);
    const sent = { email, role: "editor", delivery: "link", invitedBy: owner.userId, createdAt: now() } as const;
    await wholeDb
      .insert(invites)
      .values({ ...sent, inviteId: newId(), organizationId, tokenHash: invite, expiresAt, ...changes });
  }

  async function openWithInvite(browser: Browser, at: AuthSite, hash = invite): Promise<string> {
    const changes = { invite: hash, prompt: "create", login_hint: "other@example.test" };
    return openInteraction(browser, authorizationUrl(at, newVerifier(), changes));
  }

  it("is told to what, with the address filled in, on both pages", async () => {
    await inviteTo(site);
    const browser = openBrowser();
    const page = await openWithInvite(browser, site);
    for (const path of ["", "/sign-up", "/sign-in"]) {
      const text = await (await browser.get(`${page}${path}`)).text();
      expect(text).toContain("You were invited to join Northquay");
      expect(text).toContain(`value="${email}"`);
    }
  });

  it("alone signs up where sign-up is by invitation, with the invited address", async () => {
    const closed = await startAuthSite({ SIGNUP: "invite" });
    try {
      await inviteTo(closed);
      const browser = openBrowser();
      const page = await openWithInvite(browser, closed);
      const other = await browser.sendForm(`${page}/sign-up`, newcomer);
      expect([other.status, await other.text()]).toEqual([403, expect.stringContaining("for another e-mail address")]);
      const stranger = openBrowser();
      const refused = await stranger.sendForm(`${await openSignIn(stranger, closed)}/sign-up`, { ...newcomer, email });
      expect(refused.status).toBe(403);
      const answer = await browser.sendForm(`${page}/sign-up`, { ...newcomer, email: "Invited@example.test" });
      expect((await followToApp(browser, answer)).searchParams.get("code")).toBeTruthy();
    } finally {
      await closed.close();
    }
  });

  it.each([
    ["that is over", { expiresAt: new Date(0) }, invite],
    ["that does not exist", {}, "0".repeat(64)],
    ["that is no hash", {}, "'; drop table invites"],
  ])("with an invite %s is one like any other", async (_name, changes, hash) => {
    const closed = await startAuthSite({ SIGNUP: "invite" });
    try {
      await inviteTo(closed, changes);
      const browser = openBrowser();
      const page = await openWithInvite(browser, closed, hash);
      expect(await (await browser.get(page)).text()).toContain("by invitation only");
      expect((await browser.sendForm(`${page}/sign-up`, { ...newcomer, email })).status).toBe(403);
    } finally {
      await closed.close();
    }
  });
});

it("limits wrong passwords for one account without locking the others out", async () => {
  const limited = await startAuthSite({ RATE_LIMITS: "on" });
  try {
    const other = { ...somebody, email: "other@example.test" };
    for (const person of [somebody, other]) await signUp(limited, openBrowser(), person);
    const browser = openBrowser();
    const page = await openSignIn(browser, limited);
    const wrong = { email: somebody.email, password: "Wrong-pass-1" };
    const tries = await Promise.all(Array.from({ length: 12 }, () => browser.sendForm(`${page}/sign-in`, wrong)));
    const refused = tries.filter((answer) => answer.status === 429);
    expect(refused.length).toBe(2);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(await refused[0]?.text()).toContain("Too many tries. Please wait 15 minutes and try again.");

    const right = { email: somebody.email, password: somebody.password };
    expect((await browser.sendForm(`${page}/sign-in`, right)).status).toBe(429);
    const answer = await browser.sendForm(`${page}/sign-in`, { email: other.email, password: other.password });
    expect((await followToApp(browser, answer)).searchParams.get("code")).toBeTruthy();
  } finally {
    await limited.close();
  }
});
