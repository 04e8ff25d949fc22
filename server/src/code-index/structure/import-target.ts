import type { ImportTarget, IndexedFile } from "../code-index.ts";
import type { ImportFact, ManifestFact } from "../facts.ts";
import type { ContentLinks } from "../parse/parse-blob.ts";

/** What resolving knows of the repository. */
export interface ResolveContext {
  files: readonly IndexedFile[];
  has(path: string): boolean;
  links(path: string): ContentLinks;
  manifests: readonly { path: string; manifest: ManifestFact }[];
}

export type { ImportTarget } from "../code-index.ts";

/** Answers for one file of the resolver's languages. */
export type ImportResolver = (from: IndexedFile, imported: ImportFact) => ImportTarget;

export const unknownTarget: ImportTarget = { kind: "unknown" };
