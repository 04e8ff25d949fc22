import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { makePasswordReset } from "#server/domain/auth/make-password-reset.ts";
import { canResetPassword } from "#server/domain/auth/reset-password.ts";
import { users } from "#server/platform/db/tables/users.ts";
import { createLimiter } from "#server/platform/limits/create-limiter.ts";

import {
  authorizationUrl,
  type AuthSite,
  followToApp,
  newVerifier,
  openInteraction,
  somebody,
  startAuthSite,
  startSession,
} from "./testing/auth-site.ts";
import { type Browser, openBrowser } from "./testing/browser.ts";

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
  site.world.ctx.mail = { send: async () => {} };
});
afterAll(() => site.close());

let people = 0;
const person = () => ({ ...somebody, email: `owner${(people += 1)}@example.test` });
const newPassword = "Difference2";

/** `request` as in "PUT user/password". */
async function call(request: string, accessToken: string, body?: object, at = site): Promise<Response> {
  const [method, path] = request.split(" ");
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  return fetch(`${at.origin}/v1/auth/${path}`, { method, headers, body: body && JSON.stringify(body) });
}

/** Signs in with the password in a browser that is not signed in, and exchanges the code. */
async function signIn(browser: Browser, who: { email: string; password: string }, headers = {}): Promise<string> {
  const codeVerifier = newVerifier();
  const page = await openInteraction(browser, authorizationUrl(site, codeVerifier));
  const form = { email: who.email, password: who.password };
  const app = await followToApp(browser, await browser.sendForm(`${page}/sign-in`, form));
  const input = { code: app.searchParams.get("code"), codeVerifier };
  const exchange = await browser.sendJson(`${site.origin}/v1/tokens/exchange`, input, headers);
  return ((await exchange.json()) as { accessToken: string }).accessToken;
}

async function expectSignedOut(browser: Browser, accessToken: string): Promise<void> {
  expect((await call("GET session", accessToken)).status).toBe(401);
  expect((await browser.sendJson(`${site.origin}/v1/tokens/refresh`)).status).toBe(401);
  expect(await openInteraction(browser, authorizationUrl(site, newVerifier()))).toContain("/oidc/interaction/");
}

async function expectSignedIn(browser: Browser, accessToken: string): Promise<void> {
  expect((await call("GET session", accessToken)).status).toBe(200);
  expect((await browser.sendJson(`${site.origin}/v1/tokens/refresh`)).status).toBe(200);
}

interface Listed {
  content: { sessionId: string; userAgent: string | null; address: string | null; isCurrent: boolean }[];
  total: number;
}

async function listSignIns(accessToken: string, query = ""): Promise<Listed> {
  return (await (await call(`GET user/sessions${query}`, accessToken)).json()) as Listed;
}

async function userIdOf(email: string): Promise<string> {
  const [user] = await site.world.ctx.wholeDb.select().from(users).where(eq(users.email, email));
  return user?.userId ?? "";
}

