import type { ChangesRead } from "#server/domain/changes/load-changes.ts";
import { loadTaskChanges, type TaskChanges } from "#server/domain/tasks/load-task-changes.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";

type ReadChanges = Extract<ChangesRead, { kind: "changes" }>;

/** The tasks that changes of a project are about. */
export type TaskReader = (
  project: { organizationId: string; projectId: string },
  read: ReadChanges,
) => Promise<TaskChanges>;

const noTasks: TaskChanges = { created: [], updated: [], deleted: [] };
const neverAborted = new AbortController().signal;

/** Loads the tasks of one read once, however many sockets of this process hear of it. */
export function createTaskReader(services: Services): TaskReader {
  const loaded = new WeakMap<ReadChanges, Promise<TaskChanges>>();
  return async (project, read) => {
    if (!read.changes.some(({ type }) => type === "task")) return noTasks;
    const { organizationId } = project;
    const actor = { kind: "system", organizationId } as const;
    const ctx = createCtx(services, { actor, requestId: services.newId(), signal: neverAborted });
    const tasks = loaded.get(read) ?? loadTaskChanges(ctx, project, read.changes);
    loaded.set(read, tasks);
    return await tasks;
  };
}
