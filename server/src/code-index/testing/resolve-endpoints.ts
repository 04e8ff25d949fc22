import { extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import { extractRouting } from "#server/code-index/analysis/extract/routing/extract-routing.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { nameResolver } from "#server/code-index/analysis/structure/resolve-imports.ts";
import { findRoutedEndpoints } from "#server/code-index/analysis/structure/routed-endpoints.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { emptyLinks } from "#server/code-index/analysis/text/content-facts.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";

/** The endpoints that files declare together. */
export async function resolveEndpoints(files: Readonly<Record<string, string>>): Promise<IndexedEndpoint[]> {
  const content = new Map<string, Awaited<ReturnType<typeof extractContent>>["facts"]>();
  for (const [path, text] of Object.entries(files)) {
    const pathClass = classifyPath(path);
    const { facts } = await extractContent({ pathClass, bytes: Buffer.from(text) });
    // Long lines are not read at all where whole files are.
    const routing = await extractRouting(new WholeTree(readSourceText(text, pathClass.language)));
    content.set(path, { ...facts, routing });
  }
  const list = [...content].map(([path, { language, lines }]) => ({ path, oid: "", size: 0, language, lines }));
  const context: ResolveContext = {
    files: list.map((file) => ({ ...file, kind: "source" as const })),
    has: (path) => content.has(path),
    links: (path) => content.get(path) ?? emptyLinks,
    manifests: [...content].flatMap(([path, { manifest }]) => (manifest === null ? [] : [{ path, manifest }])),
  };
  const found = findRoutedEndpoints(context, nameResolver(context).resolve);
  return [...found.values()].flatMap(({ endpoints }) => endpoints);
}
