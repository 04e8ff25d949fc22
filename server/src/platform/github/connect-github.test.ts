import { inspect } from "node:util";

import { AppError } from "@cairn/contract/errors";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { connectGithub } from "./connect-github.ts";
import type { GithubPort } from "./github-port.ts";

let github: GithubServer;
let source: TestRepository;
let port: GithubPort;

beforeAll(async () => {
  github = await startGithubServer();
  source = await createTestRepository();
  await source.commit("change", { "README.md": "# Harbour\n" });
});
afterAll(async () => {
  await github.close();
  await source.remove();
});
afterEach(() => {
  github.fault = null;
});

const { signal } = new AbortController();
const now = { signal, isFresh: false };

/** A server that was just started, with these settings besides the app's own. */
function connect(env: Record<string, string> = {}): GithubPort {
  const connected = connectGithub(parseSettings({ ...github.env, ...env }).github);
  if (!connected) throw new Error("no app");
  return connected;
}

async function makeInstallation(): Promise<{ installationId: string; name: { owner: string; repo: string } }> {
  port = connect();
  const installationId = github.install("acme");
  const repo = `shop-${installationId}`;
  await github.addRepository(installationId, { name: `acme/${repo}`, from: source.path, readers: [] });
  return { installationId, name: { owner: "acme", repo } };
}

const callsOf = (path: string) => github.requests.filter((line) => line.includes(path)).length;

describe("tokens", () => {
  it("are used again while they hold, made anew when asked for, and each reads one repository", async () => {
    const { installationId, name } = await makeInstallation();
    const first = await port.createGitToken(installationId, name, now);
    expect(await port.createGitToken(installationId, name, now)).toBe(first);
    const second = await port.createGitToken(installationId, name, { signal, isFresh: true });
    expect(second).not.toBe(first);
    expect(await port.createGitToken(installationId, name, now)).toBe(second);
    expect(callsOf(`/${installationId}/access_tokens`)).toBe(2);
    const permissions = { contents: "read", metadata: "read" };
    expect(github.tokens.get(first)).toEqual({ installationId, repositories: [`acme/${name.repo}`], permissions });
  });

  it("that end soon are not used again", async () => {
    const { installationId, name } = await makeInstallation();
    const endsAt = new Date(Date.now() + 9 * 60_000).toISOString();
    const on = /access_tokens/;
    github.fault = { on, answer: { status: 201, body: { token: "ghs_short", expires_at: endsAt } } };
    expect(await port.createGitToken(installationId, name, now)).toBe("ghs_short");
    github.fault = null;
    expect(await port.createGitToken(installationId, name, now)).not.toBe("ghs_short");
  });
});

describe("lists", () => {
  it("are read to their end, and not again within a minute", async () => {
    const { installationId } = await makeInstallation();
    for (let at = 0; at < 250; at += 1) {
      github.keepRepository(installationId, { name: `acme/many-${installationId}-${at}`, readers: [] });
    }
    const before = callsOf("/installation/repositories");
    const all = await port.listRepositories(installationId, { signal });
    expect(new Set(all.map(({ repo }) => repo)).size).toBe(251);
    expect(callsOf("/installation/repositories") - before).toBe(3);
    expect(await port.listRepositories(installationId, { signal })).toBe(all);
    expect(callsOf("/installation/repositories") - before).toBe(3);
  });

  it("of boundless installations are cut", async () => {
    const { installationId } = await makeInstallation();
    const entry = { name: "x", owner: { login: "acme" }, private: true, default_branch: "main", html_url: "u" };
    const body = { total_count: 1e9, repositories: Array.from({ length: 100 }, () => entry) };
    await port.createGitToken(installationId, { owner: "acme", repo: `shop-${installationId}` }, now);
    github.fault = { on: /installation\/repositories/, answer: { status: 200, body } };
    expect(await port.listRepositories(installationId, { signal })).toHaveLength(1000);
  });
});

