import { maxListLimit } from "@cairn/contract/lists";

import type { Ctx } from "#server/ctx.ts";
import { listMembers } from "#server/domain/members/list-members.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import { matchTaskNames } from "#server/domain/tasks/match-task-names.ts";
import { matchTaskOrigins } from "#server/domain/tasks/match-task-origins.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import type { ParsedTask } from "./reading/parsed-task.ts";
import { foldKey, type TaskImportGround } from "./resolve-tasks.ts";

/** What is there that these tasks may speak of. The caller has checked the right to the project. */
export async function loadImportGround(
  ctx: Ctx,
  project: ProjectKey,
  tasks: readonly ParsedTask[],
): Promise<TaskImportGround> {
  const names = new Set(tasks.flatMap(({ blockedBy }) => blockedBy.map(foldKey)));
  return {
    members: tasks.some(({ assignees }) => assignees.length > 0) ? await listAllMembers(ctx, project) : [],
    services: await listProjectServices(ctx, project),
    tasks: await matchTaskNames(ctx, project, [...names]),
    known: await matchTaskOrigins(
      ctx,
      project,
      tasks.flatMap(({ originKey }) => originKey ?? []),
    ),
    now: ctx.now(),
  };
}

async function listAllMembers(ctx: Ctx, { organizationId }: ProjectKey): Promise<TaskImportGround["members"]> {
  const members: TaskImportGround["members"][number][] = [];
  for (let page = 1; ; page += 1) {
    const { content, total } = await listMembers(ctx, { organizationId, page, limit: maxListLimit });
    members.push(...content.map(({ user }) => user));
    if (content.length === 0 || members.length >= total) return members;
  }
}
