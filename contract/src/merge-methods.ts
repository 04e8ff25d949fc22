import { z } from "zod";

/** How changes come into a branch: with all their commits below one that joins them, or as one commit. */
export const mergeMethods = ["merge", "squash"] as const;
export const mergeMethodSchema = z.enum(mergeMethods);
export type MergeMethod = z.infer<typeof mergeMethodSchema>;

export const mergeMethodNames = {
  merge: "Merge commit",
  squash: "One commit",
} as const satisfies Record<MergeMethod, string>;

/**
 * Whether Merge merges at once, puts a change in line to be tested on top of those before it, or opens a pull request where
 * the code lies on GitHub; code that lies here is merged at once then.
 */
export const mergePaths = ["direct", "queue", "pull-request"] as const;
export const mergePathSchema = z.enum(mergePaths);
export type MergePath = z.infer<typeof mergePathSchema>;

export const mergePathNames = {
  direct: "At once",
  queue: "Through the merge queue",
  "pull-request": "By a pull request on GitHub",
} as const satisfies Record<MergePath, string>;
