import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createPushKey } from "#server/domain/implementations/own-machine/create-push-key.ts";
import { getImplementationBrief } from "#server/domain/implementations/own-machine/get-implementation-brief.ts";
import { lookAfterPushes } from "#server/domain/implementations/own-machine/look-after-pushes.ts";
import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { claimRun } from "#server/domain/implementations/runs/claim-run.ts";
import { resumeImplementation } from "#server/domain/implementations/starting/resume-implementation.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import { stopImplementation } from "#server/domain/implementations/starting/stop-implementation.ts";
import { work } from "#server/domain/implementations/testing/run-world.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";
import { makeService } from "#server/testing/test-ctx.ts";

import { startGitSite, type GitSite, type HostedTestRepository } from "./testing/git-site.ts";

let site: GitSite;
beforeAll(async () => {
  site = await startGitSite();
});
afterAll(() => site.close());

let counter = 0;

/** A hosted repository with one commit on main, and what its owner does with it. */
async function hosted() {
  const repository = await site.host();
  const { organizationId, projectId, repositoryId, owner } = repository;
  const project = { organizationId, projectId };
  await makeService(site.world, project, { repositoryId });
  const token = await site.tokenOf(owner.userId);
  const clone = await cloneAs(repository, token);
  await clone.commit("README.md", "# Ferry Board\n");
  expect(await clone.git("push", "--quiet", "origin", "main")).toMatchObject({ code: 0, stderr: "" });
  // As the first look at it would find.
  await site.world.ctx.db
    .update(repositories)
    .set({ mainBranch: "main" })
    .where(eq(repositories.repositoryId, repositoryId));
  return { repository, project, owner, clone };
}

async function cloneAs(repository: HostedTestRepository, password: string) {
  const cwd = join(site.scratch, `own-${(counter += 1)}`);
  const cloned = await site.git(["clone", "--quiet", site.url(repository, password), cwd]);
  const git = (...args: string[]) => site.git(args, { cwd });
  expect(cloned).toMatchObject({ code: 0 });
  const commit = async (name: string, content: string) => {
    await mkdir(join(cwd, name, ".."), { recursive: true });
    await writeFile(join(cwd, name), content);
    return await commitAll();
  };
  const commitAll = async () => {
    await git("add", "--all");
    await git("commit", "--quiet", "-m", "Show tides");
    return (await git("rev-parse", "HEAD")).stdout.trim();
  };
  return { cwd, cloned, git, commit, commitAll };
}

type Hosted = Awaited<ReturnType<typeof hosted>>;

/** An implementation that waits for a push, its key, and a clone that has it as password. */
async function begin(given: Hosted) {
  const { repository, project, owner } = given;
  const { taskId } = await createTask(owner.ctx, { ...project, title: "Show tides", state: "todo" });
  const inTask = { ...project, taskId };
  const waiting = await startImplementation(owner.ctx, { ...inTask, engine: "own-machine" });
  const one = { ...inTask, implementationId: waiting.implementationId };
  const { key } = await createPushKey(owner.ctx, one);
  const clone = await cloneAs(repository, key);
  await clone.git("switch", "--quiet", "--create", waiting.workingBranch);
  const read = () => getImplementation(owner.ctx, one);
  return { ...given, one, waiting, key, clone, read, push: () => clone.git("push", "--quiet", "origin", "HEAD") };
}

/** Does what the server's workers do. */
async function prove({ implementationId }: Pick<Implementation, "implementationId">): Promise<string> {
  const lease = await claimRun(site.world.ctx, implementationId);
  if (lease === null) return "nothing waits";
  return await work(site.world, lease);
}

