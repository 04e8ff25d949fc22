import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import type { SectionInput } from "@cairn/contract/page-sections";
import type { createArtifact as endpoint } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { chooseOwner } from "#server/domain/pages/catalog/choose-owner.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { checkSections } from "#server/domain/pages/sections/check-sections.ts";
import { planSection } from "#server/domain/pages/sections/plan-section.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";

import { createPage } from "./create-page.ts";

type CreateArtifactInput = InputOf<typeof endpoint>;

/** Makes a page: of sections, by hand with a title and perhaps a text, or from an address that is fetched afterwards. */
export async function createArtifact(ctx: Ctx, input: CreateArtifactInput): Promise<OutputOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const owner = await chooseOwner(ctx, { ...input, organizationId });
  const checked = await checkSections(ctx, { sections: sectionsOf(input), current: new Map() });
  const artifactId = await ctx.db.transaction((tx) =>
    createPage(ctx, tx, {
      ...owner,
      parentArtifactId: input.parentArtifactId ?? null,
      title: input.title,
      createdBy: ctx.actor.kind === "user" ? ctx.actor.userId : null,
      crawlUrl: input.crawl?.url ?? null,
      sections: checked.map((section) => newSection(ctx, section)),
    }),
  );
  return await getArtifact(ctx, { organizationId, artifactId });
}

function sectionsOf({ sections, content, title }: CreateArtifactInput): SectionInput[] {
  if (sections) return sections;
  return content?.trim() ? [{ title, content }] : [];
}

function newSection(ctx: Ctx, { sectionId = ctx.newId(), title, instructions, content, sources = [] }: SectionInput) {
  const [prompt, output] = [instructions?.prompt || null, instructions?.output ?? "markdown"];
  const wanted = { sectionId, title, prompt, output, content, sources, writtenBy: null };
  const { text } = planSection(null, wanted, { writer: writerName(ctx), now: ctx.now() });
  return { ...text, sectionId };
}
