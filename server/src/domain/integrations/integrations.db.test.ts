import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { finishIntegration as finishContract } from "@cairn/contract/integrations";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { loadAuditEvents } from "#server/domain/audit/load-audit-events.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { cloneMirror } from "#server/platform/git/remote/clone-mirror.ts";
import { connectGithub } from "#server/platform/github/connect-github.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { connectIntegration } from "./connect-integration.ts";
import { deleteConnection } from "./delete-connection.ts";
import { findGithubConnection } from "./find-github-connection.ts";
import { finishIntegration } from "./finish-integration.ts";
import { markSuspended, removeInstallation } from "./follow-installation.ts";
import { listConnections } from "./list-connections.ts";
import { listGithubRepositories } from "./list-github-repositories.ts";
import { listIntegrations } from "./list-integrations.ts";
import { openGithubRepository } from "./open-github-repository.ts";

let github: GithubServer;
let world: TestWorld;
let source: TestRepository;
let commit: string;

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
  source = await createTestRepository();
  commit = await source.commit("change", { "README.md": "# Harbour\n" });
});
afterAll(async () => {
  await world.close();
  await github.close();
  await source.remove();
});
afterEach(() => {
  github.fault = null;
});

const page = { page: 1, limit: 100 };
let accountCount = 0;

/** An account with the app and one private repository, which `ada` can read. */
async function makeAccount(given: { readers?: string[]; repos?: string[] } = {}) {
  accountCount += 1;
  const account = `harbour-${accountCount}`;
  const installationId = github.install(account);
  for (const repo of given.repos ?? ["board"]) {
    const name = `${account}/${repo}`;
    await github.addRepository(installationId, { name, from: source.path, readers: given.readers ?? ["ada"] });
  }
  return { account, installationId };
}

async function begin(ctx: Ctx, organizationId: string): Promise<string> {
  const { data } = await connectIntegration(ctx, { organizationId, integrationName: "github" });
  return new URL(data.url).searchParams.get("state") ?? "";
}

async function finish(ctx: Ctx, given: { state: string; installationId: string; login?: string }) {
  const { state, installationId, login = "ada" } = given;
  const code = github.authorize(login);
  return await finishIntegration(ctx, { integrationName: "github", code, installationId, state });
}

async function makeConnected(given: { repos?: string[] } = {}) {
  const organization = await makeOrganization(world);
  const account = await makeAccount(given);
  const state = await begin(organization.ctx, organization.organizationId);
  const { connection } = await finish(organization.ctx, { state, installationId: account.installationId });
  const { connectionId } = connection;
  const key = { organizationId: organization.organizationId, connectionId, owner: account.account, repo: "board" };
  return { ...organization, ...account, connectionId, key };
}

/** A server that was started anew: it has no tokens and no lists in memory. */
function restarted(ctx: Ctx): Ctx {
  return { ...ctx, github: connectGithub(ctx.settings.github) };
}

async function messageOf(failing: Promise<unknown>): Promise<string> {
  return await failing.then(
    () => "worked",
    (error: Error) => error.message,
  );
}

