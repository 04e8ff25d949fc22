import { AppError, notFound } from "@cairn/contract/errors";
import { type RevisionSummary } from "@cairn/contract/page-history";
import { maxSections } from "@cairn/contract/page-sections";

import type { Ctx } from "#server/ctx.ts";
import { closeRevision } from "#server/domain/pages/history/close-revision.ts";
import { type NewSectionText, saveSections } from "#server/domain/pages/sections/save-section.ts";
import { positionStep } from "#server/domain/pages/sections/section-places.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";
import { insertArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { isInTree, lockTree, nextPosition } from "#server/domain/pages/store/tree.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** A page to be made, already validated. */
interface NewPage {
  /** A free one; made when absent. */
  artifactId?: string;
  organizationId: string;
  /** Null for a page of the whole organization. */
  projectId: string | null;
  /** Null for a page of the whole product. */
  serviceId: string | null;
  /** A page of the same service, product or organization; null at the top. */
  parentArtifactId: string | null;
  title: string;
  /** Null when no person requested it. */
  createdBy: string | null;
  templateId?: string | null;
  /** Where it is one of the outline; free among the pages of its owner. */
  plan?: string | null;
  /** The folder that a page of a template of pages is about. */
  subject?: { repositoryId: string; path: string } | null;
  /** Its text comes from this address, later. */
  crawlUrl?: string | null;
  cause?: Extract<RevisionSummary["cause"], "created" | "imported">;
  /** Auto sections (those with a prompt) without content are written afterwards. */
  sections: readonly NewPageSection[];
}

interface NewPageSection extends Pick<NewSectionText, "title" | "prompt" | "output" | "content" | "sources"> {
  /** A free one; made when absent. */
  sectionId?: string;
  templateKey?: string | null;
  commit?: string | null;
  generatedAt?: Date | null;
  /** Null or absent for what a person wrote. */
  writtenBy?: string | null;
}

/**
 * Makes a page with its first revision, as the last child of its parent, and enqueues what has to be written or
 * fetched. The caller has checked the right and resolved the sources; that owner and parent exist, and belong
 * together, is checked here, under the lock of the tree. Returns the page's id.
 */
export async function createPage(ctx: Ctx, tx: Db, page: NewPage): Promise<string> {
  const { organizationId, projectId, serviceId, parentArtifactId } = page;
  if (page.sections.length > maxSections) throw tooManySections();
  const owner = { organizationId, projectId, serviceId };
  if (!(await lockTree(tx, owner))) throw notFound(serviceId === null ? "Product" : "Service");
  if (parentArtifactId !== null && !(await isInTree(tx, owner, parentArtifactId))) throw notFound("Parent page");
  const key = { organizationId, artifactId: page.artifactId ?? ctx.newId() };
  const waits = page.sections.some(({ prompt, content }) => hasToBeWritten(prompt, content));
  const now = ctx.now();
  await insertArtifactRow(tx, {
    ...key,
    projectId,
    serviceId,
    parentArtifactId,
    title: page.title,
    isUpdating: waits || Boolean(page.crawlUrl),
    writtenBy: writerName(ctx),
    createdBy: page.createdBy,
    position: await nextPosition(tx, owner, parentArtifactId),
    templateId: page.templateId ?? null,
    plan: page.plan ?? null,
    subjectRepositoryId: page.subject?.repositoryId ?? null,
    subjectPath: page.subject?.path ?? null,
    crawlUrl: page.crawlUrl ?? null,
    crawlStatus: page.crawlUrl ? "waiting" : null,
    createdAt: now,
    updatedAt: now,
  });
  await saveSections(
    ctx,
    tx,
    key,
    page.sections.map((section, at) => newSection(ctx, section, at)),
  );
  await closeRevision(ctx, tx, key, { cause: page.cause ?? "created", createdBy: page.createdBy });
  if (waits) await ctx.enqueue(tx, "write-artifact", key, key.artifactId);
  if (page.crawlUrl) await ctx.enqueue(tx, "crawl-artifact", key, key.artifactId);
  return key.artifactId;
}

function newSection(ctx: Ctx, { sectionId, ...section }: NewPageSection, at: number) {
  const { templateKey = null, commit = null, generatedAt = null, writtenBy = null } = section;
  return {
    sectionId: sectionId ?? ctx.newId(),
    position: (at + 1) * positionStep,
    text: { ...section, templateKey, commit, generatedAt, writtenBy },
    status: hasToBeWritten(section.prompt, section.content) ? ("updating" as const) : ("fresh" as const),
    keepsSources: section.sources.length === 0,
    pausedAt: null,
  };
}

/** An Auto section without a text waits for its writer. */
function hasToBeWritten(prompt: string | null, content: string): boolean {
  return prompt !== null && content.trim() === "";
}

export function tooManySections(): AppError {
  return new AppError("unprocessable", { message: `A page can hold ${maxSections} sections` });
}
