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
