import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { RemoteBranches } from "#server/platform/git/remote/list-remote-branches.ts";
import { queryRemoteBranches } from "#server/platform/git/remote/query-remote-branches.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";

/** As `connectionTestSchema` has it. */
interface ConnectionTest {
  branches: string[];
  defaultBranch: string | null;
}

/** Somebody is looking at a button that turns. */
const deadlineMs = 20_000;
const stallTimeoutMs = 10_000;
const maxBranches = 200;
/** For one organization in one process: each holds a git and a connection open. */
const maxAtOnce = 3;
const underWay = new Map<string, number>();

/** Opens a remote and lists its branches, within a deadline. `open` gets a Ctx whose signal is aborted then. */
export async function tryRemote(
  ctx: Ctx,
  organizationId: string,
  open: (ctx: Ctx) => Promise<Remote>,
): Promise<ConnectionTest> {
  const running = underWay.get(organizationId) ?? 0;
  if (running >= maxAtOnce) {
    throw new AppError("rate_limited", { message: "Other connections are being tested right now. Please try again." });
  }
  underWay.set(organizationId, running + 1);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(tooSlow()), deadlineMs);
  const signal = AbortSignal.any([ctx.signal, deadline.signal]);
  try {
    const remote = await open({ ...ctx, signal });
    return describeBranches(await queryRemoteBranches({ remote, egress: ctx.egress, stallTimeoutMs, signal }));
  } finally {
    clearTimeout(timer);
    const left = (underWay.get(organizationId) ?? 1) - 1;
    if (left === 0) underWay.delete(organizationId);
    else underWay.set(organizationId, left);
  }
}

function tooSlow(): AppError {
  const message = `The repository's host did not answer within ${deadlineMs / 1000} seconds.`;
  return new AppError("vendor_unavailable", { message });
}

/** The default branch first, then by name. */
function describeBranches({ branches, defaultBranch }: RemoteBranches): ConnectionTest {
  const isDefault = (name: string) => name === defaultBranch;
  const names = [...branches.keys()].toSorted(
    (one, other) => Number(isDefault(other)) - Number(isDefault(one)) || one.localeCompare(other, "en"),
  );
  return { branches: names.slice(0, maxBranches), defaultBranch: branches.size === 0 ? null : defaultBranch };
}
