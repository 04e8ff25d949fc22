import { seenCommitsSchema } from "@cairn/contract/conflict-resolution";
import { AppError } from "@cairn/contract/errors";

import type { LoadedConflicts } from "./load-conflicts.ts";

/** Throws `conflict` where one of the two commits is another one than whoever resolves has seen, or nothing conflicts. */
export function requireSeen(
  { head, tip, files }: Pick<LoadedConflicts, "head" | "tip" | "files">,
  seen: { head: string; tip: string },
): void {
  if (head !== seen.head || tip !== seen.tip) {
    const what = head === seen.head ? "The base branch" : "The change";
    const message = `${what} has other commits by now. Look at the conflicts again: what you chose is kept where they are the same.`;
    throw new AppError("conflict", { message, details: seenCommitsSchema.parse({ head, tip }) });
  }
  if (files.length === 0) throw new AppError("conflict", { message: "Nothing conflicts any more." });
}
