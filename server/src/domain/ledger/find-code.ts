import type { Ctx } from "#server/ctx.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { contextDirectory } from "#server/platform/storage/data-folders.ts";

import type { FollowedCode } from "./find-target.ts";
import { findCodeRow, hasProjectRow, type CodeKey } from "./ledger.store.ts";

/** Code that sources can name: a repository, or a product's external context. */
export interface CitedCode extends CodeKey {
  /** Where git reads it. */
  directory: string;
  projectId: string;
  /** The commit of its index; null where there is none. */
  indexedCommit: string | null;
}

/**
 * What the organization has under this id; null when there is no such code. Held, its index stays where it is until the
 * transaction `db` ends.
 */
export async function findCode(
  ctx: Ctx,
  key: CodeKey,
  { db, isHeld }: { db: Db; isHeld: boolean },
): Promise<CitedCode | null> {
  const { organizationId, repositoryId } = key;
  const row = await findCodeRow(db, key, { isHeld });
  if (row) return { ...row, organizationId, repositoryId, directory: codeDirectory(ctx, { ...row, repositoryId }) };
  if (!(await hasProjectRow(db, key, { isHeld }))) return null;
  const indexedCommit = ctx.indexes.open(repositoryId)?.commit ?? null;
  const directory = contextDirectory(ctx.settings.server.dataDir, repositoryId);
  return { organizationId, repositoryId, projectId: repositoryId, directory, indexedCommit };
}

/** The code with its files at a commit, for following sources there. */
export function followTo(
  ctx: Pick<Ctx, "indexes" | "signal">,
  code: CodeKey & { directory: string },
  { formerCommit, commit }: { formerCommit: string | null; commit: string },
): FollowedCode {
  const { organizationId, repositoryId, directory } = code;
  const listFiles = async () => {
    const index = ctx.indexes.open(repositoryId);
    if (index?.commit === commit) return index.files();
    const entries = await listTree(directory, commit, { signal: ctx.signal });
    return entries.filter(({ mode }) => mode.startsWith("100"));
  };
  return { organizationId, repositoryId, directory, formerCommit, commit, listFiles };
}
