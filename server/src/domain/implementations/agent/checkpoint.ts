import { AppError } from "@cairn/contract/errors";

import { authorOf } from "#server/domain/implementations/phases/commit-change.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import { writeTreeCommit } from "#server/platform/git/patches/write-tree-commit.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";
import { changeTree, type TreeEdit } from "#server/platform/git/trees/change-tree.ts";

import type { AgentWork } from "./agent-work.ts";

/**
 * Makes one edit and keeps it as a commit of its own, which the ref of the run's work holds. The same edit of the same
 * commit gives the same one, so it may be made twice; it counts once the transcript names it.
 */
export async function checkpoint(agent: AgentWork, edit: TreeEdit): Promise<string> {
  const { work, commit, date } = agent;
  const { ctx, directory, row, workDirectory } = work;
  const { signal } = ctx;
  const tree = await changeTree(directory, edit, { commit, workDirectory, signal });
  const oid = await writeTreeCommit(directory, {
    tree,
    parents: [row.baseOid ?? ""],
    message: `Work on implementation ${row.projectImplementationId}`,
    author: authorOf(ctx),
    date,
    signal,
  });
  const ref = runRef(row.implementationId, "work");
  const expected = await readRef(directory, ref, { signal });
  if (await moveRef(directory, { ref, oid, expected, signal })) return oid;
  throw new AppError("unavailable", { message: "Somebody else works on this implementation." });
}
