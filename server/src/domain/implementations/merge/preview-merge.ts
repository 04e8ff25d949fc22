import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import {
  maxConflictFiles,
  maxConflictHunks,
  maxConflictLines,
  type MergeConflict,
  type previewMerge as endpoint,
} from "@cairn/contract/implementation-merging";

import type { Ctx } from "#server/ctx.ts";
import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { loadTextLines } from "#server/domain/ledger/load-content.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listCommitsBetween } from "#server/platform/git/merging/list-commits-between.ts";
import { parseConflicts } from "#server/platform/git/merging/parse-conflicts.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";

import { planMerge, type PlannedMerge } from "./plan-merge.ts";

/** What merging would do now: how, with which message, and where the two sides do not go together. */
export async function previewMerge(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { mergeMethod: method } = await requireProject(ctx, input, "implementation.read");
  const { baseBranch, headOid: head } = row;
  const userId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const plan = row.state === "created" ? await planMerge(ctx, row, { method, userId }) : null;
  if (plan === null) return { head, baseBranch, tip: null, commitsBehind: 0, method, message: "", conflicts: [] };
  const { directory, tip, message } = plan;
  const since = await listCommitsBetween(directory, { from: plan.head, to: tip, limit: maxBehind, signal: ctx.signal });
  const conflicts = await listConflicts(ctx, plan);
  return { head, baseBranch, tip, commitsBehind: since.length, method, message, conflicts };
}

const maxBehind = 1_000;

async function listConflicts(ctx: Ctx, { directory, tip, head }: PlannedMerge): Promise<MergeConflict[]> {
  const merged = await tryMerge(directory, { tip, head });
  if (merged.kind !== "conflict") return [];
  const entries = await listTree(directory, merged.tree, { signal: ctx.signal });
  const oids = new Map(entries.map(({ path, oid }) => [path, oid]));
  return await Promise.all(
    merged.files.slice(0, maxConflictFiles).map(async ({ path, reason }) => {
      const oid = oids.get(path);
      const lines = oid === undefined ? null : await loadTextLines(ctx, directory, oid);
      const hunks = parseConflicts(lines ?? [], { ours: tip, theirs: head });
      return {
        path,
        reason,
        hunks: hunks.slice(0, maxConflictHunks).map(({ line, ours, base, theirs }) => ({
          line,
          base: ours.slice(0, maxConflictLines),
          change: theirs.slice(0, maxConflictLines),
          former: base.slice(0, maxConflictLines),
        })),
      };
    }),
  );
}
