import type { Ctx } from "#server/ctx.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { folderOfService } from "#server/domain/service-commands/reading/choose-commands.ts";
import { keepFound, loadStoredCommands } from "#server/domain/service-commands/store/service-commands.store.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import { findCommandsInCode } from "#server/engine/service-commands/find-commands-in-code.ts";
import { storable } from "#server/text/storable.ts";

/**
 * Looks in the indexed code of a service for what installs, builds, tests and lints it, and keeps it with the commit.
 * Without an index there is nothing to look in; another job comes with it.
 */
export async function findServiceCommands(ctx: Ctx, key: { organizationId: string; serviceId: string }): Promise<void> {
  const stored = await loadStoredCommands(ctx.db, key.serviceId);
  if (stored?.repository == null) return;
  const { service, repository } = stored;
  const { organizationId, serviceId } = service;
  const row = await findRepository(ctx, { organizationId, repositoryId: repository.repositoryId });
  const opened = row === null ? null : openMainBranch(ctx, row);
  if (opened === null) return;
  const foundFolder = folderOfService(service);
  const found = await findCommandsInCode(opened, foundFolder);
  await ctx.db.transaction(async (tx) => {
    if ((await holdService(tx, service, serviceId)) === null) return;
    const where = { foundRepositoryId: repository.repositoryId, foundFolder, foundCommit: opened.index.commit };
    await keepFound(tx, { organizationId, serviceId }, { found: storable(found), ...where });
  });
}
