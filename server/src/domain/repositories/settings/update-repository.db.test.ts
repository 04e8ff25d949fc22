import { readFile } from "node:fs/promises";
import path from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { withActor } from "#server/ctx.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { credentialContext } from "#server/domain/repositories/connecting/open-remote.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { hostWithReadme } from "#server/testing/host-with-readme.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { updateMainBranch } from "./update-main-branch.ts";
import { updateRepository } from "./update-repository.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld({ EGRESS_ALLOW: "127.0.0.1:8443,127.0.0.2:8443,127.0.0.1:22,127.0.0.2:22" });
});
afterAll(() => world.close());
beforeEach(() => {
  world.enqueued.length = 0;
});

type Project = Awaited<ReturnType<typeof makeProject>>;

/** With an Editor beside its Owner. */
async function shared(): Promise<Project & { editor: TestWorld["ctx"] }> {
  const project = await makeProject(world);
  const person = await makeUser(world);
  await makeMember(world, project.organizationId, person.userId, "editor");
  return { ...project, editor: withActor(world.ctx, person.ctx.actor) };
}

function watch(project: Project, repositoryId: string) {
  const { organizationId, projectId, system } = project;
  return {
    params: { organizationId, projectId, repositoryId },
    row: async () => {
      const row = await findRepository(system, { organizationId, repositoryId });
      if (!row) throw new Error("the repository is gone");
      return row;
    },
    set: (change: Partial<typeof repositories.$inferInsert>) =>
      world.ctx.db.update(repositories).set(change).where(eq(repositories.repositoryId, repositoryId)),
    jobs: () => world.enqueued.filter(({ key }) => key === repositoryId).map(({ job }) => job),
    audited: async () => {
      const rows = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.organizationId, organizationId));
      return rows.map(({ action, from, to }) => [action, from, to]);
    },
  };
}

async function remote(connection: typeof repositories.$inferInsert.connection) {
  const project = await shared();
  const { repositoryId } = await makeRepository(world, project);
  const watched = watch(project, repositoryId);
  await watched.set({ connection, indexState: "ready", mainBranch: "main" });
  return { ...project, ...watched };
}

async function hosted() {
  const project = await shared();
  const { organizationId, projectId, system } = project;
  const repositoryId = await hostWithReadme(system, { organizationId, projectId, slug: "board" });
  const watched = watch(project, repositoryId);
  const directory = await openHostedRepository(system, await watched.row());
  const [main] = await listBranches(directory);
  await runGit({ directory, args: ["update-ref", "refs/heads/side", main?.oid ?? ""] });
  await watched.set({ mainBranch: "main", indexState: "ready", indexedCommit: main?.oid ?? null });
  world.enqueued.length = 0;
  return { ...project, ...watched, directory };
}

const forbidden = { code: "forbidden" };

describe("the main branch", () => {
  it("changes for an Editor, with HEAD, a run that shows and an entry in the audit log", async () => {
    const { editor, params, row, jobs, audited, directory } = await hosted();
    expect(await updateMainBranch(editor, { ...params, mainBranch: "side" })).toMatchObject({ mainBranch: "side" });
    expect(await row()).toMatchObject({ mainBranch: "side", indexState: "queued", indexProgress: 0 });
    expect(jobs()).toEqual(["index-repository"]);
    expect(await readFile(path.join(directory, "HEAD"), "utf8")).toBe("ref: refs/heads/side\n");
    expect(await audited()).toEqual([["repository.main-branch-changed", "main", "side"]]);
    await updateMainBranch(editor, { ...params, mainBranch: "side" });
    expect(jobs()).toHaveLength(1);
  });

  it.each(["nowhere", "--output=x", "main~1", "refs/heads/side"])(
    "cannot become %s, which the repository lacks",
    async (name) => {
      const { editor, params, row, jobs } = await hosted();
      const refused = { code: "unprocessable", message: `The repository has no branch named ${name}.` };
      await expect(updateMainBranch(editor, { ...params, mainBranch: name })).rejects.toMatchObject(refused);
      expect(await row()).toMatchObject({ mainBranch: "main", indexState: "ready" });
      expect(jobs()).toEqual([]);
    },
  );

  it("cannot become a commit", async () => {
    const { editor, params, row } = await hosted();
    const mainBranch = (await row()).indexedCommit ?? "";
    await expect(updateMainBranch(editor, { ...params, mainBranch })).rejects.toMatchObject({ code: "unprocessable" });
  });

  it("of a protected repository changes for those who may end the protection alone", async () => {
    const { editor, ctx, params } = await hosted();
    await updateRepository(ctx, { ...params, isProtected: true });
    await expect(updateMainBranch(editor, { ...params, mainBranch: "side" })).rejects.toMatchObject(forbidden);
    expect(await updateMainBranch(ctx, { ...params, mainBranch: "side" })).toMatchObject({ mainBranch: "side" });
  });
});

