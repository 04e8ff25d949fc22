import type { FileFacts, FileKind, RoutingFacts } from "#server/code-index/ports/facts.ts";

/**
 * What the content of a blob says, read once per blob and variant. The path adds the rest when facts are handed out.
 */
export interface ContentFacts extends Omit<FileFacts, "kind"> {
  /** Overrules the kind that the path suggests; null where the content says nothing. */
  contentKind: FileKind | null;
  /** Package or namespace the file declares for itself; null where the language has none. */
  ownPackage: string | null;
  /** Import aliases of a tsconfig: `paths`, and `baseUrl` as the alias "*". */
  aliases: ImportAlias[];
  /** Null where the file says nothing about routers. */
  routing: RoutingFacts | null;
}

export interface ImportAlias {
  /** May hold one `*`. */
  pattern: string;
  /** Folders or files beside the tsconfig, with the same `*`. */
  targets: string[];
}
