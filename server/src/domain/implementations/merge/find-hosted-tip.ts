import type { Ctx } from "#server/ctx.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { isAncestor } from "#server/platform/git/merging/list-commits-between.ts";
import { moveBranch } from "#server/platform/git/merging/move-branch.ts";
import { fetchTip } from "#server/platform/git/remote/fetch-tip.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";

import type { MergedCode } from "./merged-code.ts";

/**
 * Where the base branch stands at its host, null where there is none, and whether that has the merge. The mirror's branch moves
 * along.
 */
export async function findHostedTip(
  ctx: Ctx,
  { row, repository, intent }: MergedCode,
  remote: Remote,
): Promise<{ tip: string | null; isMerged: boolean }> {
  const { egress, settings, signal } = ctx;
  const directory = codeDirectory(ctx, repository);
  const { baseBranch: branch } = row;
  const { maxCloneBytes: maxBytes } = settings.limits;
  const tip = await fetchTip({ directory, remote, egress, branch, maxBytes, signal });
  if (tip === null) return { tip, isMerged: false };
  await moveBranch(directory, { ref: `refs/heads/${branch}`, from: intent.tipOid, to: tip, unmoved: [], signal });
  return { tip, isMerged: await isAncestor(directory, { oid: intent.mergeOid, descendant: tip, signal }) };
}