describe("protection", () => {
  it("is switched by an Admin or Owner, and noted once", async () => {
    const { editor, ctx, params, audited } = await hosted();
    await expect(updateRepository(editor, { ...params, isProtected: true })).rejects.toMatchObject(forbidden);
    for (const isProtected of [true, true, false]) {
      expect(await updateRepository(ctx, { ...params, isProtected })).toMatchObject({ isProtected });
    }
    expect(await audited()).toEqual([
      ["repository.protected", null, null],
      ["repository.unprotected", null, null],
    ]);
  });

  it("is for hosted repositories", async () => {
    const { ctx, params } = await remote({ type: "url", url: "https://127.0.0.1:8443/a.git" });
    await expect(updateRepository(ctx, { ...params, isProtected: true })).rejects.toMatchObject({
      code: "unprocessable",
    });
  });
});

describe("the address", () => {
  const from = "https://127.0.0.1:8443/a.git";

  it("changes for an Admin or Owner, and a run looks there", async () => {
    const { editor, ctx, params, row, jobs, audited } = await remote({ type: "url", url: from });
    const url = "https://127.0.0.1:8443/b.git";
    await expect(updateRepository(editor, { ...params, url })).rejects.toMatchObject(forbidden);
    expect(await updateRepository(ctx, { ...params, url })).toMatchObject({ url });
    expect(await row()).toMatchObject({ connection: { type: "url", url }, indexState: "queued" });
    expect(jobs()).toEqual(["index-repository"]);
    expect(await audited()).toEqual([["repository.address-changed", from, url]]);
  });

  it.each(["https://10.0.0.1/b.git", "https://127.0.0.66:8443/b.git", "git@127.0.0.1:a.git", "ext::sh -c x", "/etc"])(
    "does not become %s",
    async (url) => {
      const { ctx, params, row } = await remote({ type: "url", url: from });
      await expect(updateRepository(ctx, { ...params, url })).rejects.toMatchObject({ code: "invalid_input" });
      expect(await row()).toMatchObject({ connection: { url: from }, indexState: "ready" });
    },
  );

  it.each([
    { to: "https://127.0.0.1:8443/b.git", isKept: true },
    { to: "https://127.0.0.2:8443/a.git", isKept: false },
  ])("$to gets the credential of the former one: $isKept", async ({ to, isKept }) => {
    const { ctx, params } = await remote({ type: "url", url: from });
    await updateRepository(ctx, { ...params, credential: { username: "ada", password: "secret" } });
    expect(await updateRepository(ctx, { ...params, url: to })).toMatchObject({ hasCredential: isKept });
  });

  it("may come with a credential of its own", async () => {
    const { ctx, params, row } = await remote({ type: "url", url: from });
    const credential = { username: "ada", password: "secret" };
    await updateRepository(ctx, { ...params, url: "https://127.0.0.2:8443/a.git", credential });
    const { sealedCredential, ...key } = await row();
    expect(JSON.parse(world.ctx.secrets.open(sealedCredential ?? "", credentialContext(key)))).toEqual(credential);
  });

  it.each([
    { to: "git@127.0.0.1:b.git", kept: ["127.0.0.1 ssh-ed25519 AAAA"] },
    { to: "git@127.0.0.2:a.git", kept: [] },
  ])("$to over SSH keeps the pinned keys $kept", async ({ to, kept }) => {
    const { ctx, params, row, set } = await remote({ type: "ssh", url: "git@127.0.0.1:a.git" });
    await set({ hostKeys: ["127.0.0.1 ssh-ed25519 AAAA"] });
    await updateRepository(ctx, { ...params, url: to });
    expect((await row()).hostKeys).toEqual(kept);
  });

  it("is nothing that a hosted repository has", async () => {
    const { ctx, params } = await hosted();
    await expect(updateRepository(ctx, { ...params, url: from })).rejects.toMatchObject({ code: "unprocessable" });
  });
});

describe("the credential", () => {
  it("is kept sealed, shown to nobody, and tried at once", async () => {
    const { ctx, params, row, jobs, audited, set } = await remote({ type: "url", url: "https://127.0.0.1:8443/a.git" });
    const credential = { username: "ada", password: "correct horse" };
    const shown = await updateRepository(ctx, { ...params, credential });
    expect(shown.hasCredential).toBe(true);
    expect(JSON.stringify([shown, await row(), await audited(), world.enqueued])).not.toContain("correct horse");
    expect(jobs()).toEqual(["check-repository"]);
    await set({ indexState: "failed" });
    await updateRepository(ctx, { ...params, credential: null });
    expect(await row()).toMatchObject({ sealedCredential: null, indexState: "queued" });
    expect(jobs()).toEqual(["check-repository", "index-repository"]);
  });

  it("is for addresses with https alone, and for Admins and Owners", async () => {
    const credential = { username: "", password: "x" };
    const ssh = await remote({ type: "ssh", url: "git@127.0.0.1:a.git" });
    await expect(updateRepository(ssh.ctx, { ...ssh.params, credential })).rejects.toMatchObject({
      code: "unprocessable",
    });
    const url = await remote({ type: "url", url: "https://127.0.0.1:8443/a.git" });
    await expect(updateRepository(url.editor, { ...url.params, credential })).rejects.toMatchObject(forbidden);
  });
});

it("shows nobody outside that it exists", async () => {
  const { params } = await hosted();
  const stranger = await makeUser(world);
  await expect(updateRepository(stranger.ctx, { ...params, isProtected: true })).rejects.toMatchObject({
    code: "not_found",
  });
});
