import { extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { resolveImports } from "#server/code-index/analysis/structure/resolve-imports.ts";
import { findSettings } from "#server/code-index/analysis/structure/resolve-settings.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { emptyLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";

/** The settings that files declare together. */
export async function settingsOf(files: Readonly<Record<string, string>>): Promise<IndexedSetting[]> {
  const content = new Map<string, Awaited<ReturnType<typeof extractContent>>["facts"]>();
  for (const [path, text] of Object.entries(files))
    content.set(path, (await extractContent({ pathClass: classifyPath(path), bytes: Buffer.from(text) })).facts);
  const indexed = [...content].map(([path, { language, lines, contentKind }]) => ({
    path,
    oid: "",
    size: 0,
    language,
    lines,
    kind: contentKind ?? classifyPath(path).kind,
  }));
  const byPath = new Map(indexed.map((file) => [file.path, file]));
  const context: ResolveContext = {
    files: indexed,
    has: (path) => byPath.has(path),
    links: (path) => content.get(path) ?? emptyLinks,
    manifests: [...content].flatMap(([path, { manifest }]) => (manifest === null ? [] : [{ path, manifest }])),
  };
  const steps = resolveImports(context);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const edges = step.value.edges.map(({ from, to }) => ({ from, path: to }));
  return findSettings(
    context,
    Map.groupBy(edges, ({ from }) => from),
  );
}

/** `PORT integer =3000`, `SECRET required example=abc`, `server.port key`. */
export function settingAsText({ name, kind, type, defaultValue, example, isRequired }: IndexedSetting): string {
  const value = defaultValue === null ? "" : ` =${defaultValue}`;
  return `${name}${kind === "variable" ? "" : ` ${kind}`}${type === null ? "" : ` ${type}`}${value}${isRequired ? " required" : ""}${example === null ? "" : ` example=${example}`}`;
}
