import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { resetProjectContext } from "#server/domain/pages/reset-project-context.ts";
import { getInitialSetup } from "#server/domain/projects/get-initial-setup.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { reindexService } from "#server/domain/services/reindex-service.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { makeService } from "#server/testing/test-ctx.ts";

import { startGitSite, type GitSite } from "./testing/git-site.ts";

let site: GitSite;
beforeAll(async () => {
  site = await startGitSite();
});
afterAll(() => site.close());

/** An empty hosted repository, and somebody's clone of it with the right to push. */
async function fresh() {
  const hosted = await site.host("ferry-board", { isEmpty: true });
  const url = site.url(hosted, await site.tokenOf(hosted.owner.userId));
  const system = { ...site.world.ctx, actor: { kind: "system" as const, organizationId: hosted.organizationId } };
  const row = async () => (await findProjectRepositories(system, hosted))[0];
  const index = () => indexRepository(system, hosted, { isLastTry: true });
  return { hosted, url, system, row, index };
}

it("takes an existing history without force, whatever its branches are called, and follows the one it has", async () => {
  const { hosted, url, system, row, index } = await fresh();
  const waiting = await getInitialSetup(hosted.owner.ctx, hosted);
  expect(waiting).toMatchObject({ hasRepository: false, progress: 100, label: null });
  expect((await row())?.indexState).toBe("never");

  const work = await createTestRepository();
  await work.commit("One", { "README.md": "# Ferry Board\n" });
  const second = await work.commit("Two", { "src/delay.ts": "export const delay = 1;\n" });
  await work.git("branch", "-m", "trunk");
  await work.git("tag", "v1");
  const push = (...what: string[]) => site.git(["push", url, ...what], { cwd: work.path });
  expect(await push("--all")).toMatchObject({ code: 0 });
  expect(await push("--tags")).toMatchObject({ code: 0 });

  const repositoryId = hosted.repositoryId;
  const data = { organizationId: hosted.organizationId, repositoryId };
  expect(site.world.enqueued).toContainEqual({ job: "index-repository", data, key: repositoryId });
  await index();
  expect(await row()).toMatchObject({ indexState: "ready", mainBranch: "trunk", indexedCommit: second });
  expect(await getInitialSetup(hosted.owner.ctx, hosted)).toMatchObject({ label: "Planning the pages" });
  const clone = path.join(site.scratch, "after-push");
  expect(await site.git(["clone", "--quiet", url, clone])).toMatchObject({ code: 0 });
  expect((await site.git(["-C", clone, "branch", "--show-current"])).stdout.trim()).toBe("trunk");
  expect(system.actor.kind).toBe("system");
  await work.remove();
});

it("is cloned empty, and the first commit of that clone is pushed to main", async () => {
  const { url, row, index } = await fresh();
  const clone = path.join(site.scratch, "empty-clone");
  expect(await site.git(["clone", "--quiet", url, clone])).toMatchObject({ code: 0 });
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.test"];
  await site.git(["-C", clone, ...identity, "commit", "--quiet", "--allow-empty", "-m", "Begin"]);
  expect(await site.git(["-C", clone, "push", "--quiet"])).toMatchObject({ code: 0 });
  await index();
  expect(await row()).toMatchObject({ indexState: "ready", mainBranch: "main" });
});

it.each(["git clone", "Reindex", "a reset of the context"])(
  "still waits after %s, and takes a whole history then",
  async (act) => {
    const { hosted, url, row, index } = await fresh();
    const { organizationId, projectId, repositoryId, owner } = hosted;
    if (act === "git clone") await site.git(["clone", "--quiet", url, path.join(site.scratch, repositoryId)]);
    if (act === "a reset of the context") {
      await resetProjectContext(owner.ctx, { organizationId, projectId });
      expect((await row())?.indexState).toBe("queued");
    }
    const { serviceId } = await makeService(site.world, hosted, { repositoryId });
    const reindex = () => reindexService(owner.ctx, { organizationId, projectId, serviceId });
    if (act === "Reindex") {
      await expect(reindex()).rejects.toMatchObject({
        code: "conflict",
        message: "Nothing was pushed to this repository yet. The first push is indexed by itself.",
      });
    }
    await index();
    expect(await row()).toMatchObject({ indexState: "never", indexError: null, mainBranch: null });

    const work = await createTestRepository();
    const commit = await work.commit("One", { "README.md": "# Ferry Board\n" });
    expect(await site.git(["push", url, "--all"], { cwd: work.path })).toMatchObject({ code: 0 });
    await work.remove();
    // Also where the run that the push put in line is lost.
    await reindex();
    await index();
    expect(await row()).toMatchObject({ indexState: "ready", indexedCommit: commit });
  },
);
