import { AppError, notFound } from "@cairn/contract/errors";
import type { SectionOutput } from "@cairn/contract/page-sections";
import type { ListedFacts, Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import { writePageSources, type CitingPage } from "#server/domain/ledger/write-page-sources.ts";
import { insertVersions, saveSectionStates } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { storable } from "#server/text/storable.ts";

/** Which section, and its position if the page does not have it yet. */
interface SectionPosition {
  sectionId: string;
  position: number;
}

/** The new content of a section. */
export interface NewSectionText {
  title: string;
  /** Null for static sections. */
  prompt: string | null;
  output: SectionOutput;
  /** Which part of a first page it is; null for sections people made. */
  templateKey: string | null;
  content: string;
  sources: readonly Source[];
  /** Facts that it lists or counts; absent in what people write. */
  lists?: readonly ListedFacts[];
  commit: string | null;
  generatedAt: Date | null;
  /** Null for what a person wrote. */
  writtenBy: string | null;
  inputTokens?: number;
  outputTokens?: number;
}

/** A text with what is to be noted beside it. */
export interface SectionSave extends SectionPosition {
  text: NewSectionText;
  status: "fresh" | "updating";
  /** The ledger already has its sources: their positions are not touched. */
  keepsSources: boolean;
  /** Set: no writer changes it until somebody requests it. */
  pausedAt: Date | null;
  /** The version that already has this text; absent: a new version is made. */
  versionId?: string;
}

/**
 * Publishes a writer's text: a version that stays, the section (added if the page does not have it) and its ledger
 * rows. It settles what was held back or failed before. The caller has locked the page (`lockPage`) and closes a
 * revision when all is written. Throws when a source does not resolve. Returns the version's id.
 */
export async function saveSectionText(
  ctx: Ctx,
  tx: Db,
  section: CitingPage & SectionPosition,
  text: NewSectionText,
): Promise<string> {
  const { sectionId, position } = section;
  const save: SectionSave = { sectionId, position, text, status: "fresh", keepsSources: false, pausedAt: null };
  const [versionId] = await saveSections(ctx, tx, section, [save]);
  if (versionId === undefined) throw notFound("Section");
  return versionId;
}

/** The same for several sections in few statements; the ids of their versions, in the given order. */
export async function saveSections(
  ctx: Ctx,
  tx: Db,
  page: CitingPage,
  saves: readonly SectionSave[],
): Promise<string[]> {
  const { organizationId, artifactId } = page;
  const versioned = saves.map((save) => ({
    ...save,
    text: storable(save.text),
    versionId: save.versionId ?? ctx.newId(),
  }));
  const refused = await saveSectionStates(
    tx,
    page,
    versioned.map(({ text, sectionId, position, status, versionId, pausedAt }) => {
      const { sources: _sources, lists: _lists, inputTokens: _input, outputTokens: _output, ...state } = text;
      return { ...state, sectionId, position, status, versionId, pausedAt };
    }),
  );
  if (refused.length > 0) throw notFound("Section");
  const added = versioned.filter((_, at) => saves[at]?.versionId === undefined);
  await insertVersions(
    tx,
    added.map(({ sectionId, versionId, text }) => ({
      ...text,
      sources: [...text.sources],
      lists: [...(text.lists ?? [])],
      versionId,
      organizationId,
      artifactId,
      sectionId,
      createdAt: ctx.now(),
    })),
  );
  const cited = versioned.flatMap(({ sectionId, text, keepsSources }, at) => {
    const isRestored = saves[at]?.versionId !== undefined;
    return keepsSources ? [] : [{ sectionId, sources: text.sources, lists: text.lists ?? [], isRestored }];
  });
  if (cited.length > 0) await writePageSources(ctx, tx, page, cited).catch(nameSection(saves));
  return versioned.map(({ versionId }) => versionId);
}

/** Rethrows the error; for a source that does not resolve, with the section that cites it. */
function nameSection(saves: readonly SectionSave[]): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== "unprocessable") throw error;
    const { path, startLine } = (error.details ?? {}) as Partial<Source>;
    const isCited = (source: Source) => source.path === path && source.startLine === startLine;
    const section = saves.find(({ text }) => text.sources.some(isCited));
    if (!section) throw error;
    const details = { sectionId: section.sectionId, field: "sources" };
    throw new AppError(error.code, { message: `“${section.text.title}”: ${error.message}`, details, cause: error });
  };
}
