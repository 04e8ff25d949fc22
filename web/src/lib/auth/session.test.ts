import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The module holds the session, so each test loads its own copy. */
const loadSession = () => import("./session.ts");

const start = new Date("2026-11-21T09:00:00Z").getTime();
const lifetimeMs = 900_000;

/** The next answers of the server; the last one repeats. "down" is a connection that fails. */
let answers: (number | "down")[];
let retryAfterS: number | null;
let calls: string[];
let session: Awaited<ReturnType<typeof loadSession>>;
let lost: number;

beforeEach(async () => {
  vi.useFakeTimers({ now: start });
  vi.resetModules();
  answers = [200];
  retryAfterS = null;
  calls = [];
  lost = 0;
  vi.stubGlobal("location", { port: "4000" });
  vi.stubGlobal("document", makeDocument());
  vi.stubGlobal("fetch", answer);
  const config = await import("#web/lib/config/runtime-config.ts");
  await config.loadRuntimeConfig();
  session = await loadSession();
  session.setSessionLostHandler(() => void (lost += 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A minimal document with working cookies. */
function makeDocument() {
  const cookies = new Map<string, string>();
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(line: string) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
}

async function answer(url: string): Promise<Response> {
  if (url === "/config.json") return Response.json({ apiHost: "https://api.example" });
  calls.push(url.replace("https://api.example/v1/tokens/", ""));
  const next = answers.length > 1 ? answers.shift() : answers[0];
  if (next === "down") throw new TypeError("fetch failed");
  if (next === 401) return Response.json({ code: "unauthenticated", message: "Sign in" }, { status: 401 });
  const headers: Record<string, string> = retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
  if (next !== 200) return new Response("Bad Gateway", { status: next, headers });
  return Response.json({ accessToken: tokenUntil(Date.now() + lifetimeMs) });
}

function tokenUntil(expiresAt: number): string {
  return `e30.${btoa(JSON.stringify({ exp: expiresAt / 1000, at: Math.random() }))}.s`;
}

const exchange = () => session.exchangeForSession({ code: "c", codeVerifier: "v" });

it("refreshes 60 s before the end, again and again", async () => {
  await exchange();
  await vi.advanceTimersByTimeAsync(lifetimeMs - 60_001);
  expect(calls).toEqual(["exchange"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual(["exchange", "refresh"]);
  await vi.advanceTimersByTimeAsync(lifetimeMs - 60_000);
  expect(calls).toEqual(["exchange", "refresh", "refresh"]);
  expect(lost).toBe(0);
});

it("starts the sign-in again when the refresh is refused", async () => {
  await exchange();
  answers = [401];
  await vi.advanceTimersByTimeAsync(lifetimeMs);
  expect([lost, session.hasSession(), document.cookie]).toEqual([1, false, ""]);
  expect(calls).toEqual(["exchange", "refresh"]);
});

it("tries again while the server is away, without losing the session", async () => {
  await exchange();
  answers = ["down", 503, 200];
  await vi.advanceTimersByTimeAsync(lifetimeMs - 60_000 + 10_000);
  expect(calls).toEqual(["exchange", "refresh", "refresh", "refresh"]);
  expect([lost, session.hasSession()]).toEqual([0, true]);
});

it("renews a token that ended while the machine slept before a call uses it, once for all calls", async () => {
  await exchange();
  const old = await session.currentAccessToken();
  vi.setSystemTime(start + lifetimeMs);
  const [first, second] = await Promise.all([session.currentAccessToken(), session.currentAccessToken()]);
  expect(first).not.toBe(old);
  expect(second).toBe(first);
  expect(calls).toEqual(["exchange", "refresh"]);
});

it("restores the session only if this browser was signed in", async () => {
  expect(await session.ensureSession()).toBe(false);
  expect(calls).toEqual([]);
  document.cookie = "signed-in-4001=yes";
  expect(await session.ensureSession()).toBe(false);
  document.cookie = "signed-in-4000=yes";
  expect(await session.ensureSession()).toBe(true);
  expect(calls).toEqual(["refresh"]);
});

it("throws the error of a failed exchange and has no session", async () => {
  answers = [401];
  await expect(exchange()).rejects.toMatchObject({ code: "unauthenticated", message: "Sign in" });
  expect(session.hasSession()).toBe(false);
});

it("ends the local session at once and stops refreshing, even if the server fails", async () => {
  await exchange();
  answers = ["down"];
  await expect(session.endSession()).rejects.toThrow(/cannot be reached/);
  expect([session.hasSession(), document.cookie]).toEqual([false, ""]);
  await vi.advanceTimersByTimeAsync(lifetimeMs);
  expect(calls).toEqual(["exchange", "revoke"]);
});

describe("a page that is opened while the server is busy", () => {
  let away: (() => void)[];
  let back: number;
  beforeEach(() => {
    away = [];
    back = 0;
    document.cookie = "signed-in-4000=yes";
    session.setServerHandler({ onAway: (tryNow) => away.push(tryNow), onBack: () => (back += 1) });
  });

  it("opens, and its calls wait for the answer", async () => {
    answers = [503, "down", 200];
    expect([await session.ensureSession(), session.hasSession()]).toEqual([true, true]);
    const token = session.currentAccessToken();
    expect(away).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await token).toMatch(/^e30\./);
    expect([calls.length, away.length, back, lost]).toEqual([3, 2, 1, 0]);
  });

  it("is asked for again at once by whoever presses the button, and not again by the former pause", async () => {
    answers = [503, 200];
    await session.ensureSession();
    away[0]?.();
    expect(await session.currentAccessToken()).toMatch(/^e30\./);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toEqual(["refresh", "refresh"]);
  });

  it("is asked for less and less often, and never sooner than the server wants", async () => {
    answers = [503];
    retryAfterS = 40;
    await session.ensureSession();
    await vi.advanceTimersByTimeAsync(39_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
    retryAfterS = null;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(calls).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(10_000 + 20_000 + 30_000 + 30_000);
    expect(calls).toHaveLength(7);
  });

  it("leads to the sign-in when the answer is that nobody is signed in", async () => {
    answers = [503, 401];
    await session.ensureSession();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await session.currentAccessToken()).toBeNull();
    expect([lost, back, session.hasSession()]).toEqual([1, 1, false]);
  });

  it("asks no more after somebody signed out", async () => {
    answers = [503];
    await session.ensureSession();
    await session.endSession().catch(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual(["refresh", "revoke"]);
    expect(session.hasSession()).toBe(false);
  });
});
