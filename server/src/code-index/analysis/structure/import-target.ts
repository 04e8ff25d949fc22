import type { ContentLinks } from "#server/code-index/analysis/parse/parse-blob.ts";
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

export const unknownTarget: ImportTarget = { kind: "unknown" };
