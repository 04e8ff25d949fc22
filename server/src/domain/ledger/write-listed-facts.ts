import type { ListedFacts } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey } from "#server/platform/db/row-keys.ts";

import { replaceFactRows } from "./facts.store.ts";

/**
 * Replaces the facts that sections of one page list or count, within the caller's transaction, which holds the
 * repositories. A push since they were listed is caught up here: they may turn out to have changed.
 */
export async function writeListedFacts(
  ctx: Ctx,
  tx: Db,
  page: PageKey,
  {
    sections,
    expected,
  }: {
    sections: readonly { sectionId: string; lists?: readonly ListedFacts[] }[];
    /** Where an index is about to come; those who move it compare. */
    expected: { repositoryId: string } | null;
  },
): Promise<void> {
  const { organizationId, artifactId } = page;
  const rows = sections.flatMap(({ sectionId, lists = [] }) =>
    lists.map((list) => {
      const index = ctx.indexes.open(list.repositoryId);
      const isExpected = list.repositoryId === expected?.repositoryId;
      const isChanged = !isExpected && index?.digestOf(list.kind, list.folder) !== list.digest;
      const mark = isChanged ? { changedAt: ctx.now(), changedCommit: index?.commit ?? null } : unchanged;
      return { organizationId, artifactId, sectionId, ...list, ...mark };
    }),
  );
  await replaceFactRows(tx, { organizationId, sectionIds: sections.map(({ sectionId }) => sectionId) }, rows);
}

const unchanged = { changedAt: null, changedCommit: null };
