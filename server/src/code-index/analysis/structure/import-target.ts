import type { ContentLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { ImportTarget, IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { ImportFact, ManifestFact } from "#server/code-index/ports/facts.ts";

/** What resolving knows of the repository. */
export interface ResolveContext {
  files: readonly IndexedFile[];
  has(path: string): boolean;
  links(path: string): ContentLinks;
  manifests: readonly { path: string; manifest: ManifestFact }[];
}

export type { ImportTarget } from "#server/code-index/ports/code-index.ts";

/** Answers for one file of the resolver's languages. */
export type ImportResolver = (from: IndexedFile, imported: ImportFact) => ImportTarget;

/** How one language finds the files that another file means. */
export interface LanguageResolver {
  resolve: ImportResolver;
  /** What a file names without an import of its own; absent where the language has no such names. */
  mentioned?(from: IndexedFile): MentionedFile[];
}

/** How the files of all languages find each other. */
export interface ImportedNameResolver {
  resolve: ImportResolver;
  /** What a file names without an import of its own. */
  mentioned(from: IndexedFile): readonly MentionedFile[];
}

export interface MentionedFile {
  path: string;
  /** The name as code has it, or the namespace that makes it visible. */
  specifier: string;
  line: number;
}

export const unknownTarget: ImportTarget = { kind: "unknown" };

/** The target of one file; unknown where there is none. */
export function fileTarget(path: string | null | undefined): ImportTarget {
  return path === null || path === undefined ? unknownTarget : { kind: "files", paths: [path] };
}
