import { extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { emptyLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { ContentLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { ManifestFact } from "#server/code-index/ports/facts.ts";

/** What resolving knows of a repository with these texts. */
export async function contextOf(texts: Record<string, string>): Promise<ResolveContext> {
  const files: IndexedFile[] = [];
  const links = new Map<string, ContentLinks>();
  const manifests: { path: string; manifest: ManifestFact }[] = [];
  for (const [path, text] of Object.entries(texts)) {
    const pathClass = classifyPath(path);
    const { facts } = await extractContent({ pathClass, bytes: Buffer.from(text) });
    const { language, kind } = pathClass;
    files.push({ path, oid: path, size: text.length, language, kind, lines: facts.lines });
    links.set(path, facts);
    if (facts.manifest !== null) manifests.push({ path, manifest: facts.manifest });
  }
  return { files, manifests, has: (path) => links.has(path), links: (path) => links.get(path) ?? emptyLinks };
}