describe("the branch of an implementation that is written elsewhere", () => {
  it("waits without a place in line, takes a push as its change, and proves it", async () => {
    const { waiting, clone, push, read } = await begin(await hosted());
    expect(waiting).toMatchObject({ running: true, waitsForPush: true, position: null, head: null });
    expect(waiting.task.state).toBe("in-progress");
    expect(await prove(waiting)).toBe("nothing waits");
    const head = await clone.commit("src/tides.ts", "export const low = 0.4;\n");
    expect(await push()).toMatchObject({ code: 0 });
    expect(await read()).toMatchObject({ waitsForPush: false, position: 0, isPublished: true });
    expect(await prove(waiting)).toBe("completed");
    const done = await read();
    expect(done).toMatchObject({ outcome: "completed", head, canMerge: true });
    expect(done.task.state).toBe("in-review");
    expect(done.events.map(({ type, state }) => `${type} ${state}`)).toEqual([
      "task-implementation success",
      "build-implementation success",
      "cleanup-implementation success",
      "fix-build-errors success",
    ]);
  });

  it("takes a second push in place of the first, also one that rewrites it or comes while the first is proven", async () => {
    const { waiting, clone, push, read } = await begin(await hosted());
    await clone.commit("src/tides.ts", "export const low = 0.4;\n");
    await push();
    await clone.commit("src/tides.ts", "export const low = 0.5;\n");
    await push();
    expect(await prove(waiting)).toBe("completed");
    await clone.git("commit", "--quiet", "--amend", "-m", "Show the tides");
    const head = (await clone.git("rev-parse", "HEAD")).stdout.trim();
    expect(await clone.git("push", "--quiet", "--force", "origin", "HEAD")).toMatchObject({ code: 0, stderr: "" });
    expect((await read()).task.state).toBe("in-progress");
    expect(await prove(waiting)).toBe("completed");
    expect(await read()).toMatchObject({ head, outcome: "completed", task: { state: "in-review" } });
  });

  it("is taken later where this server was killed between git and itself, and only once", async () => {
    const { repository, owner, waiting, clone, read } = await begin(await hosted());
    await clone.commit("src/tides.ts", "export const low = 0.4;\n");
    // Another's push to the same branch tells nobody.
    await clone.git("push", "--quiet", site.url(repository, await site.tokenOf(owner.userId)), "HEAD");
    expect((await read()).waitsForPush).toBe(true);
    await lookAfterPushes(site.world.ctx);
    await lookAfterPushes(site.world.ctx);
    expect(await prove(waiting)).toBe("completed");
    expect(await prove(waiting)).toBe("nothing waits");
    expect((await read()).events.filter(({ type }) => type === "build-implementation")).toHaveLength(1);
  });

  it("is taken when another implementation of the task is over, and says until then that it waits", async () => {
    const { one, owner, project, waiting, clone, push, read } = await begin(await hosted());
    // Nothing but what main holds already, so the task is in Todo again.
    await push();
    expect(await prove(waiting)).toBe("failed");
    const { taskId } = one;
    const other = await startImplementation(owner.ctx, { ...project, taskId, engine: "own-machine" });
    const head = await clone.commit("src/tides.ts", "export const low = 0.5;\n");
    expect(await push()).toMatchObject({ code: 0 });
    await lookAfterPushes(site.world.ctx);
    const { entries } = await getImplementationLog(owner.ctx, { ...one, after: 0, limit: 1_000 });
    const said = entries.map(({ text }) => text).filter((text) => text.includes(head.slice(0, 8)));
    expect(said).toEqual([expect.stringMatching(/^Pushed: .* runs; this is proven when that is over\.$/)]);
    expect(await prove(waiting)).toBe("nothing waits");
    await stopImplementation(owner.ctx, { ...one, implementationId: other.implementationId });
    await lookAfterPushes(site.world.ctx);
    expect(await prove(waiting)).toBe("completed");
    expect(await read()).toMatchObject({ head, outcome: "completed" });
  });

  it("is told what it is about: the task, its criteria, and how to push", async () => {
    const { one, owner, waiting } = await begin(await hosted());
    const { text } = await getImplementationBrief(owner.ctx, one);
    expect(text).toContain("Show tides");
    expect(text).toContain(`git push --set-upstream origin ${waiting.workingBranch}`);
    expect(text).not.toContain("cairn_pk_");
  });
});

