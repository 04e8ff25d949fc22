import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";

import { implementationComments } from "#server/platform/db/tables/implementation-comments.ts";
import { implementations, runOperations, runSteps } from "#server/platform/db/tables/implementations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { criterionChecks, proposedChecks, runChecks } from "#server/platform/db/tables/run-checks.ts";
import { taskImportItems, taskImports } from "#server/platform/db/tables/task-imports.ts";
import { taskEvents, taskLinks, taskPins, tasks } from "#server/platform/db/tables/tasks.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

import { makeDocument } from "./make-document.ts";

/**
 * Two tasks, of which one waits for the other, with something that happened to it, a file that was pinned to it, an
 * implementation, and the import that the other one came of.
 */
export async function makeTasks(
  world: TestWorld,
  given: {
    organizationId: string;
    projectId: string;
    repositoryId: string;
    artifactId: string;
    userId: string;
    canary: string;
  },
): Promise<Record<"taskId" | "criterionId" | "implementationId" | "commentId" | "documentId" | "importId", string>> {
  const { organizationId, projectId, repositoryId, userId, canary } = given;
  const { db } = world.ctx;
  const [taskId, blockerId, criterionId] = [randomUUID(), randomUUID(), randomUUID()];
  const moments = { createdAt: world.ctx.now(), updatedAt: world.ctx.now() };
  const tenant = { organizationId, projectId };
  const texts = { title: canary, description: canary, labels: [canary] };
  const acceptanceCriteria = [{ id: criterionId, text: canary, done: false }];
  const common = { ...tenant, ...texts, acceptanceCriteria, priority: "none", assigneeId: userId, ...moments } as const;
  await db.insert(tasks).values([
    {
      ...common,
      taskId: blockerId,
      projectTaskId: 1,
      state: "backlog",
      rank: "a0",
      originUrl: `https://example.test/${canary}`,
    },
    { ...common, taskId, projectTaskId: 2, state: "todo", rank: "a0" },
  ]);
  const isProject = eq(projects.projectId, projectId);
  await db.update(projects).set({ lastTaskNumber: 2, taskKey: canary.toUpperCase() }).where(isProject);
  await db.insert(taskLinks).values({ ...tenant, taskId, blockerId });
  const event = {
    eventId: randomUUID(),
    organizationId,
    taskId,
    field: "title",
    by: "person",
    actorId: userId,
  } as const;
  await db.insert(taskEvents).values({ ...event, from: canary, to: canary, createdAt: moments.createdAt });
  const whole = { startLine: null, endLine: null, symbol: canary };
  const pin = { organizationId, taskId, repositoryId, path: `${canary}.ts`, kind: "pinned", ...whole } as const;
  await db.insert(taskPins).values({ ...pin, createdBy: userId, createdAt: moments.createdAt });
  const check = { kind: "test-file", path: `${canary}.test.js`, content: canary, command: canary } as const;
  const checked = { organizationId, taskId, criterionId, check, updatedBy: userId, updatedAt: moments.updatedAt };
  await db.insert(criterionChecks).values(checked);
  const request = { requestId: randomUUID(), requestedBy: userId, requestedAt: moments.updatedAt };
  const proposal = { state: "proposed", check, reason: canary, tail: canary, writtenBy: canary } as const;
  await db
    .insert(proposedChecks)
    .values({ organizationId, taskId, criterionId, criterion: canary, ...request, ...proposal });
  const implementationId = await makeImplementation(world, { ...given, taskId });
  const commentId = await makeComment(world, { organizationId, implementationId, userId, canary });
  const now = world.ctx.now();
  const documentId = await makeDocument(db, { ...given, implementationId, now });
  const importId = await makeImport(world, { organizationId, projectId, userId, canary, taskId: blockerId });
  return { taskId, criterionId, implementationId, commentId, documentId, importId };
}

/** On a line of a file that nobody has. */
async function makeComment(
  world: TestWorld,
  given: { organizationId: string; implementationId: string; userId: string; canary: string },
): Promise<string> {
  const { organizationId, implementationId, userId, canary } = given;
  const commentId = randomUUID();
  const line = { path: `${canary}.ts`, side: "new", line: 1, hash: canary, commit: "0".repeat(40) } as const;
  const excerpt = { startLine: 1, lines: [canary] };
  const row = { commentId, threadId: commentId, organizationId, implementationId, message: canary, createdBy: userId };
  await world.ctx.db.insert(implementationComments).values({ ...row, ...line, excerpt, createdAt: world.ctx.now() });
  return commentId;
}

/** One whose run failed and that was discarded, with a step and a line of its log. */
async function makeImplementation(
  world: TestWorld,
  given: Parameters<typeof makeTasks>[1] & { taskId: string },
): Promise<string> {
  const { organizationId, projectId, repositoryId, taskId, userId, canary } = given;
  const { db } = world.ctx;
  const now = world.ctx.now();
  const key = { organizationId, implementationId: randomUUID() };
  await db.insert(implementations).values({
    ...key,
    projectId,
    taskId,
    repositoryId,
    projectImplementationId: 1,
    engine: "diff",
    brief: { title: canary, description: canary, acceptanceCriteria: [] },
    workingBranch: `cairn/2-${canary}`,
    baseBranch: canary,
    state: "discarded",
    runState: "failed",
    lastOperation: 1,
    createdBy: userId,
    createdAt: now,
    queuedAt: now,
    endedAt: now,
  });
  const step = "code-analysis";
  const done = { attempt: 1, state: "error", leaseEpoch: 1, startedAt: now, completedAt: now } as const;
  await db.insert(runSteps).values({ ...key, ...done, sequence: 1, step, intent: {}, summary: canary });
  await db.insert(runOperations).values({ ...key, sequence: 1, step, kind: "problem", text: canary, createdAt: now });
  await db.insert(runChecks).values({ ...key, ...makeRunCheck(canary), createdAt: now });
  return key.implementationId;
}

/** A test that failed before the change. */
export function makeRunCheck(canary: string) {
  const ended = { outcome: "failed", exitCode: 1, message: canary, durationMs: 1, tail: canary } as const;
  const cases = [{ name: canary, state: "failed" as const }];
  const where = { side: "base", repetition: 1, commit: canary, command: canary, key: canary } as const;
  return { sequence: 1, attempt: 1, kind: "test" as const, criterionId: null, ...where, ...ended, cases };
}

async function makeImport(
  world: TestWorld,
  given: { organizationId: string; projectId: string; userId: string; canary: string; taskId: string },
): Promise<string> {
  const { organizationId, projectId, userId, canary, taskId } = given;
  const importId = randomUUID();
  const counters = { total: 1, written: 1, linked: 1, kept: 0 };
  const moments = { createdAt: world.ctx.now(), startedAt: world.ctx.now() };
  const { db } = world.ctx;
  await db.insert(taskImports).values({
    importId,
    organizationId,
    projectId,
    kind: "csv",
    name: `${canary}.csv`,
    state: "done",
    contentHash: canary,
    ...counters,
    failure: canary,
    createdBy: userId,
    ...moments,
  });
  await db.insert(taskImportItems).values({ organizationId, importId, position: 1, item: { title: canary }, taskId });
  return importId;
}
