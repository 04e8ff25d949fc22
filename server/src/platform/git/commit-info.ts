import { notFound } from "@cairn/contract/errors";

import { isObjectId } from "./resolve-commit.ts";
import { runGit } from "./run-git.ts";

export interface CommitInfo {
  oid: string;
  authorName: string;
  /** ISO 8601 with offset. */
  committedAt: string;
  /** First paragraph of the message on one line; may be empty. */
  subject: string;
}

/** Who made a commit, when and what for. Throws `not_found` when the mirror lacks it. */
export async function getCommitInfo(
  directory: string,
  commit: string,
  options: { signal?: AbortSignal } = {},
): Promise<CommitInfo> {
  if (!isObjectId(commit)) throw notFound("Commit");
  const { stdout } = await runGit({
    directory,
    args: ["log", "-1", "--no-show-signature", "--format=%H%x00%an%x00%cI%x00%s", "--end-of-options", commit, "--"],
    signal: options.signal,
  });
  const [oid = "", authorName = "", committedAt = "", subject = ""] = stdout.toString("utf8").trimEnd().split("\0");
  return { oid, authorName, committedAt, subject };
}
