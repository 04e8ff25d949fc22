import type { SectionCoverageGaps } from "@cairn/contract/coverage-gaps";
import type { Section } from "@cairn/contract/page-sections";
import { z } from "zod";

import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { requirePageOfProject } from "#server/domain/pages/catalog/require-page-of-project.ts";
import { listCoverageGaps } from "#server/domain/pages/writing/list-coverage-gaps.ts";
import { defineTool } from "#server/edge.ts";

const listPages = defineTool({
  name: "list_pages",
  description: "Lists the documentation pages of the product with their ids. Read one with read_page.",
  verb: "Listing pages",
  input: z.object({ page: z.number().int().min(1).default(1).describe("Which hundred pages, from 1") }),
  async run(ctx, scope, { page }) {
    const found = await listArtifacts(ctx, { ...scope, page, limit: 100 });
    const pages = found.content.map(({ artifactId, title, serviceId, parentArtifactId, updatedAt, staleSections }) => ({
      artifactId,
      title,
      serviceId,
      parentArtifactId,
      updatedAt,
      staleSections,
    }));
    const lines = pages.map((one) => `- ${one.title} (${one.artifactId})${changedSince(one.staleSections)}`);
    return {
      text: lines.length > 0 ? lines.join("\n") : "The product has no pages yet.",
      data: { pages, total: found.total },
    };
  },
});

const readPage = defineTool({
  name: "read_page",
  description:
    "Reads one documentation page as Markdown. Numbers in brackets point into the list of sources that closes each section: repository, path, lines and commit. A section says when code it rests on changed since it was written, and what it lacks that came into the code since.",
  verb: "Reading a page",
  input: z.object({ artifactId: z.uuid().describe("Id of the page, from list_pages") }),
  async run(ctx, scope, { artifactId }) {
    await requirePageOfProject(ctx, { ...scope, artifactId });
    const page = { organizationId: scope.organizationId, artifactId };
    const [artifact, gaps] = await Promise.all([getArtifact(ctx, page), listCoverageGaps(ctx, page)]);
    const missing = new Map(gaps.sections.map((section) => [section.sectionId, section]));
    const sections = artifact.sections.map((section) => sectionText(section, missing.get(section.sectionId)));
    const text = [`# ${artifact.title}`, ...sections].join("\n\n");
    return {
      text,
      data: { artifactId, title: artifact.title, sections: artifact.sections, coverageGaps: gaps.sections },
    };
  },
});

function changedSince(staleSections: number): string {
  if (staleSections === 0) return "";
  return ` Code changed since (${staleSections} ${staleSections === 1 ? "section" : "sections"})`;
}

/** Enough for a reader to look them up. */
const maxNamedGaps = 20;

function lacksText({ facts, total }: SectionCoverageGaps): string {
  const named = facts.slice(0, maxNamedGaps).map(({ name, source }) => `${name} (${source.path}:${source.startLine})`);
  const more = total > named.length ? ` and ${total - named.length} more` : "";
  return `(In the code by now, but not in this section yet: ${named.join(", ")}${more})`;
}

function sectionText(
  { title, content, instructions, sources, status, changed }: Section,
  missing: SectionCoverageGaps | undefined,
): string {
  const body = instructions?.output === "mermaid" ? `\`\`\`mermaid\n${content}\n\`\`\`` : content;
  const lines = sources.map(
    (one, at) => `[${at + 1}] ${one.path}:${one.startLine}-${one.endLine} at ${one.commit.slice(0, 10)}`,
  );
  const cited = changed.map((number) => `[${number}]`).join(", ");
  const notes = [
    ...(changed.length > 0 ? [`(Code changed since this section was written: ${cited})`] : []),
    ...(missing ? [lacksText(missing)] : []),
    ...(status === "updating" || status === "failed" ? [`(This section is ${status}.)`] : []),
  ];
  return [`## ${title}`, ...notes, body, ...(lines.length > 0 ? [`Sources:\n${lines.join("\n")}`] : [])].join("\n\n");
}

export const artifactTools = [listPages, readPage];
