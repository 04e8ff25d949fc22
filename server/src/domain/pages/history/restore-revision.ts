import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { restoreRevision as endpoint } from "@cairn/contract/page-history";

import type { Ctx } from "#server/ctx.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { replaceSections } from "#server/domain/pages/sections/replace-sections.ts";
import type { SectionSave } from "#server/domain/pages/sections/save-section.ts";
import {
  type ArtifactRow,
  listSectionRows,
  lockPage,
  updateArtifactRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { findRevisionRow } from "#server/domain/pages/store/revisions.store.ts";
import type { VersionRow } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { closeRevision } from "./close-revision.ts";
import { listRevisionVersions } from "./load-base.ts";

/**
 * Publishes a former state of a page again; what came after it stays in the history. Auto sections that get a former
 * text back are left alone by writers until somebody requests it, or the next push would undo this. A source of such a
 * text that does not exist any more counts as changed.
 */
export async function restoreRevision(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { organizationId, artifactId } = await requirePage(ctx, input, "artifact.write");
  const key = { organizationId, artifactId };
  await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, key);
    if (!page) throw notFound("Page");
    await closeRevision(ctx, tx, page, { cause: "written", createdBy: null });
    const revision = await findRevisionRow(tx, page, input.revision);
    if (!revision) throw notFound("Revision");
    await restoreSections(ctx, tx, page, await listRevisionVersions(tx, page, revision));
    if (revision.title !== page.title) await updateArtifactRow(tx, page, { title: revision.title });
    const createdBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    await closeRevision(ctx, tx, page, { cause: "restored", createdBy });
  });
  return await getArtifact(ctx, key);
}

async function restoreSections(ctx: Ctx, tx: Db, page: ArtifactRow, versions: readonly VersionRow[]): Promise<void> {
  const rows = new Map((await listSectionRows(tx, page)).map((row) => [row.sectionId, row]));
  const others = versions.filter(({ sectionId, versionId }) => rows.get(sectionId)?.versionId !== versionId);
  await replaceSections(ctx, tx, page, {
    order: versions.map(({ sectionId }) => sectionId),
    former: new Map([...rows.values()].map(({ sectionId, position }) => [sectionId, position])),
    saves: others.map((version) => restored(ctx, version)),
  });
}

/** An Auto section that had no text yet is written. */
function restored(ctx: Ctx, version: VersionRow): Omit<SectionSave, "position"> {
  const { sectionId, versionId, title, prompt, output, templateKey, commit, generatedAt, writtenBy } = version;
  const { content, sources, lists } = version;
  const isUnwritten = prompt !== null && content === "";
  return {
    sectionId,
    versionId,
    text: { title, prompt, output, templateKey, content, sources, lists, commit, generatedAt, writtenBy },
    status: isUnwritten ? "updating" : "fresh",
    keepsSources: false,
    pausedAt: prompt !== null && !isUnwritten ? ctx.now() : null,
  };
}
