import { setTimeout as wait } from "node:timers/promises";

import type { ChangesRead } from "#server/domain/changes/load-changes.ts";
import { loadTaskChanges, type TaskChanges } from "#server/domain/tasks/load-task-changes.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";

type ReadChanges = Extract<ChangesRead, { kind: "changes" }>;

/** The tasks that changes of a project are about. */
export type TaskReader = (project: ProjectIds, read: ReadChanges) => Promise<TaskChanges>;

interface ProjectIds {
  organizationId: string;
  projectId: string;
}

const noTasks: TaskChanges = { created: [], updated: [], deleted: [] };
const neverAborted = new AbortController().signal;

/** Before each further try: a read fails mostly because all connections are in use for a moment. */
const retryDelaysMs = [250, 1_000];

/**
 * Loads the tasks of one read once, however many sockets of this process hear of it. Rejects when the last try failed
 * too; a client that is then cut gets the same changes again when it comes back.
 */
export function createTaskReader(services: Services): TaskReader {
  const loaded = new WeakMap<ReadChanges, Promise<TaskChanges>>();
  return async (project, read) => {
    if (!read.changes.some(({ type }) => type === "task")) return noTasks;
    const tasks = loaded.get(read) ?? loadPatiently(services, project, read);
    loaded.set(read, tasks);
    return await tasks;
  };
}

async function loadPatiently(services: Services, project: ProjectIds, { changes }: ReadChanges): Promise<TaskChanges> {
  const { organizationId, projectId } = project;
  const actor = { kind: "system", organizationId } as const;
  const ctx = createCtx(services, { actor, requestId: services.newId(), signal: neverAborted });
  for (const delayMs of retryDelaysMs) {
    try {
      return await loadTaskChanges(ctx, project, changes);
    } catch (error) {
      services.log.warn({ error, projectId }, "tasks that changed could not be read, which is tried again");
      await wait(delayMs, undefined, { ref: false });
    }
  }
  return await loadTaskChanges(ctx, project, changes);
}
