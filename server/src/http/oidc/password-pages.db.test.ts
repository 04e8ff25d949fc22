import { validation } from "@cairn/contract/texts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { authJobs } from "#server/domain/auth/auth.jobs.ts";
import { makePasswordReset } from "#server/domain/auth/make-password-reset.ts";
import { purgeAccountRecords } from "#server/domain/auth/purge-account-records.ts";
import { passwordResets, users } from "#server/platform/db/tables/users.ts";
import type { Mail } from "#server/platform/mail/mail-port.ts";

import {
  authorizationUrl,
  type AuthSite,
  newVerifier,
  openInteraction,
  signUp,
  somebody,
  startAuthSite,
  startSession,
} from "./testing/auth-site.ts";
import { type Browser, openBrowser } from "./testing/browser.ts";

let site: AuthSite;
const letters: Mail[] = [];
beforeAll(async () => {
  site = await startAuthSite();
  site.world.ctx.mail = { send: async (mail) => void letters.push(mail) };
});
afterAll(() => site.close());

let people = 0;
const person = () => ({ ...somebody, email: `forgetful${(people += 1)}@example.test` });
const chosen = { newPassword: "Difference2", confirmation: "Difference2" };

async function openSignIn(browser: Browser, at = site): Promise<string> {
  return openInteraction(browser, authorizationUrl(at, newVerifier()));
}

async function askFor(email: string, browser = openBrowser(), at = site): Promise<Response> {
  return browser.sendForm(`${await openSignIn(browser, at)}/forgot`, { email });
}

/** Does what is in line, as a worker does. */
async function work(): Promise<void> {
  for (const { job, data } of site.world.enqueued.splice(0)) {
    await authJobs.find(({ name }) => name === job)?.run(site.world.ctx, data, { isLastTry: false });
  }
}

/** The link of the newest letter. */
function linkOf(email: string): string {
  const letter = letters.findLast(({ to }) => to === email);
  return /https?:\S+/.exec(letter?.text ?? "")?.[0] ?? "";
}

async function linkFor(email: string): Promise<string> {
  await askFor(email);
  await work();
  return linkOf(email);
}

async function canSignIn(email: string, password: string): Promise<boolean> {
  const browser = openBrowser();
  return (await browser.sendForm(`${await openSignIn(browser)}/sign-in`, { email, password })).status === 303;
}

