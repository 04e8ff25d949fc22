import { AppError } from "@cairn/contract/errors";
import type { ArtifactSummary } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { placeArtifact } from "#server/domain/pages/catalog/place-artifact.ts";

import { listAllPages, type PagesScope } from "./gather-pages.ts";
import type { PageFile } from "./page-file.ts";

/** Moves imported pages to the parents and into the order of their files; pages already there are left alone. */
export async function orderPages(
  ctx: Ctx,
  scope: PagesScope,
  found: readonly { page: PageFile }[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const { organizationId } = scope;
  const wanted = found
    .flatMap(({ page }) => {
      const artifactId = ids.get(page.artifactId);
      return artifactId === undefined
        ? []
        : [{ artifactId, parentArtifactId: ids.get(page.parentArtifactId ?? "") ?? null, order: page.order }];
    })
    .toSorted((a, b) => a.order - b.order);
  const pages = await listAllPages(ctx, scope);
  const parents = new Set(wanted.map(({ parentArtifactId }) => parentArtifactId));
  for (const parentArtifactId of parents) {
    const siblings = wanted
      .filter((one) => one.parentArtifactId === parentArtifactId)
      .map(({ artifactId }) => artifactId);
    if (standSo(pages, siblings, parentArtifactId)) continue;
    for (const artifactId of siblings) {
      await unlessMisplaced(
        placeArtifact(ctx, { organizationId, artifactId, parentArtifactId, beforeArtifactId: null }),
      );
    }
  }
}

/** Files may put pages below themselves, below pages of other services, or below one that was deleted just now. */
async function unlessMisplaced(placing: Promise<unknown>): Promise<void> {
  try {
    await placing;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  }
}

/** Pages of different services have no order among them. */
function standSo(
  all: readonly ArtifactSummary[],
  siblings: readonly string[],
  parentArtifactId: string | null,
): boolean {
  const wanted = new Set(siblings);
  const pages = all.filter(({ artifactId }) => wanted.has(artifactId));
  const locationOf = new Map(pages.map((page) => [page.artifactId, `${page.projectId} ${page.serviceId}`]));
  const inOrder = (ids: readonly string[]) =>
    ids.toSorted((a, b) => compare(locationOf.get(a), locationOf.get(b))).join();
  const isBelow = pages.every((page) => page.parentArtifactId === parentArtifactId);
  return isBelow && inOrder(pages.map(({ artifactId }) => artifactId)) === inOrder(siblings);
}

function compare(one = "", other = ""): number {
  return one < other ? -1 : Number(one > other);
}
