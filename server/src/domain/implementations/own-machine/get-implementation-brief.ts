import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getImplementationBrief as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { describeBrief } from "#server/domain/implementations/brief/describe-brief.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";

import { pushAddress } from "./push-address.ts";

type BriefRow = Awaited<ReturnType<typeof requireImplementation>>;

/** All that somebody needs who writes the change elsewhere. */
export async function getImplementationBrief(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  return { text: `${await describeBrief(ctx, row)}\n\n${howToPush(ctx, row)}\n` };
}

function howToPush(ctx: Ctx, row: BriefRow): string {
  const { workingBranch, baseBranch } = row;
  return [
    "## Branch",
    `Begin at ${baseBranch}. Commit on ${workingBranch} and push it; the password is the key that was made for this branch.`,
    "",
    `    git clone --branch ${baseBranch} ${pushAddress(ctx, row)}`,
    `    git switch --create ${workingBranch}`,
    `    git push --set-upstream origin ${workingBranch}`,
    "",
    "Each push is built and tested by this server, and takes the place of the one before.",
  ].join("\n");
}
