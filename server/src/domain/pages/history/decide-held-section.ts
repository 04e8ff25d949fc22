import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { decideHeldSection as endpoint } from "@cairn/contract/page-writing";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { saveSectionText } from "#server/domain/pages/sections/save-section.ts";
import {
  deleteSectionRow,
  lockPage,
  updateSectionRow,
  type SectionRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { listVersionRows } from "#server/domain/pages/store/sections.store.ts";
import { findSection } from "#server/domain/pages/store/writing.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { closeRevision } from "./close-revision.ts";

/**
 * Publishes the text that was held back, or keeps the current one: then no writer changes it until somebody requests
 * it.
 */
export async function decideHeldSection(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const createdBy = requireUserId(ctx);
  const { artifactId, sectionId, decision } = input;
  const key = { organizationId, artifactId };
  await ctx.db.transaction(async (tx) => {
    if (!(await lockPage(tx, key))) throw notFound("Page");
    const row = await findSection(tx, { organizationId, sectionId });
    if (row?.artifactId !== artifactId) throw notFound("Section");
    if (row.heldVersionId === null) throw nothingHeld();
    if (decision === "accept") await accept(ctx, tx, row, row.heldVersionId);
    else {
      const paused = { pausedAt: ctx.now(), pausedBy: createdBy, pausedWith: null };
      await updateSectionRow(tx, row, { heldVersionId: null, heldReason: null, ...paused });
    }
    await closeRevision(ctx, tx, key, { cause: "edited", createdBy });
  });
  return await getArtifact(ctx, input);
}

/** What a person called the section since stays. */
async function accept(ctx: Ctx, tx: Db, row: SectionRow, heldVersionId: string): Promise<void> {
  const [held] = await listVersionRows(tx, row, [heldVersionId]);
  if (!held) throw nothingHeld();
  if (held.content === "") {
    await deleteSectionRow(tx, row);
    return;
  }
  const { title, prompt, output, templateKey } = row;
  await saveSectionText(ctx, tx, row, { ...held, title, prompt, output, templateKey });
}

function nothingHeld(): AppError {
  return new AppError("conflict", { message: "No new text waits for a decision here" });
}
