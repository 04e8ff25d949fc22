import type { Ctx } from "#server/ctx.ts";
import type { RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";

/** The directory where git reads a repository: a hosted one itself, any other its mirror. */
export function codeDirectory(
  ctx: Pick<Ctx, "mirrors" | "settings">,
  row: Pick<RepositoryRow, "repositoryId" | "connection">,
): string {
  if (row.connection.type === "internal") return hostedDirectory(ctx.settings.server.dataDir, row.repositoryId);
  return ctx.mirrors.directory(row.repositoryId);
}
