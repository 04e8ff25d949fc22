import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getImplementationBrief as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { describeBrief } from "#server/domain/implementations/brief/describe-brief.ts";
import { sayHost } from "#server/domain/implementations/publishing/say-host.ts";
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
  const { workingBranch: branch, baseBranch, headOid } = row;
  const host = sayHost(row.repository);
  const push = `git push origin ${branch}`;
  const password = "the password is the key that was made for this branch.";
  if (host !== null) {
    const said = `Go on with ${branch} in ${host}, and push it there with your own access.`;
    return describePush(said, ["git fetch origin", `git switch ${branch}`, "git pull", push]);
  }
  const address = pushAddress(ctx, row);
  // A branch that is there already, as of a revision, is gone on with.
  if (headOid !== null) {
    return describePush(`Go on with ${branch} and push it; ${password}`, [
      `git clone --branch ${branch} ${address}`,
      push,
    ]);
  }
  return describePush(`Begin at ${baseBranch}. Commit on ${branch} and push it; ${password}`, [
    `git clone --branch ${baseBranch} ${address}`,
    `git switch --create ${branch}`,
    `git push --set-upstream origin ${branch}`,
  ]);
}

function describePush(said: string, commands: readonly string[]): string {
  const after = "Each push is built and tested by this server, and takes the place of the one before.";
  return ["## Branch", said, "", ...commands.map((command) => `    ${command}`), "", after].join("\n");
}