describe("a new password", () => {
  it("ends every sign-in but this one, and open links, and lets the person know", async () => {
    const who = person();
    const [here, there] = [openBrowser(), openBrowser()];
    const accessToken = await startSession(site, here, who);
    const other = await signIn(there, who);
    const userId = await userIdOf(who.email);
    const link = (await makePasswordReset(site.world.ctx, userId)) ?? "";

    const change = { oldPassword: who.password, newPassword };
    expect((await call("PUT user/password", accessToken, change)).status).toBe(204);
    await expectSignedOut(there, other);
    await expectSignedIn(here, accessToken);
    expect(await canResetPassword(site.world.ctx, link.split("/").at(-1) ?? "")).toBe(false);
    expect(site.world.enqueued).toContainEqual({ job: "send-password-changed", data: { userId }, key: userId });

    expect(await signIn(openBrowser(), { ...who, password: newPassword })).toBeTruthy();
    const browser = openBrowser();
    const page = await openInteraction(browser, authorizationUrl(site, newVerifier()));
    expect((await browser.sendForm(`${page}/sign-in`, { ...who })).status).toBe(400);
  });

  it("ends a sign-in that got as far as the old password, too", async () => {
    const who = person();
    const accessToken = await startSession(site, openBrowser(), who);
    const thief = openBrowser();
    const page = await openInteraction(thief, authorizationUrl(site, newVerifier()));
    const answer = await thief.sendForm(`${page}/sign-in`, { email: who.email, password: who.password });
    await call("PUT user/password", accessToken, { oldPassword: who.password, newPassword });
    await expect(followToApp(thief, answer)).rejects.toThrow(/^400/);
  });

  it("is refused with a wrong old one, beside its field, and where it breaks the rules", async () => {
    const who = person();
    const accessToken = await startSession(site, openBrowser(), who);
    const wrong = await call("PUT user/password", accessToken, { oldPassword: "Wrong-pass-1", newPassword });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      {
        code: "invalid_input",
        message: "Your current password is wrong",
        details: [{ path: "oldPassword", message: "Your current password is wrong" }],
      },
    ]);
    const weak = await call("PUT user/password", accessToken, { oldPassword: who.password, newPassword: "short" });
    expect(await weak.json()).toMatchObject({ details: [{ path: "newPassword" }, {}, {}] });
    expect(await signIn(openBrowser(), who)).toBeTruthy();
  });

  it("wins over another one that comes at the same moment", async () => {
    const who = person();
    const accessToken = await startSession(site, openBrowser(), who);
    const changes = ["Difference2", "Difference3", "Difference4"].map((each) =>
      call("PUT user/password", accessToken, { oldPassword: who.password, newPassword: each }),
    );
    const statuses = (await Promise.all(changes)).map((answer) => answer.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 400, 400]);
  });

  it("is not for people who sign in elsewhere", async () => {
    const who = person();
    const accessToken = await startSession(site, openBrowser(), who);
    await site.world.ctx.wholeDb.update(users).set({ passwordHash: null }).where(eq(users.email, who.email));
    const answer = await call("PUT user/password", accessToken, { oldPassword: who.password, newPassword });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { message: expect.stringContaining("another provider") },
    ]);
  });

  it("cannot be guessed at: the eleventh try in a quarter of an hour is not looked at", async () => {
    const limited = await startAuthSite({ RATE_LIMITS: "on" });
    try {
      const accessToken = await startSession(limited, openBrowser());
      const db = limited.world.ctx.wholeDb;
      const [user] = await db.select().from(users);
      const limiter = createLimiter(db, { name: "own-password", points: 10, durationS: 900 });
      for (let at = 0; at < 9; at += 1) await limiter.take(user?.userId ?? "");
      const send = (oldPassword: string) =>
        call("PUT user/password", accessToken, { oldPassword, newPassword }, limited);
      expect((await send("Wrong-pass-1")).status).toBe(400);
      const refused = await send(somebody.password);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect([refused.status, await refused.json()]).toMatchObject([
        429,
        { message: "Too many tries. Please wait 15 minutes and try again." },
      ]);
      const deletion = await call("DELETE user", accessToken, { password: somebody.password }, limited);
      expect(deletion.status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

describe("the list of sign-ins", () => {
  it("shows each browser once, last used first, and which one asks", async () => {
    const who = person();
    const [first, second] = [openBrowser(), openBrowser()];
    const accessToken = await startSession(site, first, who);
    site.world.setNow(new Date(Date.now() + 1000));
    const other = await signIn(second, who, { "user-agent": `Browser/${"9".repeat(600)}` });
    const listed = await listSignIns(accessToken);
    expect(listed.content.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect(listed.content[0]).toMatchObject({
      userAgent: expect.stringMatching(/^Browser\/9+$/),
      address: "127.0.0.1",
    });
    expect(listed.content[0]?.userAgent?.length).toBe(400);

    site.world.setNow(new Date(Date.now() + 2000));
    expect((await first.sendJson(`${site.origin}/v1/tokens/refresh`)).status).toBe(200);
    expect((await listSignIns(other)).content.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect(await listSignIns(other, "?limit=1&page=2")).toMatchObject({ content: [{ isCurrent: true }], total: 2 });
    site.world.setNow(new Date());
  });

  it("forgets a browser that signed out", async () => {
    const who = person();
    const [here, there] = [openBrowser(), openBrowser()];
    const accessToken = await startSession(site, here, who);
    await signIn(there, who);
    await there.sendJson(`${site.origin}/v1/tokens/revoke`);
    expect((await listSignIns(accessToken)).total).toBe(1);
  });

  it("ends one browser, which is asked for the password then, and leaves the others", async () => {
    const who = person();
    const [here, there] = [openBrowser(), openBrowser()];
    const accessToken = await startSession(site, here, who);
    const other = await signIn(there, who);
    const { content } = await listSignIns(accessToken);
    const sessionId = content.find(({ isCurrent }) => !isCurrent)?.sessionId;
    expect((await call(`DELETE user/sessions/${sessionId}`, accessToken)).status).toBe(204);
    await expectSignedOut(there, other);
    await expectSignedIn(here, accessToken);
    expect((await call(`DELETE user/sessions/${sessionId}`, accessToken)).status).toBe(404);
  });

  it("gives nobody power over the sign-in of somebody else", async () => {
    const [own, foreign] = [openBrowser(), openBrowser()];
    const accessToken = await startSession(site, own, person());
    const victim = await startSession(site, foreign, person());
    const sessionId = (await listSignIns(victim)).content[0]?.sessionId;
    const answers = [sessionId, "00000000-0000-4000-8000-000000000000"].map(async (id) => {
      const answer = await call(`DELETE user/sessions/${id}`, accessToken);
      return [answer.status, ((await answer.json()) as { message: string }).message];
    });
    const [first, second] = await Promise.all(answers);
    expect(first).toEqual([404, "Session not found"]);
    expect(second).toEqual(first);
    await expectSignedIn(foreign, victim);
  });

  it("ends all others at once", async () => {
    const who = person();
    const [here, there, elsewhere] = [openBrowser(), openBrowser(), openBrowser()];
    const accessToken = await startSession(site, here, who);
    const others = [await signIn(there, who), await signIn(elsewhere, who)];
    const [bystander, untouched] = [openBrowser(), person()];
    const strange = await startSession(site, bystander, untouched);
    expect((await call("DELETE user/sessions", accessToken)).status).toBe(204);
    await expectSignedOut(there, others[0] ?? "");
    await expectSignedOut(elsewhere, others[1] ?? "");
    await expectSignedIn(here, accessToken);
    await expectSignedIn(bystander, strange);
    expect((await listSignIns(accessToken)).total).toBe(1);
  });
});
