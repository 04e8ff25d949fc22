import type { FileHit, SymbolHit } from "@cairn/contract/search";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { GlobeIcon } from "@phosphor-icons/react/dist/csr/Globe";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";

import { SymbolIcon } from "#web/features/code-graph/symbol-icon.tsx";
import type { MenuSearch } from "#web/features/search/use-menu-search.ts";
import { href } from "#web/lib/navigation/paths.ts";

import type { Command } from "./command-groups.ts";

interface SearchCommandInput {
  organizationId: string | undefined;
  projectId: string | undefined;
  pages: MenuSearch["pages"]["rows"];
  files: readonly FileHit[];
  symbols: readonly SymbolHit[];
  topics: MenuSearch["topics"]["rows"];
}

/** Rows of one group. */
const maxRows = 5;

/** Converts search results to commands. */
export function searchCommands({ organizationId, projectId, ...found }: SearchCommandInput): Command[] {
  const product = { organizationId, projectId };
  const fileHref = ({ repositorySlug, branch, path }: FileHit) =>
    href("repositoryFile", { ...product, repositorySlug, branchName: branch, _splat: path });
  // A page appears once, with the section that fits best.
  const pages = distinct(found.pages, ({ artifact }) => artifact.artifactId).map(
    ({ artifact, sectionTitle }): Command => ({
      key: `page-${artifact.artifactId}`,
      group: "Search Results",
      label: artifact.title,
      detail: sectionTitle ?? undefined,
      icon: <FileTextIcon className="size-4" />,
      href: href("artifact", { ...product, artifactId: artifact.artifactId }),
    }),
  );
  const files = distinct(found.files, (file) => `${file.repositoryId}-${file.path}`).map((file): Command => ({
    key: `file-${file.repositoryId}-${file.path}`,
    group: "Files",
    label: file.path.slice(file.path.lastIndexOf("/") + 1),
    detail: file.path,
    isDetailPath: true,
    icon: <FileIcon className="size-4" />,
    href: fileHref(file),
  }));
  const symbols = distinct(found.symbols, symbolKey).map((symbol): Command => ({
    key: `symbol-${symbolKey(symbol)}`,
    group: "Symbols",
    label: symbol.parent ? `${symbol.parent}.${symbol.name}` : symbol.name,
    detail: `${symbol.kind} · ${symbol.path}:${symbol.startLine}`,
    isDetailPath: true,
    icon: <SymbolIcon kind={symbol.kind} />,
    href: fileHref(symbol),
    hash: symbol.startLine === symbol.endLine ? `L${symbol.startLine}` : `L${symbol.startLine}-L${symbol.endLine}`,
  }));
  const topics = distinct(found.topics, ({ topicId }) => topicId).map(({ topicId, title }): Command => ({
    key: `topic-${topicId}`,
    group: "External Context",
    label: title,
    icon: <GlobeIcon className="size-4" />,
    href: href("topic", { ...product, topicId }),
  }));
  return [...pages, ...files, ...symbols, ...topics];
}

/** A command to open the search screen with the text; null for an empty text. */
export function searchPageCommand(
  product: Pick<SearchCommandInput, "organizationId" | "projectId">,
  text: string,
): Command | null {
  const question = text.trim();
  if (question === "") return null;
  return {
    key: "search",
    group: "Search",
    label: `Search code for “${question}”`,
    icon: <MagnifyingGlassIcon className="size-4" />,
    href: href("search", product),
    search: { q: question },
  };
}

function symbolKey({ repositoryId, path, name, startLine }: SymbolHit): string {
  return `${repositoryId}-${path}-${startLine}-${name}`;
}

/** Removes duplicates and limits to the rows of a group. */
function distinct<T>(hits: readonly T[], keyOf: (hit: T) => string): T[] {
  const first = new Map<string, T>();
  for (const hit of hits) if (!first.has(keyOf(hit))) first.set(keyOf(hit), hit);
  return [...first.values()].slice(0, maxRows);
}