describe("what a push may not bring", () => {
  const refusals: [string, RegExp, (clone: Awaited<ReturnType<typeof cloneAs>>) => Promise<unknown>][] = [
    [
      "a link out of the repository",
      /“out” is a link that leads out of the repository/,
      async ({ cwd, commitAll }) => {
        await symlink("../../etc/passwd", join(cwd, "out"));
        await commitAll();
      },
    ],
    [
      "a submodule",
      /“lib” is a repository of its own/,
      async ({ git }) => {
        await git("update-index", "--add", "--cacheinfo", `160000,${"a".repeat(40)},lib`);
        await git("commit", "--quiet", "-m", "Add lib");
      },
    ],
    [
      "git's own files",
      /“\.gitmodules” has a name that git keeps for itself/,
      ({ commit }) => commit(".gitmodules", ""),
    ],
    [
      "nothing of what there was",
      /no commit in common with main/,
      async ({ git, commit }) => {
        await git("switch", "--quiet", "--orphan", "fresh");
        await commit("a.txt", "a");
      },
    ],
  ];

  it.each(refusals)("%s, in words that the pusher reads", async (_what, words, spoil) => {
    const { waiting, clone, read, repository } = await begin(await hosted());
    await spoil(clone);
    const { code, stderr } = await clone.git("push", "origin", `HEAD:refs/heads/${waiting.workingBranch}`);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(words);
    expect((await read()).waitsForPush).toBe(true);
    const refs = await site.git(["--git-dir", repository.directory, "for-each-ref", "--format=%(refname)"]);
    expect(refs.stdout.trim()).toBe("refs/heads/main");
  });
});

describe("the key", () => {
  it("pushes to its branch alone: neither to another one, nor a tag, nor away with its own", async () => {
    const { clone, push, repository, waiting } = await begin(await hosted());
    await clone.commit("a.txt", "a");
    expect(await push()).toMatchObject({ code: 0 });
    for (const target of ["HEAD:refs/heads/main", "HEAD:refs/heads/other", "HEAD:refs/tags/v1"]) {
      const { code, stderr } = await clone.git("push", "--force", "origin", target);
      expect([target, code === 0]).toEqual([target, false]);
      expect(stderr).toContain(`This key pushes to ${waiting.workingBranch} alone.`);
    }
    expect(await clone.git("push", "origin", `:${waiting.workingBranch}`)).not.toMatchObject({ code: 0 });
    const refs = await site.git([
      "--git-dir",
      repository.directory,
      "for-each-ref",
      "--format=%(refname)",
      "refs/heads",
    ]);
    expect(refs.stdout.trim().split("\n").toSorted()).toEqual([
      `refs/heads/${waiting.workingBranch}`,
      "refs/heads/main",
    ]);
  });

  it("opens no other repository: of the same organization or of another one they do not exist", async () => {
    const { key } = await begin(await hosted());
    const other = await hosted();
    for (const args of [["ls-remote"], ["push", "--force"]]) {
      const refused = await other.clone.git(
        ...args,
        site.url(other.repository, key),
        ...(args[1] ? ["HEAD:main"] : []),
      );
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).toMatch(/not found/i);
    }
  });

  it("is stored as a hash, and ends with another key, with a stop, with its time and with the membership", async () => {
    const reads = async ({ repository, key }: { repository: HostedTestRepository; key: string }) =>
      (await site.git(["ls-remote", site.url(repository, key)])).code === 0;
    const first = await begin(await hosted());
    expect(JSON.stringify(await site.world.ctx.db.select().from(implementations))).not.toContain(first.key);
    expect(await reads(first)).toBe(true);
    const { key } = await createPushKey(first.owner.ctx, first.one);
    expect([await reads(first), await reads({ ...first, key })]).toEqual([false, true]);
    await stopImplementation(first.owner.ctx, first.one);
    expect(await reads({ ...first, key })).toBe(false);
    await expect(createPushKey(first.owner.ctx, first.one)).rejects.toMatchObject({ code: "conflict" });
    await resumeImplementation(first.owner.ctx, first.one);
    expect(await first.read()).toMatchObject({ waitsForPush: true });

    const late = await begin(await hosted());
    const past = { pushUntil: new Date(site.world.ctx.now().getTime() - 1) };
    await site.world.ctx.db
      .update(implementations)
      .set(past)
      .where(eq(implementations.implementationId, late.one.implementationId));
    expect(await reads(late)).toBe(false);
    await lookAfterPushes(site.world.ctx);
    const ended = await late.read();
    expect(ended).toMatchObject({ outcome: "stopped", task: { state: "todo" } });
    expect(ended.events.at(-1)?.summary).toBe("Stopped: nothing was pushed in 7 days.");

    const done = await begin(await hosted());
    await site.world.ctx.db.update(tasks).set({ state: "done" }).where(eq(tasks.taskId, done.one.taskId));
    expect(await reads(done)).toBe(false);

    const left = await begin(await hosted());
    await site.world.ctx.db.delete(members).where(eq(members.userId, left.owner.userId));
    expect(await reads(left)).toBe(false);
  });
});
