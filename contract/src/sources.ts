import { z } from "zod";

/**
 * The evidence of a statement: lines of a file at a commit. `hash` is the SHA-256 (hex) of exactly those lines joined
 * by "\n", so that anybody can check it against `git show commit:path`.
 */
export const sourceSchema = z.object({
  repositoryId: z.uuid(),
  path: z.string(),
  startLine: z.number().int().min(1),
  endLine: z.number().int().min(1),
  commit: z.string(),
  hash: z.string(),
});
export type Source = z.infer<typeof sourceSchema>;

/** Kinds of facts that texts list and count. */
export const factKinds = [
  "endpoints",
  "tables",
  "settings",
  "commands",
  "packages",
  "jobs",
  "languages",
  "tests",
  "declarations",
  "files",
  "system",
] as const;
export type FactKind = (typeof factKinds)[number];

/** Facts that a text lists or counts: all of a kind that are declared in a folder of a repository. */
export interface ListedFacts {
  repositoryId: string;
  kind: FactKind;
  /** "" for the whole repository. */
  folder: string;
  /** SHA-256 (hex) over them; another one means that the text is not true any more. */
  digest: string;
}