describe("connecting an account", () => {
  it("leads to GitHub and back, lists what the account has, and git clones it with a token of that repository", async () => {
    const { ctx, system, organizationId, slug } = await makeOrganization(world);
    const { account, installationId } = await makeAccount({ repos: ["board", "tide-tables"] });
    const { data } = await connectIntegration(ctx, { organizationId, integrationName: "github" });
    expect(data.url).toMatch(`${github.origin}/apps/cairn/installations/new?state=`);
    const state = new URL(data.url).searchParams.get("state") ?? "";
    const answer = await finish(ctx, { state, installationId });
    expect(finishContract.response.parse(answer)).toMatchObject({
      organization: { organizationId, slug },
      connection: { account, isSuspended: false, integration: { type: "github", unavailableReason: null } },
    });
    const { connectionId } = answer.connection;
    const listed = await listGithubRepositories(ctx, { organizationId, query: "TIDE", ...page });
    expect(listed).toMatchObject({ total: 1, content: [{ owner: account, repo: "tide-tables", isPrivate: true }] });
    const name = { owner: account.toUpperCase(), repo: "Board" };
    expect(await findGithubConnection(ctx, { organizationId, ...name })).toEqual({ connectionId, account });

    const opened = await openGithubRepository(system, { organizationId, connectionId, owner: account, repo: "board" });
    const parent = await mkdtemp(path.join(os.tmpdir(), "cairn-clone-"));
    const directory = path.join(parent, "mirror");
    const pull = (url: string) =>
      cloneMirror({
        directory,
        remote: { kind: "url", url, credential: opened.credential },
        egress: ctx.egress,
        maxBytes: 1e8,
        signal: ctx.signal,
      });
    expect(await pull(opened.url)).toMatchObject({ defaultBranch: "main" });
    expect(await resolveCommit(directory, "main", { signal: ctx.signal })).toBe(commit);
    await rm(parent, { recursive: true });
    // The token of one repository opens no other one.
    expect(await messageOf(pull(opened.url.replace("board", "tide-tables")))).toMatch("no repository at this address");
    await rm(parent, { recursive: true, force: true });
  });

  it("is done once however often it is repeated, and is noted once", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const { installationId, account } = await makeAccount();
    const state = await begin(ctx, organizationId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(ctx, { state, installationId })));
    expect(new Set(answers.map((answer) => answer.connection.connectionId)).size).toBe(1);
    expect(await listConnections(ctx, { organizationId, ...page })).toMatchObject({ total: 1 });
    const events = await loadAuditEvents(ctx, { organizationId, ...page });
    expect(events.content.map(({ action, target }) => [action, target])).toEqual([["connection.created", account]]);
  });

  it("connects one account to two organizations, each with a connection of its own", async () => {
    const one = await makeConnected();
    const other = await makeOrganization(world);
    const state = await begin(other.ctx, other.organizationId);
    const answer = await finish(other.ctx, { state, installationId: one.installationId });
    expect(answer.connection.connectionId).not.toBe(one.connectionId);
  });

  it("refuses an installation of others as one that does not exist", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const { installationId } = await makeAccount({ readers: ["bob"] });
    const state = await begin(ctx, organizationId);
    const foreign = finish(ctx, { state, installationId });
    await expect(foreign).rejects.toMatchObject({ code: "not_found", message: "GitHub installation not found" });
    const missing = finish(ctx, { state, installationId: "999999" });
    await expect(missing).rejects.toMatchObject({ code: "not_found", message: "GitHub installation not found" });
    expect(await listConnections(ctx, { organizationId, ...page })).toMatchObject({ total: 0 });
  });

  it("refuses a person who can read only a part of what the organization would read", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const { account, installationId } = await makeAccount({ readers: ["ada", "bob"] });
    const secret = { name: `${account}/secret`, from: source.path, readers: ["ada"] };
    await github.addRepository(installationId, secret);
    const state = await begin(ctx, organizationId);
    expect(await messageOf(finish(ctx, { state, installationId, login: "bob" }))).toMatch(
      "cannot read every repository",
    );
    expect(await messageOf(finish(ctx, { state, installationId, login: "ada" }))).toBe("worked");
  });

  it("takes back only what this person began here less than half an hour ago", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const other = await makeUser(world);
    await makeMember(world, organizationId, other.userId, "owner");
    const { installationId } = await makeAccount();
    const state = await begin(ctx, organizationId);
    const notBegun = "This connection was not begun by you here. Connect again.";
    expect(await messageOf(finish(other.ctx, { state, installationId }))).toBe(notBegun);
    for (const made of [
      `${state.slice(0, -2)}AA`,
      "v1.AAAA",
      "x",
      ctx.secrets.seal("{}", "integrations/github/state"),
    ]) {
      expect(await messageOf(finish(ctx, { state: made, installationId }))).toBe(notBegun);
    }
    const begun = ctx.now();
    world.setNow(new Date(begun.getTime() + 30 * 60_000 + 1));
    expect(await messageOf(finish(ctx, { state, installationId }))).toMatch("longer than half an hour");
    world.setNow(begun);
    expect(await messageOf(finish(ctx, { state, installationId }))).toBe("worked");
  });

  it("is over for somebody who lost the right meanwhile", async () => {
    const { organizationId } = await makeOrganization(world);
    const admin = await makeUser(world);
    await makeMember(world, organizationId, admin.userId, "admin");
    const { installationId } = await makeAccount();
    const state = await begin(admin.ctx, organizationId);
    await world.ctx.db.execute(sql`update members set role = 'editor' where user_id = ${admin.userId}`);
    await expect(finish(admin.ctx, { state, installationId })).rejects.toMatchObject({ code: "forbidden" });
    await world.ctx.db.execute(sql`delete from members where user_id = ${admin.userId}`);
    await expect(finish(admin.ctx, { state, installationId })).rejects.toMatchObject({ code: "not_found" });
  });

  it("refuses a used and a made-up code, and wrong settings, in plain words", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const { installationId } = await makeAccount();
    const state = await begin(ctx, organizationId);
    const finishWith = (code: string) =>
      messageOf(finishIntegration(ctx, { integrationName: "github", code, installationId, state }));
    const code = github.authorize("ada");
    expect(await finishWith(code)).toBe("worked");
    expect(await finishWith(code)).toBe("GitHub's answer is used up or too old. Connect again.");
    const on = /login\/oauth/;
    github.fault = { on, answer: { status: 200, body: { error: "incorrect_client_credentials" } } };
    expect(await finishWith("anything")).toMatch("does not accept this server's GITHUB_CLIENT_ID");
  });
});

