import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";

import { describeUse, onModelProduct } from "./on-model-product.ts";
import type { ScratchProduct } from "./scratch-product.ts";

const maxPages = 100;

/** The first pages of a repository as a server with a model writes them, with the lines of each source and who wrote it. */
export async function evaluateModelPages(directory: string): Promise<string> {
  return await onModelProduct(directory, async (product) => {
    const startedAt = performance.now();
    await writePages(product.ctx, product);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return [...(await readPages(product)), `(${await describeUse(product)}; ${seconds} s)`].join("\n\n");
  });
}

async function readPages({ ctx, organizationId, projectId }: ScratchProduct): Promise<string[]> {
  const { content } = await listArtifacts(ctx, { organizationId, projectId, page: 1, limit: maxPages });
  const pages: string[] = [];
  for (const { artifactId } of content) {
    const { title, sections } = await getArtifact(ctx, { organizationId, artifactId });
    const parts = sections.map((section) => {
      const sources = section.sources.map((one, at) => `- [${at + 1}] ${one.path}:${one.startLine}-${one.endLine}`);
      const isDrawn = section.instructions?.output === "mermaid";
      const text = isDrawn ? `\`\`\`mermaid\n${section.content}\n\`\`\`` : section.content;
      return [
        `## ${section.title}`,
        `(${section.writtenBy ?? "a person"}${section.error === null ? "" : `: ${section.error}`})`,
        text,
        sources.join("\n"),
      ].join("\n\n");
    });
    pages.push([`# ${title}`, ...parts].join("\n\n"));
  }
  return pages;
}
