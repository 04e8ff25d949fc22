import type { Ctx } from "#server/ctx.ts";
import { readPageSources, writeSectionSources } from "#server/domain/ledger/section-sources.ts";
import { saveSectionText } from "#server/domain/pages/sections/save-section.ts";
import {
  deleteSectionRow,
  listSectionRows,
  lockPage,
  updateArtifactRow,
  updateSectionRow,
  type SectionRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { insertVersions } from "#server/domain/pages/store/sections.store.ts";
import { findInstructionsOfText, findSection } from "#server/domain/pages/store/writing.store.ts";
import { asksBySections } from "#server/engine/pages/plan/page-plans.ts";
import type { PageSubject, SectionTemplate } from "#server/engine/sections/section-template.ts";
import type { AuthoredSection } from "#server/engine/sections/section-text.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { abortWhen } from "./abort-when.ts";
import { checkContentLoss } from "./check-content-loss.ts";
import { isAsChosen } from "./is-as-chosen.ts";
import type { PageTexts } from "./page-work.ts";
import { commitOf, errorInServer, nothingToSay, writeBuiltIn, type SectionOutcome } from "./writing-run.ts";

export interface Rewriting {
  /** The section as it stood when it was chosen. */
  row: SectionRow;
  subject: PageSubject;
  /** The draft of a planned section whose instructions nobody changed; null for all others. */
  template: SectionTemplate | null;
  /** Lines that it rests on have changed. */
  isStale: boolean;
}

/**
 * Writes an existing section again, in a transaction of its own. What happened to it meanwhile wins:
 * a section that was stopped, changed, paused or deleted keeps what people made of it. True when something was saved.
 * `texts` is where a model's text comes from; null where the built-in engine writes.
 */
export async function rewriteSection(ctx: Ctx, rewriting: Rewriting, texts: PageTexts | null): Promise<boolean> {
  const { row } = rewriting;
  const isWanted = async () => isAsChosen(await findSection(ctx.db, row), row);
  if (!(await isWanted())) return false;
  const outcome = await (texts === null ? writeAlone(ctx, rewriting, isWanted) : texts.ofSection(row));
  ctx.signal.throwIfAborted();
  if (outcome === null) return false;
  try {
    return await keep(ctx, rewriting, outcome);
  } catch (error) {
    ctx.signal.throwIfAborted();
    // Such as lines that nobody can read any more, because the branch was put on other commits meanwhile.
    ctx.log.error({ error, sectionId: row.sectionId }, "a section's new text could not be kept");
    return await keep(ctx, rewriting, { kind: "failed", error: errorInServer });
  }
}

/** By the built-in engine; null where it was stopped. */
async function writeAlone(
  ctx: Ctx,
  { row, subject, template }: Rewriting,
  isWanted: () => Promise<boolean>,
): Promise<SectionOutcome | null> {
  const { title, output, prompt } = row;
  const request = { title, prompt: prompt ?? "", output, template };
  return await abortWhen(ctx, isWanted, (stoppable) => writeBuiltIn(stoppable, request, subject));
}

async function keep(ctx: Ctx, rewriting: Rewriting, outcome: SectionOutcome): Promise<boolean> {
  const { row } = rewriting;
  return await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, row);
    const current = page && (await findSection(tx, row));
    if (!current || !isAsChosen(current, row)) return false;
    const isOfTemplate = page.templateId !== null || asksBySections(page.plan);
    return await settle(ctx, tx, { ...rewriting, row: current, isOfTemplate }, outcome);
  });
}

/** A section on a page that the caller holds. */
interface HeldRewriting extends Rewriting {
  /** The page was made from a template, planned by a model or from a wish: nobody asked for this section by itself. */
  isOfTemplate: boolean;
}

async function settle(ctx: Ctx, tx: Db, rewriting: HeldRewriting, outcome: SectionOutcome): Promise<boolean> {
  const { row } = rewriting;
  switch (outcome.kind) {
    case "failed":
      return await fail(tx, row, outcome.error);
    case "nothing":
      return await settleNothing(ctx, tx, rewriting);
    case "written":
      if (outcome.text.content === row.content) await confirm(ctx, tx, row, outcome.text);
      else await publish(ctx, tx, row, outcome.text);
      if (outcome.instead !== undefined) await updateSectionRow(tx, row, { error: outcome.instead });
      return true;
  }
}

