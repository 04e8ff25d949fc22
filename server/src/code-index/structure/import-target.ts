import type { IndexedFile } from "../code-index.ts";
import type { ImportFact, ManifestFact } from "../facts.ts";
import type { ContentLinks } from "../parse/parse-blob.ts";

/** What resolving knows of the repository. */
export interface ResolveContext {
  files: readonly IndexedFile[];
  has(path: string): boolean;
  links(path: string): ContentLinks;
  manifests: readonly { path: string; manifest: ManifestFact }[];
}

/** Where an import leads: files of the repository, a package from outside, or nowhere that can be told. */
export type ImportTarget = { kind: "files"; paths: string[] } | { kind: "package"; name: string } | { kind: "unknown" };

/** Answers for one file of the resolver's languages. */
export type ImportResolver = (from: IndexedFile, imported: ImportFact) => ImportTarget;

export const unknownTarget: ImportTarget = { kind: "unknown" };
