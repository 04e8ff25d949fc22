import { displayName } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";
import { maxSections, type SectionInput } from "@cairn/contract/page-sections";
import { type UpdateConflict } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { describeText } from "#server/domain/pages/catalog/describe-artifact.ts";
import { closeRevision } from "#server/domain/pages/history/close-revision.ts";
import { loadBase } from "#server/domain/pages/history/load-base.ts";
import { currentState, loadCurrent } from "#server/domain/pages/sections/load-current.ts";
import { mergePages, type PageState, type SectionState } from "#server/domain/pages/sections/merge-sections.ts";
import { type CurrentSection, planSection } from "#server/domain/pages/sections/plan-section.ts";
import { replaceSections } from "#server/domain/pages/sections/replace-sections.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";
import { type ArtifactRow, updateArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { findLastPublisher } from "#server/domain/pages/store/revisions.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { tooManySections } from "./create-page.ts";

/** What a person made of a page. */
interface Edit {
  /** The revision it was made from; absent to overwrite what others did meanwhile. */
  revision?: number | undefined;
  /** Absent as it is. */
  title?: string | undefined;
  sections?: readonly SectionInput[] | undefined;
}

/**
 * Publishes a person's edit, merged with what others published meanwhile, or returns the conflict;
 * then nothing is published. What an automatic writer had written so far becomes a revision of its own.
 * `page` is locked by the caller (`lockPage`), who checked the right and the sections.
 */
export async function publishEdit(ctx: Ctx, tx: Db, page: ArtifactRow, edit: Edit): Promise<AppError | null> {
  const closed = await closeRevision(ctx, tx, page, { cause: "written", createdBy: null });
  const current = await loadCurrent(tx, page);
  const theirs = currentState(page.title, current);
  const base = await findBase(tx, page, { edit, theirs, closed });
  const mine = editedState(ctx, edit, { base, theirs });
  const merged = mergePages({ base, theirs, mine });
  if (merged.conflict)
    return await describeConflict(tx, page, { ...merged.conflict, newest: closed ?? page.revision, edit, current });
  if (merged.sections.length > maxSections) throw tooManySections();
  await saveMerged(ctx, tx, { page, current, merged });
  const createdBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  await closeRevision(ctx, tx, page, { cause: "edited", createdBy });
  return null;
}

/** `closed` is the revision that a writer's work became just now; null when there was nothing to keep. */
async function findBase(
  tx: Db,
  page: ArtifactRow,
  { edit, theirs, closed }: { edit: Edit; theirs: PageState; closed: number | null },
): Promise<PageState> {
  const { revision, sections: sent } = edit;
  if (revision === undefined || (closed === null && revision === page.revision)) return theirs;
  if (closed !== page.revision) return await loadBase(tx, page, { revision, theirs, sent: sent ?? [] });
  // The page is being written for the first time: nobody knows which of its sections the editor had.
  const known = new Set(sent?.map(({ sectionId }) => sectionId));
  return sent ? { ...theirs, sections: theirs.sections.filter(({ sectionId }) => known.has(sectionId)) } : theirs;
}

/**
 * Parts that were not sent stay as they were when the edit began; an Auto section sent without a text keeps its text.
 */
function editedState(ctx: Ctx, edit: Edit, { base, theirs }: { base: PageState; theirs: PageState }): PageState {
  const former = new Map([...theirs.sections, ...base.sections].map((section) => [section.sectionId, section]));
  const sections = edit.sections?.map((sent): SectionState => {
    const known = former.get(sent.sectionId ?? "");
    const prompt = sent.instructions?.prompt || null;
    return {
      sectionId: sent.sectionId ?? ctx.newId(),
      title: sent.title,
      prompt,
      output: sent.instructions?.output ?? "markdown",
      content: prompt !== null && sent.content.trim() === "" ? (known?.content ?? "") : sent.content,
      sources: sent.sources ?? known?.sources ?? [],
      writtenBy: null,
    };
  });
  return { title: edit.title ?? base.title, sections: sections ?? base.sections };
}

async function saveMerged(
  ctx: Ctx,
  tx: Db,
  { page, current, merged }: { page: ArtifactRow; current: Map<string, CurrentSection>; merged: Merged },
): Promise<void> {
  const by = { writer: writerName(ctx), now: ctx.now() };
  const mine = merged.sections.flatMap(({ state, isMine }) => (isMine ? [state] : []));
  await replaceSections(ctx, tx, page, {
    order: merged.sections.map(({ state }) => state.sectionId),
    former: new Map([...current.values()].map(({ row }) => [row.sectionId, row.position])),
    saves: mine.map((state) => {
      const { sectionId } = state;
      return { sectionId, pausedAt: null, ...planSection(current.get(sectionId) ?? null, state, by) };
    }),
  });
  if (merged.title !== page.title) await updateArtifactRow(tx, page, { title: merged.title });
}

type Merged = ReturnType<typeof mergePages>;

async function describeConflict(
  tx: Db,
  page: ArtifactRow,
  given: {
    title: string | null;
    sectionIds: string[];
    newest: number;
    edit: Edit;
    current: Map<string, CurrentSection>;
  },
): Promise<AppError> {
  const { title, sectionIds, newest, edit, current } = given;
  const changedBy = await findLastPublisher(tx, page, edit.revision ?? newest);
  const sections = sectionIds.map((sectionId) => {
    const theirs = current.get(sectionId);
    return { sectionId, theirs: theirs ? describeText(theirs.row, [...theirs.sources]) : null };
  });
  const details: UpdateConflict = { revision: newest, changedBy, title, sections };
  const message = `${changedBy ? `${displayName(changedBy)} changed this page` : "This page was changed"} since you opened it`;
  return new AppError("conflict", { message, details });
}
