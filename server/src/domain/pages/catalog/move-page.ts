import { notFound } from "@cairn/contract/errors";

import { type ArtifactRow, listChildRows, updateArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import {
  listSiblings,
  lockTree,
  nextPosition,
  placePages,
  type TreeOwner,
} from "#server/domain/pages/store/tree.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** Where pages of a tree are; that of a page's own tree. */
export function ownerOf({ organizationId, projectId, serviceId }: TreeOwner): TreeOwner {
  return { organizationId, projectId, serviceId };
}

export function isSameOwner(one: TreeOwner, other: TreeOwner): boolean {
  return one.projectId === other.projectId && one.serviceId === other.serviceId;
}

/** Both trees are the caller's alone until the transaction ends, locked in the same order by everybody. */
export async function lockTrees(tx: Db, owners: readonly TreeOwner[]): Promise<void> {
  const named = owners.map((owner) => ({ owner, name: `${owner.projectId} ${owner.serviceId}` }));
  for (const { owner } of named.toSorted((one, other) => one.name.localeCompare(other.name))) {
    if (!(await lockTree(tx, owner))) throw notFound(owner.serviceId === null ? "Product" : "Service");
  }
}

/** Pages below this one move up to its position among its siblings. The caller has locked the tree. */
export async function moveChildrenUp(tx: Db, page: ArtifactRow): Promise<void> {
  const children = (await listChildRows(tx, page)).map((child) => child.artifactId);
  if (children.length === 0) return;
  const { organizationId, parentArtifactId } = page;
  const siblings = await listSiblings(tx, ownerOf(page), parentArtifactId);
  const order = siblings.flatMap(({ artifactId }) =>
    artifactId === page.artifactId ? [artifactId, ...children] : [artifactId],
  );
  await placePages(tx, organizationId, parentArtifactId, order);
}

/**
 * Gives the page to another product, service or the organization, at the end of the top of that tree. Pages below it
 * stay and move up. A first page becomes one like all others: its former owner gets a new one with the next indexing.
 * The caller holds both trees and the page.
 */
export async function movePage(tx: Db, page: ArtifactRow, owner: TreeOwner): Promise<void> {
  await moveChildrenUp(tx, page);
  const { projectId, serviceId } = owner;
  const position = await nextPosition(tx, owner, null);
  await updateArtifactRow(tx, page, { projectId, serviceId, parentArtifactId: null, position, plan: null });
}
