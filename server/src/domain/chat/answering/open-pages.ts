import type { Section } from "@cairn/contract/page-sections";

import type { Ctx } from "#server/ctx.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { searchArtifacts } from "#server/domain/pages/catalog/search-artifacts.ts";
import { listRules } from "#server/domain/rules/list-rules.ts";
import type { WrittenRule, QuotableSection } from "#server/engine/answers/quote-pages.ts";

const maxPages = 3;
const maxHits = 6;
const maxRules = 100;

/** Sections of the product's pages that match the question, best first, with the lines they cite. */
export async function openPages(
  ctx: Ctx,
  { organizationId, projectId, query }: { organizationId: string; projectId: string; query: string },
): Promise<QuotableSection[]> {
  const { content } = await searchArtifacts(ctx, { organizationId, projectId, query, page: 1, limit: maxHits });
  const ids = [...new Set(content.map(({ artifact }) => artifact.artifactId))].slice(0, maxPages);
  const pages = new Map(
    await Promise.all(
      ids.map(async (artifactId) => [artifactId, await getArtifact(ctx, { organizationId, artifactId })] as const),
    ),
  );
  return content.flatMap(({ artifact, sectionTitle }) => {
    const page = pages.get(artifact.artifactId);
    const sections = page?.sections.filter(({ title }) => sectionTitle === null || title === sectionTitle) ?? [];
    return sections.filter(isText).map((section) => ({
      page: page?.title ?? "",
      title: section.title,
      text: section.content,
      sources: section.sources,
      isStale: section.status === "stale",
    }));
  });
}

function isText({ instructions, content }: Section): boolean {
  return instructions?.output !== "mermaid" && content.trim() !== "";
}

/** The team's rules for work on the product. */
export async function openRules(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
): Promise<WrittenRule[]> {
  const { content } = await listRules(ctx, { ...project, page: 1, limit: maxRules });
  return content.map(({ condition, instruction, service }) => ({
    condition,
    instruction,
    service: service?.name ?? null,
  }));
}