describe("an account that is connected", () => {
  it("is told to members, and to nobody else", async () => {
    const { organizationId, connectionId, ctx } = await makeConnected();
    const stranger = (await makeOrganization(world)).ctx;
    expect((await listConnections(ctx, { organizationId, ...page })).content).toMatchObject([{ connectionId }]);
    const answers = await Promise.allSettled([
      listConnections(stranger, { organizationId, ...page }),
      listIntegrations(stranger, { organizationId, ...page }),
      listGithubRepositories(stranger, { organizationId, query: "", ...page }),
      connectIntegration(stranger, { organizationId, integrationName: "github" }),
      deleteConnection(stranger, { organizationId, connectionId }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ reason: { code: "not_found", message: "Organization not found" } });
    }
  });

  it("serves its own organization alone", async () => {
    const { key } = await makeConnected();
    const stranger = await makeConnected();
    const { owner, repo } = key;
    const { organizationId } = stranger;
    expect(await findGithubConnection(stranger.ctx, { organizationId, owner, repo })).toBeNull();
    const borrowed = openGithubRepository(stranger.system, { ...key, organizationId });
    expect(await messageOf(borrowed)).toMatch(`The GitHub account ${owner} was disconnected`);
    await expect(deleteConnection(stranger.ctx, { ...key, organizationId })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is not found for names that GitHub cannot have", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const before = github.requests.length;
    for (const [owner, repo] of [
      ["..", "app"],
      ["acme", ".."],
      ["acme/../..", "app"],
      ["acme", "a?b"],
      ["", "x"],
    ] as const) {
      expect(await findGithubConnection(ctx, { organizationId, owner, repo })).toBeNull();
    }
    expect(github.requests).toHaveLength(before);
  });

  it("can be disconnected, which its repositories tell, and connected again, which heals them", async () => {
    const { ctx, system, organizationId, connectionId, installationId, account, key } = await makeConnected();
    await deleteConnection(ctx, { organizationId, connectionId });
    const disconnected = `The GitHub account ${account} was disconnected. Connect it again under Integrations.`;
    expect(await messageOf(openGithubRepository(system, key))).toBe(disconnected);
    await expect(deleteConnection(ctx, { organizationId, connectionId })).rejects.toMatchObject({ code: "not_found" });
    const events = await loadAuditEvents(ctx, { organizationId, ...page });
    expect(events.content.map(({ action }) => action).sort()).toEqual(["connection.created", "connection.deleted"]);
    await finish(ctx, { state: await begin(ctx, organizationId), installationId });
    expect(await messageOf(openGithubRepository(system, key))).toBe("worked");
  });

  it("says that it is suspended, and works again once it was resumed, also when no webhook told", async () => {
    const { ctx, system, organizationId, account, installationId, key } = await makeConnected();
    github.suspend(installationId, true);
    const suspended = `The app is suspended on the GitHub account ${account}. Resume it there to go on.`;
    expect(await messageOf(openGithubRepository(system, key))).toBe(suspended);
    expect((await listConnections(ctx, { organizationId, ...page })).content).toMatchObject([{ isSuspended: true }]);
    github.suspend(installationId, false);
    expect(await messageOf(openGithubRepository(system, key))).toBe("worked");
    expect((await listConnections(ctx, { organizationId, ...page })).content).toMatchObject([{ isSuspended: false }]);
    // A token is in memory now; a suspension that GitHub told of must be seen all the same.
    github.suspend(installationId, true);
    await markSuspended(world.ctx, installationId, true);
    expect(await messageOf(openGithubRepository(system, key))).toBe(suspended);
  });

  it("says what happened to a repository that was renamed, deleted or taken away, and to a removed app", async () => {
    const { system, account, installationId, key } = await makeConnected();
    const read = () => messageOf(openGithubRepository(restarted(system), key));
    await github.renameRepository(`${account}/board`, `${account}/departures`);
    expect(await read()).toMatch(`${account}/board is called ${account}/departures on GitHub now`);
    github.dropRepository(`${account}/departures`);
    expect(await read()).toMatch(`${account}/board was deleted on GitHub, or the app may not read it any more`);
    github.uninstall(installationId);
    expect(await read()).toMatch(`The app was removed from the GitHub account ${account}`);
  });

  it("ends in every organization when the app is removed on GitHub", async () => {
    const { ctx, organizationId, installationId } = await makeConnected();
    const bystander = await makeConnected();
    await removeInstallation(world.ctx, installationId);
    expect(await listConnections(ctx, { organizationId, ...page })).toMatchObject({ total: 0 });
    const theirs = { organizationId: bystander.organizationId, ...page };
    expect(await listConnections(bystander.ctx, theirs)).toMatchObject({ total: 1 });
    const events = await loadAuditEvents(ctx, { organizationId, ...page });
    expect(events.content.find(({ action }) => action === "connection.deleted")).toMatchObject({ actor: null });
  });
});

describe("the list of repositories", () => {
  it("joins all accounts by name, is paged, and one broken account hides no other", async () => {
    const { ctx, organizationId, installationId } = await makeConnected({ repos: ["zebra", "board"] });
    const second = await makeAccount({ repos: ["apple"] });
    await finish(ctx, { state: await begin(ctx, organizationId), installationId: second.installationId });
    const list = (given: { page: number; limit: number }) =>
      listGithubRepositories(restarted(ctx), { organizationId, query: "", ...given });
    const names = (await list(page)).content.map(({ owner, repo }) => `${owner}/${repo}`);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
    expect(names).toHaveLength(3);
    expect(await list({ page: 2, limit: 2 })).toMatchObject({ total: 3, content: [{ repo: expect.any(String) }] });
    github.fault = { on: new RegExp(`installations/${installationId}/access_tokens`), answer: { status: 500 } };
    expect((await list(page)).content.map(({ repo }) => repo)).toEqual(["apple"]);
    github.fault = { on: /access_tokens/, answer: { status: 500 } };
    expect(await messageOf(list(page))).toBe("GitHub is out of order right now (status 500).");
  });

  it("says why the only account cannot be read, also with a token of before", async () => {
    const { ctx, organizationId, account, installationId } = await makeConnected();
    const before = restarted(ctx);
    const list = (by: Ctx) => messageOf(listGithubRepositories(by, { organizationId, query: "", ...page }));
    github.suspend(installationId, true);
    expect(await list(before)).toBe(`The app is suspended on the GitHub account ${account}. Resume it there to go on.`);
    github.uninstall(installationId);
    expect(await list(before)).toMatch(`The app was removed from the GitHub account ${account}`);
    // GitHub ends all tokens of an installation with it, and this server still remembers one.
    for (const [token, owner] of github.tokens) {
      if ("installationId" in owner && owner.installationId === installationId) github.tokens.delete(token);
    }
    expect(await list(ctx)).toMatch(`The app was removed from the GitHub account ${account}`);
  });

  it("is empty without a connection", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    expect(await listGithubRepositories(ctx, { organizationId, query: "", ...page })).toMatchObject({ total: 0 });
  });
});

describe("a server without a GitHub App", () => {
  it("says so and names the way that works without it", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const without = { ...ctx, github: null };
    const { content } = await listIntegrations(without, { organizationId, ...page });
    expect(content).toMatchObject([
      { type: "github", name: "GitHub", unavailableReason: expect.stringMatching("SSH") },
    ]);
    const connecting = connectIntegration(without, { organizationId, integrationName: "github" });
    expect(await messageOf(connecting)).toMatch("GitHub is not set up on this server");
  });
});
