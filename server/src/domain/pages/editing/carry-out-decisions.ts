import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { ExpectedCommit } from "#server/domain/ledger/write-page-sources.ts";
import { closeRevision } from "#server/domain/pages/history/close-revision.ts";
import { saveSectionText, type NewSectionText } from "#server/domain/pages/sections/save-section.ts";
import {
  deleteSectionRow,
  listSectionRows,
  lockPage,
  updateArtifactRow,
  updateSectionRow,
  type ArtifactRow,
  type SectionRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { releaseSavepoint, setSavepoint, undoToSavepoint } from "#server/domain/pages/store/savepoints.store.ts";
import { findSection } from "#server/domain/pages/store/writing.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

/** What a person decided that a section is to say from a commit on. */
export interface SectionDecision {
  artifactId: string;
  /** Null for a part that its page does not have, which `templateKey` names. */
  sectionId: string | null;
  templateKey: string | null;
  /** Where such a part is to stand. */
  position: number;
  /** The text that the person saw; where it is another one by now, nothing is done. */
  formerVersionId: string | null;
  decision: "accepted" | "refused";
  decidedBy: string | null;
  /** The new text; null for a section that goes. */
  text: Omit<NewSectionText, "templateKey"> | null;
}

interface CarriedOut {
  /** Who is noted as the one who published. */
  publishedBy: string | null;
  /** What it was decided with, such as "Implementation 3 of FB-9". */
  decidedWith: string;
  /** Where the code is about to be that the texts are about. */
  expected: ExpectedCommit;
}

/**
 * Publishes what was accepted and keeps the texts of what was refused, until somebody requests others, within the caller's
 * transaction: a revision for each page. Answers for each decision why it could not be carried out; null where it was. One that
 * cannot be does not hold up the others. The caller has checked the right.
 */
export async function carryOutDecisions(
  ctx: Ctx,
  tx: Db,
  given: CarriedOut & { organizationId: string; decisions: readonly SectionDecision[] },
): Promise<(string | null)[]> {
  const { organizationId, decisions, publishedBy } = given;
  const artifactIds = [...new Set(decisions.map(({ artifactId }) => artifactId))].toSorted();
  const pages = new Map<string, ArtifactRow>();
  // All of them first, in one order: whoever writes holds a page before anything else.
  for (const artifactId of artifactIds) {
    const page = await lockPage(tx, { organizationId, artifactId });
    if (page !== null) pages.set(artifactId, page);
  }
  // What a writer had written so far is a revision of its own.
  for (const page of pages.values()) await closeRevision(ctx, tx, page, { cause: "written", createdBy: null });
  const reasons: (string | null)[] = [];
  for (const decision of decisions) {
    const page = pages.get(decision.artifactId);
    const carry = page && ((point: Db) => carryOut(ctx, point, { ...given, page, decision }));
    reasons.push(carry ? await orUndone(ctx, tx, carry) : "The page is gone.");
  }
  for (const page of pages.values()) await closeRevision(ctx, tx, page, { cause: "merged", createdBy: publishedBy });
  return reasons;
}

/** What is refused leaves nothing behind and says so; what another try may get over is thrown. */
async function orUndone(ctx: Ctx, tx: Db, work: (tx: Db) => Promise<string | null>): Promise<string | null> {
  await setSavepoint(tx);
  try {
    const reason = await work(tx);
    await releaseSavepoint(tx);
    return reason;
  } catch (error) {
    const isFinal = error instanceof AppError ? !error.isRetryable : violatedConstraint(error) !== null;
    if (ctx.signal.aborted || !isFinal) throw error;
    await undoToSavepoint(tx);
    ctx.log.warn({ error }, "a decision about a section could not be carried out");
    return error instanceof AppError ? error.message : "Somebody else changed the page at the same moment.";
  }
}

type OneDecision = CarriedOut & { page: ArtifactRow; decision: SectionDecision };

async function carryOut(ctx: Ctx, tx: Db, given: OneDecision): Promise<string | null> {
  const { page, decision } = given;
  const { organizationId } = page;
  const { sectionId } = decision;
  if (sectionId === null) return await carryOutPart(ctx, tx, given);
  const row = await findSection(tx, { organizationId, sectionId });
  if (row?.artifactId !== page.artifactId) return "The section is gone.";
  if (row.versionId !== decision.formerVersionId) return "The section was changed after it was compared.";
  if (decision.decision === "refused") {
    const pausedBy = decision.decidedBy;
    await updateSectionRow(tx, row, { pausedAt: ctx.now(), pausedBy, pausedWith: given.decidedWith });
    return null;
  }
  if (decision.text === null) return await removeSection(tx, row);
  const { title, prompt, output, templateKey } = row;
  await publish(ctx, tx, given, { ...row, text: { ...decision.text, title, prompt, output, templateKey } });
  return null;
}

/** A part that the page does not have: it comes, or is not tried any more. */
async function carryOutPart(ctx: Ctx, tx: Db, given: OneDecision): Promise<string | null> {
  const { page, decision } = given;
  const { templateKey, text } = decision;
  if (templateKey === null) return "Nobody knows which part this is.";
  if (decision.decision === "refused") {
    await updateArtifactRow(tx, page, { declinedParts: [...new Set([...page.declinedParts, templateKey])] });
    return null;
  }
  const rows = await listSectionRows(tx, page);
  if (rows.some((row) => row.templateKey === templateKey)) return "The page has this section by now.";
  const taken = new Set(rows.map(({ position }) => position));
  let { position } = decision;
  while (taken.has(position)) position += 1;
  if (text === null) return "There is no text for it.";
  await publish(ctx, tx, given, { sectionId: ctx.newId(), position, text: { ...text, templateKey } });
  return null;
}

async function publish(
  ctx: Ctx,
  tx: Db,
  { page, expected }: OneDecision,
  { sectionId, position, text }: Pick<SectionRow, "sectionId" | "position"> & { text: NewSectionText },
): Promise<void> {
  const { organizationId, artifactId } = page;
  await saveSectionText(ctx, tx, { organizationId, artifactId, sectionId, position, expected }, text);
  if (text.writtenBy !== null) await updateArtifactRow(tx, page, { writtenBy: text.writtenBy });
}

async function removeSection(tx: Db, row: SectionRow): Promise<string | null> {
  if ((await listSectionRows(tx, row)).length === 1) return "A page needs a section.";
  await deleteSectionRow(tx, row);
  return null;
}