describe("a GitHub that refuses or fails", () => {
  const inTenMinutes = String(Math.round(Date.now() / 1000) + 600);
  it.each<[string, NonNullable<GithubServer["fault"]>["answer"], string, RegExp]>([
    ["is down", { status: 503 }, "vendor_unavailable", /out of order right now \(status 503\)/],
    ["cuts its answer", "cut", "vendor_unavailable", /could not be reached/],
    ["never ends", "endless", "vendor_failed", /too large/],
    ["answers nonsense", { status: 200, body: "<html>" }, "vendor_failed", /does not understand/],
    ["answers something else", { status: 200, body: { token: 5 } }, "vendor_failed", /does not understand/],
    ["redirects", { status: 302, headers: { location: "http://127.0.0.66/" } }, "vendor_failed", /does not understand/],
    ["does not know the app", { status: 401 }, "vendor_failed", /GitHub App id and key/],
    ["forbids", { status: 403 }, "vendor_failed", /refused \(status 403\)/],
    ["counts", { status: 429, headers: { "retry-after": "61" } }, "vendor_unavailable", /again in 2 minutes/],
    ["counts by 403", { status: 403, headers: { "retry-after": "60" } }, "vendor_unavailable", /again in 1 minute\./],
    [
      "counts the hour",
      { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inTenMinutes } },
      "vendor_unavailable",
      /again in (?:9|10) minutes/,
    ],
    ["has no such installation", { status: 404 }, "not_found", /does not have this/],
    ["has suspended it", { status: 403, body: { message: "This installation has been suspended" } }, "forbidden", /./],
    ["has no such repository", { status: 422 }, "unprocessable", /./],
  ])("%s", async (_what, answer, code, message) => {
    const { installationId, name } = await makeInstallation();
    github.fault = { on: /access_tokens/, answer };
    const asking = port.createGitToken(installationId, name, now);
    await expect(asking).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it("keeps nobody waiting who is gone", async () => {
    const { installationId, name } = await makeInstallation();
    github.fault = { on: /access_tokens/, answer: "stall" };
    const caller = new AbortController();
    void github.stalled().then(() => caller.abort());
    const asking = port.createGitToken(installationId, name, { signal: caller.signal, isFresh: false });
    await expect(asking).rejects.toMatchObject({ code: "cancelled" });
  });

  it("tells no secret in what is thrown, however deep one looks", async () => {
    await makeInstallation();
    const code = github.authorize("ada");
    for (const status of [400, 404, 500]) {
      github.fault = { on: /access_token/, answer: { status } };
      const failure = await port.findUserInstallation(code, "1", { signal }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(AppError);
      const text = inspect(failure, { depth: 20, showHidden: true });
      for (const secret of github.secrets) expect(text).not.toContain(secret);
    }
  });
});

it("says that the key of the settings is none", async () => {
  const pem = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
  const asking = connect({ GITHUB_APP_PRIVATE_KEY: pem }).installUrl("state", { signal });
  await expect(asking).rejects.toMatchObject({ message: expect.stringMatching("GITHUB_APP_PRIVATE_KEY") });
});

it("is refused by GitHub with the key of another app", async () => {
  const other = await startGithubServer();
  const { GITHUB_APP_PRIVATE_KEY: pem = "" } = other.env;
  await other.close();
  const asking = connect({ GITHUB_APP_PRIVATE_KEY: pem }).installUrl("state", { signal });
  await expect(asking).rejects.toThrow("does not accept this server's GitHub App id and key");
});

it("asks once where the app is installed", async () => {
  port = connect();
  const before = callsOf("/app");
  expect(await port.installUrl("a b&c", { signal })).toBe(
    `${github.origin}/apps/cairn/installations/new?state=a+b%26c`,
  );
  await port.installUrl("again", { signal });
  expect(callsOf("/app") - before).toBe(1);
});

it("takes a token that GitHub ended for a failure of GitHub's, not for a sign-in that is over here", async () => {
  const { installationId } = await makeInstallation();
  github.fault = { on: /installation\/repositories|user\/installations/, answer: { status: 401 } };
  const message = "GitHub has ended this server's access.";
  await expect(port.listRepositories(installationId, { signal })).rejects.toMatchObject({
    code: "vendor_failed",
    message,
  });
  const finding = port.findUserInstallation(github.authorize("ada"), installationId, { signal });
  await expect(finding).rejects.toMatchObject({ code: "vendor_failed", message });
});

it("finds the installation of a repository, by its present name only", async () => {
  const { installationId, name } = await makeInstallation();
  expect(await port.findInstallation(name, { signal })).toBe(installationId);
  expect(await port.findInstallation({ owner: "acme", repo: "none" }, { signal })).toBeNull();
  await github.renameRepository(`acme/${name.repo}`, `acme/new-${name.repo}`);
  expect(await port.findInstallation(name, { signal })).toBeNull();
  const current = { owner: "acme", repo: `new-${name.repo}` };
  expect(await port.findCurrentName(installationId, name, { signal })).toEqual(current);
});
