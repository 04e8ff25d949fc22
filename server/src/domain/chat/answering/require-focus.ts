import type { ChatContext } from "@cairn/contract/chat";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { requirePageOfProject } from "#server/domain/pages/catalog/require-page-of-project.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";

/**
 * Refuses a question about a page, a section, a task or lines that are not of this product. The chat's earlier focus was
 * checked then, and may be gone since: the question can be answered without it. `earlier` is null for a new chat.
 */
export async function requireFocus(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  requested: { context: ChatContext; earlier: ChatContext | null },
): Promise<void> {
  const { artifactId, taskId, selection } = requested.context;
  if (artifactId !== undefined && artifactId !== requested.earlier?.artifactId) {
    await requirePageOfProject(ctx, { ...project, artifactId });
  }
  if (taskId !== undefined && taskId !== requested.earlier?.taskId) await getTask(ctx, { ...project, taskId });
  await requireChange(ctx, project, requested);
  await requireSection(ctx, project.organizationId, requested);
  if (selection && selection.repositoryId !== requested.earlier?.selection?.repositoryId) {
    await requireRepository(ctx, { ...project, repositoryId: selection.repositoryId }, "chat.use");
  }
}

/** A change is found through its task, which was checked before. */
async function requireChange(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  { context, earlier }: { context: ChatContext; earlier: ChatContext | null },
): Promise<void> {
  const { taskId, implementationId } = context;
  if (implementationId === undefined || implementationId === earlier?.implementationId) return;
  if (taskId === undefined) throw notFound("Implementation");
  await getImplementation(ctx, { ...project, taskId, implementationId });
}

/** A section is found through its page, which was checked above. */
async function requireSection(
  ctx: Ctx,
  organizationId: string,
  { context, earlier }: { context: ChatContext; earlier: ChatContext | null },
): Promise<void> {
  const { artifactId, sectionId } = context;
  if (sectionId === undefined || sectionId === earlier?.sectionId) return;
  if (artifactId === undefined) throw notFound("Section");
  const page = await getArtifact(ctx, { organizationId, artifactId });
  if (!page.sections.some((section) => section.sectionId === sectionId)) throw notFound("Section");
}
