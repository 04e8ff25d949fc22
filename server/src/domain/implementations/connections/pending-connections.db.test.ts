import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { setArchitectureEdge } from "#server/domain/architecture/set-architecture-edge.ts";
import { enterMergeQueue } from "#server/domain/implementations/merge-queue/enter-merge-queue.ts";
import { workOnMergeQueue } from "#server/domain/implementations/merge-queue/work-on-merge-queue.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { describeImplementations } from "#server/domain/implementations/reading/describe-implementations.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { findBrokenRules } from "#server/domain/implementations/rule-checks/find-broken-rules.ts";
import { implementFiles, keyOf, makeDocumentedProject } from "#server/domain/implementations/testing/documented-run.ts";
import type { RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { createRule } from "#server/domain/rules/create-rule.ts";
import { listRequiredRules } from "#server/domain/rules/list-required-rules.ts";
import { buildOnce } from "#server/domain/search/branch-builds.ts";
import { nameOfCommit, removeBranchIndex } from "#server/index-storage/branch-indexes.ts";
import { createTestWorld, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

vi.setConfig({ testTimeout: 120_000 });
const patience = { timeout: 60_000, interval: 100 };

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

/** Commits are indexed as soon as nothing else is; answers how to let them. */
function holdIndexing(): () => Promise<void> {
  const gate = Promise.withResolvers<void>();
  const { signal } = world.ctx;
  const builds = ["one", "other"].map((name) => buildOnce(name, { maxWaitMs: 600_000, signal }, () => gate.promise));
  return async () => {
    gate.resolve();
    await Promise.all(builds);
  };
}

/** A required rule forbids connections, and a change of this product brings one. */
async function setUp(stance: "allowed" | "forbidden") {
  const project = await makeDocumentedProject(world);
  const { organizationId, projectId, repositoryId } = project;
  const key = { organizationId, projectId };
  const make = async (name: string, workingPath: string, number: number) =>
    (await makeService(world, key, { name, repositoryId, workingPath, number })).serviceId;
  const [berths, board] = [await make("Berths", "/berths", 50), await make("Board", "/board", 51)];
  await setArchitectureEdge(project.ctx, { ...key, sourceId: board, targetId: berths, stance });
  const check = { kind: "forbidden-connection" as const, files: "board/**" };
  const texts = { condition: "Code of the board changes", instruction: "Make no connection that is forbidden" };
  await createRule(project.ctx, { ...key, ...texts, check, isRequired: true });
  const one = await implementFiles(world, project, {
    "berths/berth.ts": "export const berth = 1;\n",
    "board/page.ts": 'import { berth } from "../berths/berth.ts";\nexport const page = berth;\n',
  });
  return { project, one };
}
const read = async (project: RunProject, one: Implementation) =>
  await getImplementation(project.ctx, keyOf(project, one));
const target = (project: RunProject, one: Implementation) => ({ ...keyOf(project, one), head: one.head ?? "" });
const message = "The connections of this change are still being compared; try again in a moment.";

it("merges nothing of which it is not known yet whether it makes a forbidden connection", async () => {
  const release = holdIndexing();
  const { project, one } = await setUp("forbidden");
  expect(await read(project, one)).toMatchObject({
    canMerge: false,
    mergeObstacles: [{ kind: "rule-pending", message }],
  });
  await expect(mergeImplementation(project.ctx, target(project, one))).rejects.toMatchObject({
    code: "conflict",
    message,
  });
  await expect(enterMergeQueue(project.ctx, target(project, one))).rejects.toMatchObject({ code: "conflict", message });
  // A list has no time for it, and nobody decides there.
  const row = await requireImplementation(project.ctx, keyOf(project, one), "implementation.read");
  const listed = await describeImplementations(project.ctx, [row, row]);
  expect(listed.map(({ canMerge }) => canMerge)).toEqual([true, true]);
  // Nor anything of which not all could be looked at, which is no better a moment later.
  const required = await listRequiredRules(project.ctx.db, project.organizationId, [project.projectId]);
  const partial = { required, findConnections: () => Promise.resolve("partial" as const) };
  expect(await findBrokenRules(project.ctx, row, partial)).toEqual([
    { kind: "rule", message: expect.stringContaining("Not all of the code could be looked at") },
  ]);
  await release();
  const obstacle = async () => (await read(project, one)).mergeObstacles[0]?.message;
  await expect.poll(obstacle, patience).toContain("which the architecture forbids");
});

it("keeps a change in line until it is known", async () => {
  const { project, one } = await setUp("allowed");
  const { organizationId, repositoryId } = project;
  await updateProject(project.ctx, { ...keyOf(project, one), mergePath: "queue" });
  await expect.poll(async () => (await read(project, one)).canMerge, patience).toBe(true);
  await enterMergeQueue(project.ctx, target(project, one));
  const repository = await findRepository(world.ctx, { organizationId, repositoryId });
  const name = nameOfCommit(one.head ?? "");
  const index = project.ctx.indexes.branchDirectory(repositoryId, name, repository?.indexGeneration ?? 0);
  await removeBranchIndex(index);
  const release = holdIndexing();
  const working = workOnMergeQueue(project.system, { organizationId, repositoryId });
  await expect.poll(async () => (await read(project, one)).mergeQueue?.state, patience).toBe("passed");
  expect((await read(project, one)).state).toBe("created");
  await release();
  await working;
  expect((await read(project, one)).state).toBe("merged");
});
