import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { requireService } from "#server/domain/services/require-service.ts";
import type { QuestionFocus } from "#server/engine/answer-context/answer-event.ts";

/**
 * The page, or section of it, from which a question was asked. Null for a page that is gone, or that belongs
 * to another product; when only the section is gone, its page.
 */
export async function loadFocus(
  ctx: Ctx,
  requested: {
    organizationId: string;
    projectId: string;
    artifactId: string | undefined;
    sectionId?: string | undefined;
  },
): Promise<QuestionFocus | null> {
  const { organizationId, projectId, artifactId, sectionId } = requested;
  if (artifactId === undefined) return null;
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

async function areaOf(
  ctx: Ctx,
  key: { organizationId: string; projectId: string; serviceId: string },
): Promise<QuestionFocus["service"]> {
  const { repositoryId, workingPath } = await requireService(ctx, key, "project.read");
  return repositoryId === null ? null : { repositoryId, under: workingPath.replaceAll(/^\/+|\/+$/g, "") };
}
