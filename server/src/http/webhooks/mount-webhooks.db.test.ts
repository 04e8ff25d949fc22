import { createHmac, randomUUID } from "node:crypto";
import { connect, type AddressInfo, type Socket } from "node:net";

import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createWebhook } from "#server/domain/repositories/webhooks/create-webhook.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { listen, type Listening } from "#server/http/listen.ts";
import { connections } from "#server/platform/db/tables/connections.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { mountWebhooks } from "./mount-webhooks.ts";

let github: GithubServer;
let world: TestWorld;
let listening: Listening;
let origin: string;
const sockets: Socket[] = [];

function appOf(site: TestWorld) {
  return createApp({
    services: site.ctx,
    routes: [],
    authenticate: async () => null,
    mounts: [(hono, limits) => mountWebhooks(hono, { services: site.ctx, limits })],
    webDirectory: null,
    checkReadiness: async () => ({}),
  });
}

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
  listening = await listen({ host: "127.0.0.1", port: 0, app: appOf(world), oidc: null });
  origin = `http://127.0.0.1:${(listening.server.address() as AddressInfo).port}`;
});
beforeEach(() => void world.enqueued.splice(0));
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await listening.close();
  await world.close();
  await github.close();
});

let lastInstallation = 5000;

/** A product of an organization that is connected to an installation, with a repository from GitHub. */
async function makeConnected(given: { installationId?: number; owner?: string; repo?: string } = {}) {
  const { installationId = (lastInstallation += 1), owner = "acme", repo = "shop" } = given;
  const project = await makeProject(world);
  const { organizationId, projectId } = project;
  const connectionId = randomUUID();
  const createdAt = world.ctx.now();
  const row = { connectionId, organizationId, type: "github", account: owner, createdAt } as const;
  await world.ctx.db.insert(connections).values({ ...row, installationId: String(installationId) });
  const { repositoryId } = await makeRepository(world, project);
  const connection = { type: "github", owner, repo, connectionId } as const;
  await world.ctx.db.update(repositories).set({ connection }).where(eq(repositories.repositoryId, repositoryId));
  return { ...project, organizationId, projectId, repositoryId, connectionId, installationId };
}

const push = (installationId: number, fullName: string) => {
  const [login = "", name = ""] = fullName.split("/");
  return { ref: "refs/heads/main", installation: { id: installationId }, repository: { name, owner: { login } } };
};

const githubUrl = () => `${origin}/v1/integrations/github/webhook`;
const report = (event: string, payload: object, options?: { secret?: string }) =>
  github.sendWebhook(githubUrl(), event, payload, options);

const jobOf = ({ organizationId, repositoryId }: { organizationId: string; repositoryId: string }) => ({
  job: "check-repository",
  data: { organizationId, repositoryId },
  key: repositoryId,
});

async function connectionOf(repositoryId: string) {
  const [row] = await world.ctx.db.select().from(repositories).where(eq(repositories.repositoryId, repositoryId));
  return row?.connection;
}

