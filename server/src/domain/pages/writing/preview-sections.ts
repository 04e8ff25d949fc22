import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { previewSections as endpoint } from "@cairn/contract/page-writing";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";
import { chooseOwner } from "#server/domain/pages/catalog/choose-owner.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";
import type { TreeOwner } from "#server/domain/pages/store/tree.store.ts";
import { listPartsOfPages } from "#server/domain/pages/store/writing.store.ts";
import type { SectionTemplate } from "#server/engine/sections/section-template.ts";

import { openCodebaseOf, subjectOf, type IndexedCode } from "./open-codebase.ts";
import { planOf, templateOf } from "./plan-of-page.ts";
import { nothingToSay, openRun, writeText, type SectionOutcome } from "./writing-run.ts";

/** What is said where there is no code to write from. */
const noCode = "No code has been read yet. Connect a repository, or wait until it is read.";

type PreviewSectionsInput = InputOf<typeof endpoint>;

/**
 * Writes sections one after the other and saves nothing. Ends when the client disconnects; a section that cannot be
 * written gets an error and does not stop the others.
 */
export async function previewSections(ctx: Ctx, input: PreviewSectionsInput): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const owner = await chooseOwner(ctx, { ...input, organizationId });
  const codebase = await openCodebaseOf(ctx, owner);
  const location = { title: "", serviceId: owner.serviceId, subjectRepositoryId: null, subjectPath: null };
  const subject = subjectOf(codebase, location);
  const templates = await findTemplates(ctx, { owner, codebase, sections: input.sections });
  const run = openRun(ctx, { organizationId, projectId: owner.projectId, userId: requireUserId(ctx) });
  const sections: ResultOf<typeof endpoint>["sections"] = [];
  for (const { sectionId, title, instructions } of input.sections) {
    ctx.signal.throwIfAborted();
    const request = { title, ...instructions, template: templates.get(sectionId ?? "") ?? null };
    const outcome: SectionOutcome =
      subject.scopes.length === 0
        ? { kind: "failed", error: noCode }
        : await writeText(ctx, run, { request, subject, hasText: false });
    sections.push({ sectionId: sectionId ?? ctx.newId(), title, instructions, ...describe(ctx, outcome) });
  }
  return { sections };
}

/** By the ids of sections that are parts of first pages and whose instructions nobody changed. */
async function findTemplates(
  ctx: Ctx,
  {
    owner,
    codebase,
    sections,
  }: { owner: TreeOwner; codebase: IndexedCode; sections: PreviewSectionsInput["sections"] },
): Promise<Map<string, SectionTemplate>> {
  const wanted = new Map(sections.map(({ sectionId, instructions }) => [sectionId ?? "", instructions]));
  const sectionIds = sections.flatMap(({ sectionId }) => sectionId ?? []);
  const templates = new Map<string, SectionTemplate>();
  for (const part of await listPartsOfPages(ctx.db, owner, sectionIds)) {
    const requested = {
      templateKey: part.templateKey,
      prompt: null,
      output: "markdown" as const,
      ...wanted.get(part.sectionId),
    };
    const template = templateOf(requested, planOf(codebase, part));
    if (template) templates.set(part.sectionId, template);
  }
  return templates;
}

function describe(ctx: Ctx, outcome: SectionOutcome) {
  if (outcome.kind === "written") {
    const { content, sources, writtenBy } = outcome.text;
    return { content, sources, writtenBy, problem: null };
  }
  const problem = outcome.kind === "failed" ? outcome.error : nothingToSay;
  return { content: "", sources: [], writtenBy: writerName(ctx), problem };
}
