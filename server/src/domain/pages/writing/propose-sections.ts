import type { Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import {
  findArtifactRow,
  listPlannedPages,
  listSectionRows,
  type ArtifactRow,
  type SectionRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { listVersionRows } from "#server/domain/pages/store/sections.store.ts";
import { findSection } from "#server/domain/pages/store/writing.store.ts";
import type { AuthoredSection } from "#server/engine/sections/section-text.ts";

import { findAbsent } from "./find-absent.ts";
import { openCodebaseOf, subjectOf, type IndexedCode } from "./open-codebase.ts";
import { planOf, templateOf } from "./plan-of-page.ts";
import { choosePosition, hasNothingFor } from "./try-section-template.ts";
import { openRun, writeText, type WritingRun } from "./writing-run.ts";

type ProposalOutcome =
  | { kind: "changed" | "added"; text: AuthoredSection }
  /** The code says nothing about it any more. */
  | { kind: "removed" }
  /** Nobody but a person can say what it should say; `problem` says why. */
  | { kind: "unwritten"; problem: string };

/** What a section would say of the code that `ctx.indexes` shows. */
export interface ProposedSection extends Pick<
  SectionRow,
  "artifactId" | "title" | "prompt" | "output" | "templateKey"
> {
  /** Null for a part that its page does not have. */
  sectionId: string | null;
  /** Where on its page it stands, or is to stand. */
  position: number;
  /** What readers see now. */
  former: { versionId: string | null; content: string; sources: readonly Source[] } | null;
  outcome: ProposalOutcome;
}

const writtenByPerson = "A person wrote this section, so no engine writes it anew.";

interface ProposedCode {
  organizationId: string;
  /** The product whose first pages may get new parts. */
  projectId: string;
  /** Sections that are to be written from it. */
  sectionIds: readonly string[];
}

/**
 * Writes sections, and the parts of a product's first pages that are missing and that the code has something for, and saves
 * nothing. A section that reads as before is left out. In the order of pages and sections. `ctx` acts for the organization.
 */
export async function proposeSections(
  ctx: Ctx,
  { organizationId, projectId, sectionIds }: ProposedCode,
): Promise<ProposedSection[]> {
  const run = openRun(ctx, { organizationId, projectId, userId: null });
  const codebases = new Map<string | null, Promise<IndexedCode>>();
  const open = (page: Pick<ArtifactRow, "organizationId" | "projectId">) => {
    const codebase = codebases.get(page.projectId) ?? openCodebaseOf(ctx, page);
    codebases.set(page.projectId, codebase);
    return codebase;
  };
  const found: { page: ArtifactRow; section: ProposedSection }[] = [];
  for (const sectionId of sectionIds) {
    ctx.signal.throwIfAborted();
    const row = await findSection(ctx.db, { organizationId, sectionId });
    const page = row && (await findArtifactRow(ctx.db, row));
    if (!row || !page) continue;
    const section = await proposeSection(ctx, run, { row, page, codebase: await open(page) });
    if (section !== null) found.push({ page, section });
  }
  const codebase = await open({ organizationId, projectId });
  for (const page of await listPlannedPages(ctx.db, { organizationId, projectId })) {
    // One that is being made gets all of its parts from whoever makes it.
    const parts = page.isUpdating ? [] : await proposeParts(ctx, run, { page, codebase });
    found.push(...parts.map((section) => ({ page, section })));
  }
  const inOrder = found.toSorted(
    (a, b) =>
      a.page.position - b.page.position ||
      a.page.title.localeCompare(b.page.title) ||
      a.section.position - b.section.position,
  );
  return inOrder.map(({ section }) => section);
}

/** Null for a section that reads as before. */
async function proposeSection(
  ctx: Ctx,
  run: WritingRun,
  { row, page, codebase }: { row: SectionRow; page: ArtifactRow; codebase: IndexedCode },
): Promise<ProposedSection | null> {
  const { artifactId, sectionId, title, prompt, output, templateKey, position, versionId, content } = row;
  const [version] = versionId === null ? [] : await listVersionRows(ctx.db, row, [versionId]);
  const former = { versionId, content, sources: version?.sources ?? [] };
  const head = { artifactId, sectionId, title, prompt, output, templateKey, position, former };
  if (!prompt) return { ...head, outcome: { kind: "unwritten", problem: writtenByPerson } };
  const plan = planOf(codebase, page);
  const request = { title, prompt, output, template: templateOf(row, plan) };
  const subject = plan?.subject ?? subjectOf(codebase, page);
  const written = await writeText(ctx, run, { request, subject, hasText: true });
  switch (written.kind) {
    case "written":
      return written.text.content === content ? null : { ...head, outcome: { ...written, kind: "changed" } };
    case "nothing":
      return { ...head, outcome: { kind: "removed" } };
    case "failed":
      return { ...head, outcome: { kind: "unwritten", problem: written.error } };
  }
}

async function proposeParts(
  ctx: Ctx,
  run: WritingRun,
  { page, codebase }: { page: ArtifactRow; codebase: IndexedCode },
): Promise<ProposedSection[]> {
  const plan = planOf(codebase, page);
  if (plan === null) return [];
  const rows = await listSectionRows(ctx.db, page);
  const present = new Set(rows.flatMap(({ templateKey }) => templateKey ?? []));
  const proposed: ProposedSection[] = [];
  for (const template of await findAbsent(ctx, page, { plan, present })) {
    ctx.signal.throwIfAborted();
    if (await hasNothingFor(template, plan)) continue;
    const { title, prompt, output, templateKey } = template;
    const request = { title, prompt, output, template };
    const written = await writeText(ctx, run, { request, subject: plan.subject, hasText: false });
    if (written.kind !== "written") continue;
    const position = choosePosition(templateKey, plan, rows);
    const head = { artifactId: page.artifactId, sectionId: null, title, prompt, output, templateKey, position };
    proposed.push({ ...head, former: null, outcome: { ...written, kind: "added" } });
  }
  return proposed;
}