describe("a push that GitHub tells of", () => {
  it("is looked after in every organization that is connected to this installation, and in no other", async () => {
    const one = await makeConnected();
    const { installationId } = one;
    const same = await makeConnected({ installationId, owner: "ACME", repo: "Shop" });
    await makeConnected({ installationId, repo: "another" });
    // Of the same name, but connected by somebody else: not theirs to hear of.
    await makeConnected();
    expect(await report("push", push(installationId, "acme/shop"))).toBe(204);
    expect(world.enqueued).toHaveLength(2);
    expect(world.enqueued).toEqual(expect.arrayContaining([jobOf(one), jobOf(same)]));
  });

  it("may come twenty times at once", async () => {
    const one = await makeConnected();
    const reported = Array.from({ length: 20 }, () => report("push", push(one.installationId, "acme/shop")));
    expect(await Promise.all(reported)).toEqual(Array.from({ length: 20 }, () => 204));
    expect(new Set(world.enqueued.map(({ key }) => key))).toEqual(new Set([one.repositoryId]));
  });

  it("is refused without a right signature, whatever is wrong with it", async () => {
    const one = await makeConnected();
    const body = JSON.stringify(push(one.installationId, "acme/shop"));
    const secret = github.env["GITHUB_WEBHOOK_SECRET"] ?? "";
    const right = createHmac("sha256", secret).update(body).digest("hex");
    const send = async (headers: Record<string, string>, sent = body) => {
      const all = { "content-type": "application/json", "x-github-event": "push", ...headers };
      const response = await fetch(githubUrl(), { method: "POST", body: sent, headers: all });
      return [response.status, ((await response.text()) || '{"message":""}').replace(/,"requestId.*/, "}")];
    };
    const refused = [401, '{"code":"unauthenticated","message":"The signature does not fit"}'];
    const sha1 = createHmac("sha1", secret).update(body).digest("hex");
    expect(await send({})).toEqual(refused);
    expect(await send({ "x-hub-signature-256": "" })).toEqual(refused);
    expect(await send({ "x-hub-signature-256": right })).toEqual(refused);
    expect(await send({ "x-hub-signature-256": `sha256=${right}0` })).toEqual(refused);
    expect(await send({ "x-hub-signature-256": `sha256=${right.toUpperCase()}` })).toEqual(refused);
    expect(await send({ "x-hub-signature": `sha1=${sha1}` })).toEqual(refused);
    expect(await send({ "x-gitlab-token": secret })).toEqual(refused);
    expect(await send({ "x-hub-signature-256": `sha256=${right}` }, `${body} `)).toEqual(refused);
    expect(await send({ "x-hub-signature-256": `sha256=${right}` }, "")).toEqual(refused);
    expect(await report("push", push(one.installationId, "acme/shop"), { secret: "guess" })).toBe(401);
    expect(world.enqueued).toEqual([]);
    expect((await send({ "x-hub-signature-256": `sha256=${right}` }))[0]).toBe(204);
    expect(world.enqueued).toEqual([jobOf(one)]);
  });

  it("is let go when it is about nothing that is known here", async () => {
    const one = await makeConnected();
    const { installationId } = one;
    for (const [event, payload] of [
      ["ping", { zen: "Keep it logically awesome." }],
      ["constructor", {}],
      ["push", {}],
      ["push", push(999_999_999, "acme/shop")],
      ["push", push(installationId, "acme/unknown")],
      ["push", push(installationId, "../shop")],
      ["push", push(installationId, "acme/sh\0p")],
      ["installation", { action: "created", installation: { id: installationId } }],
    ] as const) {
      expect(await report(event, payload)).toBe(204);
    }
    expect(world.enqueued).toEqual([]);
  });

  it("is answered without asking GitHub anything, because it waits for an answer", async () => {
    const one = await makeConnected();
    const before = github.requests.length;
    expect(await report("push", push(one.installationId, "acme/shop"))).toBe(204);
    expect(github.requests).toHaveLength(before);
  });
});

describe("what GitHub tells of an installation", () => {
  const rowOf = async (connectionId: string) => {
    const [row] = await world.ctx.db.select().from(connections).where(eq(connections.connectionId, connectionId));
    return row;
  };

  it("suspends, resumes and ends its connections, and those of no other", async () => {
    const one = await makeConnected();
    const bystander = await makeConnected();
    const installation = { id: one.installationId };
    await report("installation", { action: "suspend", installation });
    expect((await rowOf(one.connectionId))?.suspendedAt).not.toBeNull();
    expect((await rowOf(bystander.connectionId))?.suspendedAt).toBeNull();
    await report("installation", { action: "unsuspend", installation });
    expect((await rowOf(one.connectionId))?.suspendedAt).toBeNull();
    await report("installation_target", { action: "renamed", installation, account: { login: "acme-2" } });
    expect((await rowOf(one.connectionId))?.account).toBe("acme-2");
    await Promise.all([1, 2, 3].map(() => report("installation", { action: "deleted", installation })));
    expect(await rowOf(one.connectionId)).toBeUndefined();
    expect(await rowOf(bystander.connectionId)).toMatchObject({ account: "acme" });
    const isTheirs = eq(auditEvents.organizationId, one.organizationId);
    const events = await world.ctx.db.select().from(auditEvents).where(isTheirs);
    expect(events).toMatchObject([{ action: "connection.deleted", target: "acme-2", actorId: null }]);
    // The repository stays as it is.
    expect(await connectionOf(one.repositoryId)).toMatchObject({ owner: "acme", repo: "shop" });
  });

  it("has repositories looked after that were taken away, so that they say so", async () => {
    const one = await makeConnected();
    const installation = { id: one.installationId };
    const removed = [{ full_name: "acme/shop" }, { full_name: "acme/other" }, { full_name: "nonsense" }];
    await report("installation_repositories", { action: "removed", installation, repositories_removed: removed });
    expect(world.enqueued).toEqual([jobOf(one)]);
  });

  it("lets repositories follow a new name or owner", async () => {
    const one = await makeConnected();
    const foreign = await makeConnected();
    const installation = { id: one.installationId };
    const changes = { repository: { name: { from: "shop" } } };
    const renamed = { name: "store", owner: { login: "acme" } };
    await report("repository", { action: "renamed", installation, repository: renamed, changes });
    expect(await connectionOf(one.repositoryId)).toMatchObject({ owner: "acme", repo: "store" });
    expect(world.enqueued).toEqual([jobOf(one)]);
    const moved = { name: "store", owner: { login: "northquay" } };
    const from = { user: null, organization: { login: "acme" } };
    await report("repository", {
      action: "transferred",
      installation,
      repository: moved,
      changes: { owner: { from } },
    });
    const { connectionId } = one;
    expect(await connectionOf(one.repositoryId)).toEqual({
      type: "github",
      owner: "northquay",
      repo: "store",
      connectionId,
    });
    expect(await connectionOf(foreign.repositoryId)).toMatchObject({ owner: "acme", repo: "shop" });
  });
});

describe("a push that any other host tells of", () => {
  async function makeHooked() {
    const project = await makeProject(world);
    const { repositoryId } = await makeRepository(world, project);
    const { organizationId, projectId } = project;
    const made = await createWebhook(project.ctx, { organizationId, projectId, repositoryId });
    return { ...project, repositoryId, ...made, path: new URL(made.url).pathname };
  }
  const send = async (path: string, headers: Record<string, string>, body = '{"ref":"refs/heads/main"}') =>
    (await fetch(`${origin}${path}`, { method: "POST", headers, body })).status;
  const sign = (secret: string, body = '{"ref":"refs/heads/main"}') =>
    createHmac("sha256", secret).update(body).digest("hex");

  it("is taken in each host's own way, and from nobody who lacks the secret", async () => {
    const { path, secret, repositoryId, organizationId } = await makeHooked();
    const ways = (key: string): Record<string, string>[] => [
      { "x-hub-signature-256": `sha256=${sign(key)}`, "x-hub-signature": "sha1=0000" },
      { "x-gitea-signature": sign(key) },
      { "x-forgejo-signature": sign(key) },
      { "x-hub-signature": `sha256=${sign(key)}` },
      { "x-gitlab-token": key },
    ];
    for (const headers of ways(secret)) expect(await send(path, headers)).toBe(204);
    expect(world.enqueued).toEqual(ways(secret).map(() => jobOf({ organizationId, repositoryId })));
    const others = [...ways("guess"), ...ways(`${secret}x`), ...ways(""), {}, { authorization: `Bearer ${secret}` }];
    for (const headers of others) expect(await send(path, headers)).toBe(401);
    expect(await send(`${path}?secret=${secret}`, {})).toBe(401);
    expect(world.enqueued).toHaveLength(5);
  });

  it("is refused alike for unknown repositories, those without a webhook and wrong secrets", async () => {
    const { path, secret } = await makeHooked();
    const bare = await makeRepository(world, await makeProject(world));
    const ask = async (at: string, token: string) => {
      const response = await fetch(`${origin}${at}`, {
        method: "POST",
        headers: { "x-gitlab-token": token },
        body: "{}",
      });
      return [
        response.status,
        (await response.text()).replace(/"requestId":"[^"]*"/, ""),
        [...response.headers.keys()],
      ];
    };
    const wrong = await ask(path, "wrong");
    expect(wrong[0]).toBe(401);
    for (const at of [randomUUID(), bare.repositoryId, "no-id"]) {
      expect(await ask(`/v1/webhooks/${at}`, secret)).toEqual(wrong);
    }
    expect(world.enqueued).toEqual([]);
  });

  it("needs the newest secret, which is told once and kept sealed", async () => {
    const hooked = await makeHooked();
    const { organizationId, projectId, repositoryId, path, secret, ctx } = hooked;
    const newer = await createWebhook(ctx, { organizationId, projectId, repositoryId });
    expect(await send(path, { "x-gitlab-token": secret })).toBe(401);
    expect(await send(path, { "x-gitlab-token": newer.secret })).toBe(204);
    const { rows } = await world.ctx.db.execute(sql`select r::text as row from repositories r`);
    expect(JSON.stringify(rows)).not.toContain(newer.secret);
    const isTheirs = eq(auditEvents.organizationId, organizationId);
    const events = await world.ctx.db.select().from(auditEvents).where(isTheirs);
    expect(events.map(({ action }) => action)).toEqual(["repository.webhook-made", "repository.webhook-made"]);
    expect(JSON.stringify(events)).not.toContain(newer.secret);
  });

  it("can be set up by those who manage repositories, and not for one that lies here", async () => {
    const { organizationId, projectId, repositoryId } = await makeHooked();
    const editor = await makeUser(world);
    await makeMember(world, organizationId, editor.userId, "editor");
    const input = { organizationId, projectId, repositoryId };
    await expect(createWebhook(editor.ctx, input)).rejects.toMatchObject({ code: "forbidden" });
    const stranger = await makeHooked();
    await expect(createWebhook(stranger.ctx, input)).rejects.toMatchObject({ code: "not_found" });
    const isIt = eq(repositories.repositoryId, stranger.repositoryId);
    await world.ctx.db
      .update(repositories)
      .set({ connection: { type: "internal" } })
      .where(isIt);
    await expect(createWebhook(stranger.ctx, stranger)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("bodies", () => {
  /** Begins a request that says it has so many bytes, and sends a few of them. */
  function begin(length: number): { answer: Promise<string>; socket: Socket } {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    sockets.push(socket);
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
    const lines = [
      "host: localhost",
      "connection: close",
      `content-length: ${length}`,
      "x-hub-signature-256: sha256=00",
    ];
    socket.write(["POST /v1/integrations/github/webhook HTTP/1.1", ...lines, "", "{"].join("\r\n"));
    return { answer: promise, socket };
  }

  it("over 25 MB are refused before they are read", async () => {
    expect(await begin(25 * 1024 * 1024 + 1).answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("of 24 MB are taken", async () => {
    const one = await makeConnected();
    const commits = "x".repeat(24 * 1024 * 1024);
    expect(await report("push", { ...push(one.installationId, "acme/shop"), commits })).toBe(204);
  });

  it("that are large and slow hold up no others, and only a few of them are held", async () => {
    const one = await makeConnected();
    const slow = Array.from({ length: 5 }, () => begin(20 * 1024 * 1024));
    // Whichever comes last is refused; the others are waited for.
    expect(await Promise.race(slow.map(({ answer }) => answer))).toMatch(/^HTTP\/1\.1 503 /);
    expect(await report("push", push(one.installationId, "acme/shop"))).toBe(204);
    for (const { socket } of slow) socket.destroy();
    const commits = "x".repeat(2 * 1024 * 1024);
    const large = () => report("push", { ...push(one.installationId, "acme/shop"), commits });
    await expect.poll(large).toBe(204);
  });
});

it("limits what is told of one repository, and not what strangers tell of it", async () => {
  const limited = await createTestWorld({ RATE_LIMITS: "on" });
  try {
    const app = appOf(limited);
    const project = await makeProject(limited);
    const { repositoryId } = await makeRepository(limited, project);
    const { organizationId, projectId } = project;
    const { secret } = await createWebhook(project.ctx, { organizationId, projectId, repositoryId });
    const send = async (token: string) => {
      const headers = { "x-gitlab-token": token };
      return (await app.request(`/v1/webhooks/${repositoryId}`, { method: "POST", headers, body: "{}" })).status;
    };
    const many = (token: string, count: number) => Promise.all(Array.from({ length: count }, () => send(token)));
    expect(new Set(await many("wrong", 150))).toEqual(new Set([401]));
    expect(new Set(await many(secret, 120))).toEqual(new Set([204]));
    expect(await send(secret)).toBe(429);
    // Without the app's settings there is no such call.
    const atGithub = await app.request("/v1/integrations/github/webhook", { method: "POST", body: "{}" });
    expect(atGithub.status).toBe(404);
  } finally {
    await limited.close();
  }
});
