import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";

import { selectHook, type EventHookRow } from "./event-hooks.store.ts";

interface HookTarget {
  organizationId: string;
  projectId: string;
  hookId: string;
}

/** A webhook of a product whose settings the actor may change. */
export async function requireHook(
  ctx: Ctx,
  target: HookTarget,
): Promise<{ project: AccessedProject; hook: EventHookRow }> {
  const project = await requireProject(ctx, target, "project.update");
  const { organizationId, projectId } = project;
  const hook = await selectHook(ctx.db, { organizationId, projectId, hookId: target.hookId });
  if (hook === null) throw notFound("Webhook");
  return { project, hook };
}
