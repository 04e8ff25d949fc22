import { z } from "zod";

/** How changes come into a branch: with all their commits below one that joins them, or as one commit. */
export const mergeMethods = ["merge", "squash"] as const;
export const mergeMethodSchema = z.enum(mergeMethods);
export type MergeMethod = z.infer<typeof mergeMethodSchema>;

export const mergeMethodNames = {
  merge: "Merge commit",
  squash: "One commit",
} as const satisfies Record<MergeMethod, string>;
