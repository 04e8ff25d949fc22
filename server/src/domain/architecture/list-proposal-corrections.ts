import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listProposalCorrections as endpoint } from "@cairn/contract/proposal-corrections";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { selectCorrections } from "./proposal-corrections.store.ts";

/** How the members of a project corrected what was found in its code. */
export async function listProposalCorrections(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const rows = await selectCorrections(ctx.db, project);
  const content = rows.map(({ repositoryId, foundPath, correction, serviceId }) => ({
    repositoryId,
    foundPath,
    ...correction,
    ...(serviceId !== null && { serviceId }),
  }));
  return { content };
}
