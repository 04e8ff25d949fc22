import type { InputOf } from "@cairn/contract/endpoint";
import type { deleteProject as endpoint } from "@cairn/contract/projects";

import { withActor, type Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { startRemovingContexts } from "#server/domain/external-context/remove-context.ts";
import { listFilesOfChats, removeUnusedFiles } from "#server/domain/files/remove-unused-files.ts";
import { markCodeGone } from "#server/domain/ledger/mark-code-gone.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listRepositoryIds } from "#server/domain/repositories/catalog/find-repository.ts";
import { startRemovingFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";
import { retryDeadlocked } from "#server/platform/db/retry-deadlocked.ts";

import { deleteProjectRow, lockProjectRow } from "./projects.store.ts";

/** Rows are deleted by the database's own cascade, files by jobs that the same transaction enqueues. */
export async function deleteProject(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "project.delete");
  const { organizationId, projectId, name } = project;
  // Chats of others, and so their files, can be seen for the organization only.
  const { db } = withActor(ctx, { kind: "system", organizationId });
  await retryDeadlocked(() =>
    db.transaction(async (tx) => {
      // Nobody adds a repository from here on, so none is forgotten.
      await lockProjectRow(tx, project);
      // The caller may have lost the right while this waited for the lock.
      await requireProject({ actor: ctx.actor, db: tx }, project, "project.delete");
      const repositoryIds = await listRepositoryIds(tx, { organizationId, projectId });
      await startRemovingFiles(ctx, tx, repositoryIds);
      // Pages of the organization may cite its code, and its external context, which has the project's id.
      for (const repositoryId of [...repositoryIds, projectId]) {
        await markCodeGone(ctx, tx, { organizationId, repositoryId });
      }
      await startRemovingContexts(ctx, tx, { organizationId, projectId });
      const filenames = await listFilesOfChats(tx, { organizationId, projectId });
      const isDeleted = await deleteProjectRow(tx, project);
      await removeUnusedFiles(ctx, tx, { organizationId, filenames });
      if (isDeleted) await recordAudit(ctx, tx, { organizationId, action: "project.deleted", target: name });
    }),
  );
}
