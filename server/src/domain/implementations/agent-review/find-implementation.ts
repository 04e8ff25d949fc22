import { notFound } from "@cairn/contract/errors";
import type { Implementation } from "@cairn/contract/implementations";
import type { Task } from "@cairn/contract/tasks";
import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { listImplementations } from "#server/domain/implementations/reading/list-implementations.ts";
import { findTask } from "#server/domain/tasks/find-task.ts";
import type { ToolScope } from "#server/edge.ts";

/** Older ones are found on the page of their task. */
const maxLookedAt = 100;

/** Names one for `findImplementation`. */
export const implementationInput = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .describe("Number or id of one of its implementations; the newest when left out");

/** An implementation of the task of that name or id, by its own number or id: the newest where nothing names one. */
export async function findImplementation(
  ctx: Ctx,
  scope: ToolScope,
  { task: nameOrId, implementation: named }: { task: string; implementation?: string | undefined },
): Promise<{ task: Task; implementation: Implementation }> {
  const { task } = await findTask(ctx, { ...scope, nameOrId });
  const limit = named === undefined ? 1 : maxLookedAt;
  const { content } = await listImplementations(ctx, { ...scope, taskId: task.taskId, page: 1, limit });
  const implementation = content.find(
    (one) => named === undefined || named === one.implementationId || named === `${one.projectImplementationId}`,
  );
  if (implementation === undefined) throw notFound("Implementation");
  return { task, implementation };
}
