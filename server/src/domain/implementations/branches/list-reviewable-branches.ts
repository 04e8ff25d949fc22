import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import {
  maxReviewableBranches,
  type listReviewableBranches as endpoint,
  type ReviewableBranch,
} from "@cairn/contract/reviews";

import type { Ctx } from "#server/ctx.ts";
import { listTargets, listTakenBranches } from "#server/domain/implementations/store/starting.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { readRef } from "#server/platform/git/refs/move-ref.ts";

/** Branches that hold something which is neither in review nor merged, of all repositories of the product; any is found by its name. */
export async function listReviewableBranches(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "implementation.read");
  const content: ReviewableBranch[] = [];
  const wanted = input.text?.toLowerCase() ?? "";
  for (const target of await listTargets(ctx.db, project)) {
    const { repositoryId, slug: repositorySlug, mainBranch } = target;
    if (mainBranch === null) continue;
    const directory = codeDirectory(ctx, target);
    // Before the first push to it there is nothing that a branch could lack.
    if ((await readRef(directory, `refs/heads/${mainBranch}`, ctx)) === null) continue;
    const takenBy = Map.groupBy(await listTakenBranches(ctx.db, repositoryId), ({ branch }) => branch);
    const branches = await listBranches(directory, { unmergedInto: mainBranch, signal: ctx.signal });
    const isOfRepository = repositorySlug.toLowerCase().includes(wanted);
    for (const { name, oid, updatedAt } of branches) {
      if (!isOfRepository && !name.toLowerCase().includes(wanted)) continue;
      // A branch that was squashed into main stands beside it with nothing new.
      const isTaken = takenBy.get(name)?.some(({ state, headOid }) => state === "created" || headOid === oid);
      if (isTaken !== true) content.push({ repositoryId, repositorySlug, branch: name, head: oid, updatedAt });
    }
  }
  const newest = content.toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));
  return { content: newest.slice(0, maxReviewableBranches), total: newest.length };
}
