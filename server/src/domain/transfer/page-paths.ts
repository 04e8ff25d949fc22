import type { PageFile } from "./page-file.ts";

/**
 * The path of each page's Markdown: pages of the organization at the top, a product's below its slug, those of a
 * service below `services`; a child page in a folder of its parent's name. Names that collide get a part of the id.
 */
export function planPaths(pages: readonly PageFile[]): Map<string, string> {
  const byId = new Map(pages.map((page) => [page.artifactId, page]));
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  const pathOf = (page: PageFile, above: ReadonlySet<string>): string => {
    const known = paths.get(page.artifactId);
    if (known !== undefined) return known;
    const parent = page.parentArtifactId === null ? undefined : byId.get(page.parentArtifactId);
    const isRing = parent !== undefined && above.has(parent.artifactId);
    const folder =
      parent && !isRing ? `${pathOf(parent, new Set([...above, page.artifactId])).slice(0, -3)}/` : locationOf(page);
    const name = fileName(page.title);
    let path = `${folder}${name}.md`;
    if (taken.has(path.toLowerCase())) path = `${folder}${name}-${page.artifactId.slice(0, 8)}.md`;
    taken.add(path.toLowerCase());
    paths.set(page.artifactId, path);
    return path;
  };
  for (const page of pages) pathOf(page, new Set([page.artifactId]));
  return paths;
}

/** The ledger is stored beside its page. */
export function ledgerPath(markdownPath: string): string {
  return markdownPath.replace(/\.md$/, ".ledger.json");
}

/** Whether a file is one of the two files of a page, by the files beside it. */
export function isPageFile(path: string, paths: ReadonlySet<string>): boolean {
  if (path.endsWith(".ledger.json")) return paths.has(path.replace(/\.ledger\.json$/, ".md"));
  return path.endsWith(".md") && paths.has(ledgerPath(path));
}

function locationOf({ product, service }: PageFile): string {
  if (product === null) return "";
  return service === null ? `${fileName(product)}/` : `${fileName(product)}/services/${fileName(service)}/`;
}

/** Names every file system takes. */
function fileName(text: string): string {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-").slice(0, 60).replace(/-$/, "").toWellFormed() || "page";
}