describe("who forgot the password", () => {
  it("is led from the sign-in page to a letter, whose link works in any browser", async () => {
    const who = person();
    const signedIn = openBrowser();
    const accessToken = await startSession(site, signedIn, who);
    const browser = openBrowser();
    const page = await openSignIn(browser);
    expect(await (await browser.get(page)).text()).toMatch(/<a href="[^"]+\/forgot">Forgot your password\?<\/a>/);
    expect(await (await browser.get(`${page}/forgot`)).text()).toMatch(/<input[^>]*name="email"/);
    const sent = await browser.sendForm(`${page}/forgot`, { email: ` ${who.email.toUpperCase()} ` });
    expect(await sent.text()).toContain("If there is an account with this address, a letter with a link is on its way");
    await work();

    const other = openBrowser();
    const form = await (await other.get(linkOf(who.email))).text();
    expect(form).toContain(validation.passwordHint);
    expect(form).not.toContain("<script");
    const changed = await other.sendForm(linkOf(who.email), chosen);
    expect(await changed.text()).toMatch(/Your password has been changed[^]*href="[^"]+\/login"/);

    expect(await canSignIn(who.email, chosen.newPassword)).toBe(true);
    expect(await canSignIn(who.email, who.password)).toBe(false);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await fetch(`${site.origin}/v1/auth/session`, { headers })).status).toBe(401);
    expect(await openSignIn(signedIn)).toContain("/oidc/interaction/");
    await work();
    expect(letters.at(-1)).toMatchObject({ to: who.email, subject: "Your Cairn password was changed" });
  });

  it("is told nothing about who has an account, and strangers get no letter", async () => {
    const who = person();
    await signUp(site, openBrowser(), who);
    const [known, unknown] = [await askFor(who.email), await askFor("nobody@example.test")];
    const text = async (answer: Response) => (await answer.text()).replaceAll(/interaction\/[\w-]+/g, "");
    expect([known.status, await text(known)]).toEqual([unknown.status, await text(unknown)]);
    expect(site.world.enqueued.map(({ job }) => job)).toEqual(["send-password-reset", "send-password-reset"]);
    expect(JSON.stringify(site.world.enqueued)).not.toContain("@");
    const before = letters.length;
    await work();
    expect(letters.slice(before).map(({ to }) => to)).toEqual([who.email]);
  });

  it("is told of a mistyped address", async () => {
    const answer = await askFor("not-an-address");
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(validation.emailInvalid)]);
    expect(site.world.enqueued).toEqual([]);
  });

  it("reads who can help where no mail is sent", async () => {
    const silent = await startAuthSite();
    try {
      const answer = await askFor(somebody.email, openBrowser(), silent);
      const text = await answer.text();
      expect(text).toContain("This server sends no mail.");
      expect(text).toContain("npm run cairn -- user reset-password EMAIL");
      expect(silent.world.enqueued).toEqual([]);
    } finally {
      await silent.close();
    }
  });

  it("cannot have a mailbox flooded", async () => {
    const limited = await startAuthSite({ RATE_LIMITS: "on" });
    try {
      limited.world.ctx.mail = { send: async () => {} };
      const statuses = [];
      for (let at = 0; at < 4; at += 1) statuses.push((await askFor("a@example.test", openBrowser(), limited)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect(limited.world.enqueued.length).toBe(3);
      expect((await askFor("b@example.test", openBrowser(), limited)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe("a link", () => {
  it("works once, also when it is used twice at the same moment", async () => {
    const who = person();
    await signUp(site, openBrowser(), who);
    const link = await linkFor(who.email);
    const send = (newPassword: string) => openBrowser().sendForm(link, { newPassword, confirmation: newPassword });
    const passwords = ["Difference2", "Difference3", "Difference4"];
    const answers = await Promise.all(passwords.map(send));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
    const winner = passwords[statuses.indexOf(200)] ?? "";
    expect(await canSignIn(who.email, winner)).toBe(true);
    expect(await (await openBrowser().get(link)).text()).toContain("This link has expired");
  });

  it("is ended by the next one, so that a repeated job leaves one", async () => {
    const who = person();
    await signUp(site, openBrowser(), who);
    const first = await linkFor(who.email);
    const second = await linkFor(who.email);
    expect(second).not.toBe(first);
    expect((await openBrowser().get(first)).status).toBe(410);
    expect((await openBrowser().get(second)).status).toBe(200);
    const [user] = await site.world.ctx.wholeDb.select().from(users).where(eq(users.email, who.email));
    const userId = user?.userId ?? "";
    await Promise.all(Array.from({ length: 4 }, () => makePasswordReset(site.world.ctx, userId)));
    const open = await site.world.ctx.wholeDb.select().from(passwordResets).where(eq(passwordResets.userId, userId));
    expect(open.length).toBe(1);
    expect(JSON.stringify(open)).not.toContain(second.split("/").at(-1));
  });

  it("is over after an hour, and then cleared away", async () => {
    const who = person();
    await signUp(site, openBrowser(), who);
    const link = await linkFor(who.email);
    const start = site.world.ctx.now();
    site.world.setNow(new Date(start.getTime() + 3_600_000));
    expect((await openBrowser().get(link)).status).toBe(410);
    expect((await openBrowser().sendForm(link, chosen)).status).toBe(410);
    await purgeAccountRecords(site.world.ctx);
    expect(await site.world.ctx.wholeDb.select().from(passwordResets)).toEqual([]);
    site.world.setNow(start);
    expect(await canSignIn(who.email, who.password)).toBe(true);
  });

  it("asks for a good password, twice the same, and is still good afterwards", async () => {
    const who = person();
    await signUp(site, openBrowser(), who);
    const link = await linkFor(who.email);
    const other = await openBrowser().sendForm(link, { newPassword: "Difference2", confirmation: "Difference3" });
    expect(other.status).toBe(400);
    expect(await other.text()).toContain(validation.passwordsDiffer.replace("'", "&#39;"));
    const weak = await (await openBrowser().sendForm(link, { newPassword: "short", confirmation: "short" })).text();
    for (const text of [validation.passwordTooShort, validation.passwordDigit, validation.passwordUppercase]) {
      expect(weak).toContain(`<p class="error">${text}</p>`);
    }
    expect((await openBrowser().sendForm(link, chosen)).status).toBe(200);
  });

  it("is kept out of other sites, caches and frames, and takes forms of its own page only", async () => {
    const who = person();
    await signUp(site, openBrowser(), who);
    const link = await linkFor(who.email);
    const { headers } = await openBrowser().get(link);
    expect(headers.get("referrer-policy")).toBe("strict-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    for (const origin of ["https://evil.example", "null"]) {
      const answer = await openBrowser().sendForm(link, chosen, { origin });
      expect([answer.status, answer.headers.get("referrer-policy")]).toEqual([403, "strict-origin"]);
    }
    expect(await canSignIn(who.email, who.password)).toBe(true);
  });

  it.each(["x", "%00", "a".repeat(5000), "../reset", "%2e%2e%2f"])(
    "that was made up leads nowhere (%.20s)",
    async (token) => {
      const answer = await openBrowser().get(`${site.origin}/oidc/password/reset/${token}`);
      expect(answer.status).toBe(410);
    },
  );

  it("that is for nobody is not made", async () => {
    expect(await makePasswordReset(site.world.ctx, "00000000-0000-4000-8000-000000000000")).toBeNull();
  });
});

it("has no such pages where people sign in elsewhere", async () => {
  const elsewhere = await startAuthSite({ AUTH_HOST: "https://id.example.com" });
  try {
    await elsewhere.world.ctx.wholeDb
      .insert(users)
      .values({ userId: elsewhere.world.ctx.newId(), email: "a@example.test", createdAt: new Date() });
    const [user] = await elsewhere.world.ctx.wholeDb.select().from(users);
    const link = await makePasswordReset(elsewhere.world.ctx, user?.userId ?? "");
    expect((await openBrowser().get(link ?? "")).status).toBe(404);
  } finally {
    await elsewhere.close();
  }
});
