import type { Ctx } from "#server/ctx.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { contextDirectory } from "#server/platform/storage/data-folders.ts";

/**
 * The project's external context as a repository that can be searched, read and cited, with the project's id as its
 * own; null where there is none. `topicIdOfPath` maps its files to topics. The caller has already checked the right to
 * the project.
 */
export async function openContext(
  ctx: Ctx,
  { projectId }: { organizationId: string; projectId: string },
): Promise<IndexedRepository | null> {
  const directory = contextDirectory(ctx.settings.server.dataDir, projectId);
  const index = ctx.indexes.open(projectId, createMirrorSource(directory));
  if (!index) return null;
  const location = { repositoryId: projectId, directory, signal: ctx.signal };
  const reader = openCodeReader({ ...location, commit: index.commit, files: () => index.files() });
  return { repositoryId: projectId, directory, name: "external-context", branch: "main", index, reader };
}