async function publish(ctx: Ctx, tx: Db, row: SectionRow, text: AuthoredSection): Promise<void> {
  const reason = checkContentLoss(row.content, text.content);
  if (reason !== null && (await hasSameInstructions(tx, row))) {
    await hold(ctx, tx, { row, text, reason });
    return;
  }
  const { title, prompt, output, templateKey } = row;
  const state = { title, prompt, output, templateKey, commit: commitOf(text), generatedAt: ctx.now() };
  await saveSectionText(ctx, tx, row, { ...text, ...state });
  await updateArtifactRow(tx, row, { writtenBy: text.writtenBy });
}

/** With new instructions a shorter text is no surprise. */
async function hasSameInstructions(tx: Db, row: SectionRow): Promise<boolean> {
  const former = await findInstructionsOfText(tx, row);
  return former === null || (former.prompt === row.prompt && former.output === row.output);
}

/** The same text again: only what it rests on is brought up to date, readers see nothing new. */
async function confirm(ctx: Ctx, tx: Db, row: SectionRow, text: AuthoredSection): Promise<void> {
  const { organizationId, artifactId, sectionId } = row;
  const { writtenBy } = text;
  const { sources, lists } = text;
  await writeSectionSources(ctx, tx, { organizationId, artifactId, sectionId, sources, lists });
  const state = { commit: commitOf(text), generatedAt: ctx.now(), writtenBy };
  await updateSectionRow(tx, row, { status: "fresh", error: null, ...state });
}

/** The new text waits for a person, the former one stays. */
async function hold(
  ctx: Ctx,
  tx: Db,
  { row, text, reason }: { row: SectionRow; text: AuthoredSection | null; reason: string },
): Promise<void> {
  const versionId = ctx.newId();
  const now = ctx.now();
  const { organizationId, artifactId, sectionId, title, prompt, output, templateKey } = row;
  const location = { versionId, organizationId, artifactId, sectionId, title, prompt, output, templateKey };
  const { content, sources, lists, writtenBy, inputTokens, outputTokens } = text ?? {
    content: "",
    sources: [],
    lists: [],
    writtenBy: row.writtenBy,
    inputTokens: 0,
    outputTokens: 0,
  };
  const commit = text && commitOf(text);
  const state = {
    content,
    sources,
    lists,
    commit,
    generatedAt: now,
    writtenBy,
    inputTokens,
    outputTokens,
    createdAt: now,
  };
  await insertVersions(tx, [{ ...location, ...state }]);
  await updateSectionRow(tx, row, { status: "fresh", error: null, heldVersionId: versionId, heldReason: reason });
}

async function fail(tx: Db, row: SectionRow, error: string): Promise<boolean> {
  if (row.status === "failed" && row.error === error) return false;
  await updateSectionRow(tx, row, { status: "failed", error });
  return true;
}

/**
 * The code says nothing: a part of a first page or template that never had a text is removed, one with a text waits for
 * a person's decision. Nobody requested that part by itself, and not every part of a template fits every service.
 */
async function settleNothing(ctx: Ctx, tx: Db, rewriting: HeldRewriting): Promise<boolean> {
  const { row, isStale, template, subject, isOfTemplate } = rewriting;
  const isPlanned = template !== null;
  if (isOfTemplate && row.content === "" && subject.scopes.length > 0 && (await hasOthers(tx, row))) {
    await deleteSectionRow(tx, row);
    return true;
  }
  if (isPlanned && (row.content === "" || (await hasLostItsCode(tx, row, subject)))) {
    await deleteSectionRow(tx, row);
    return true;
  }
  const reason = checkContentLoss(row.content, "");
  if (reason === null || !(isPlanned || isStale)) return await fail(tx, row, nothingToSay);
  await hold(ctx, tx, { row, text: null, reason });
  return true;
}

/** A page keeps at least one section, which says why there is nothing. */
async function hasOthers(tx: Db, row: SectionRow): Promise<boolean> {
  return (await listSectionRows(tx, row)).length > 1;
}

/** Every repository that it rests on is gone. */
async function hasLostItsCode(tx: Db, row: SectionRow, subject: PageSubject): Promise<boolean> {
  const ledger = await readPageSources(tx, row);
  const repositories = new Set(subject.scopes.map(({ repository }) => repository.repositoryId));
  return (ledger.get(row.sectionId)?.sources ?? []).every(({ repositoryId }) => !repositories.has(repositoryId));
}
