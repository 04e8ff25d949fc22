import type { Ctx } from "#server/ctx.ts";
import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { findRerun } from "#server/domain/implementations/phases/rerun-steps.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { listRunSteps } from "#server/domain/implementations/store/runs.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";

/** What a run that resolves conflicts is told of them, a line each; nothing for other runs. */
export async function describeConflicts(
  ctx: Pick<Ctx, "db" | "mirrors" | "settings">,
  row: NamedImplementationRow,
): Promise<string[]> {
  const steps = await listRunSteps(ctx.db, row);
  const rerun = findRerun(steps.filter(({ attempt }) => attempt >= row.fromAttempt));
  if (rerun?.kind !== "conflicts") return [];
  const { former, tip } = rerun.intent;
  const merged = await tryMerge(codeDirectory(ctx, row.repository), { tip, head: former });
  if (merged.kind !== "conflict") return [];
  return [
    `The change was laid onto ${row.baseBranch}, which got other commits meanwhile. In the files below the two do not go together. Where lines do, both sides stand in the file between marks: first ${row.baseBranch} (<<<<<<< ${tip}), then what both began with (|||||||), then this change (=======, up to >>>>>>> ${former}). Put each together so that it does what both were for, and leave no mark. This is what you are asked for now.`,
    ...merged.files.map(({ path, reason }) => `- ${path}: ${reason}`),
  ];
}
