import { AppError } from "@cairn/contract/errors";
import { taskLocationsSchema } from "@cairn/contract/task-locations";
import { taskSchema } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { requireService } from "#server/domain/services/require-service.ts";
import { getTaskLocations } from "#server/domain/tasks/get-task-locations.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";
import type { QuestionFocus } from "#server/engine/answer-context/answer-event.ts";

/**
 * The page, or section of it, or the task from which a question was asked. Null for one that is gone, or that belongs to
 * another product; when only the section is gone, its page.
 */
export async function loadFocus(
  ctx: Ctx,
  requested: {
    organizationId: string;
    projectId: string;
    artifactId: string | undefined;
    sectionId?: string | undefined;
    taskId?: string | undefined;
  },
): Promise<QuestionFocus | null> {
  const { organizationId, projectId, artifactId, sectionId, taskId } = requested;
  if (artifactId === undefined) return taskId === undefined ? null : await loadTaskFocus(ctx, { ...requested, taskId });
  try {
    const page = await getArtifact(ctx, { organizationId, artifactId });
    if (page.project?.projectId !== projectId) return null;
    const own = page.sections.find((section) => section.sectionId === sectionId);
    const sections = own ? [own] : page.sections;
    const sources = sections.flatMap((section) => section.sources);
    const files = new Map(sources.map(({ repositoryId, path }) => [`${repositoryId}:${path}`, { repositoryId, path }]));
    const service = page.service && (await areaOf(ctx, { organizationId, projectId, ...page.service }));
    const staleSections = sections.flatMap(({ status, title }) => (status === "stale" ? [title] : []));
    const about = { title: own?.title ?? page.title, files: [...files.values()], service, staleSections };
    return own ? { ...about, evidence: sources } : about;
  } catch (error) {
    // The page may be deleted while somebody asks about it; the question can be answered without it.
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** The files where the task lands are what a question asked from it is most likely about. */
async function loadTaskFocus(
  ctx: Ctx,
  key: { organizationId: string; projectId: string; taskId: string },
): Promise<QuestionFocus | null> {
  const { organizationId, projectId, taskId } = key;
  try {
    const task = taskSchema.parse(await getTask(ctx, { organizationId, projectId, taskId }));
    const found = await getTaskLocations(ctx, { organizationId, projectId, taskId });
    const { locations } = taskLocationsSchema.parse(found);
    const files = locations.flatMap((one) => (one.kind === "file" && !one.isGone ? [one] : []));
    return {
      title: task.title,
      kind: "task",
      files: files.map(({ repositoryId, path }) => ({ repositoryId, path })),
      service: task.service && (await areaOf(ctx, { organizationId, projectId, ...task.service })),
    };
  } catch (error) {
    // Like a page; and a look through the code that takes too long is no reason not to answer.
    if (error instanceof AppError && (error.code === "not_found" || error.code === "unavailable")) return null;
    throw error;
  }
}

async function areaOf(
  ctx: Ctx,
  key: { organizationId: string; projectId: string; serviceId: string },
): Promise<QuestionFocus["service"]> {
  const { repositoryId, workingPath } = await requireService(ctx, key, "project.read");
  return repositoryId === null ? null : { repositoryId, under: workingPath.replaceAll(/^\/+|\/+$/g, "") };
}
