import { AppError } from "@cairn/contract/errors";

import { pushBranch, type PushedBranch } from "#server/platform/git/remote/push-branch.ts";

import { describeGrant, nameTarget, openPush, type NamedTarget, type PushCtx, type PushTarget } from "./push-target.ts";

interface ChangePush extends PushTarget {
  /** The mirror, which has the commit. */
  directory: string;
  branch: string;
  oid: string;
  /** What a revision takes the place of; null for a first change. */
  former: string | null;
}

/**
 * Pushes a change to where its repository is hosted, as a branch of its own or in place of the former change; to GitHub by a
 * token that is good for this repository and asked for this push. Answers why it did not arrive, as a sentence; null where it did.
 * Done twice it leaves the same.
 */
export async function pushChange(ctx: PushCtx, push: ChangePush): Promise<string | null> {
  const { directory, branch, oid, former, connection } = push;
  const { egress, signal } = ctx;
  const target = nameTarget(connection);
  try {
    const remote = await openPush(ctx, push);
    if (remote === null) return describeGrant(connection);
    const send = async (from: string | null) =>
      await pushBranch({ directory, remote, egress, branch, oid, from, signal });
    const replaced = await send(former);
    // Somebody may have deleted the branch of the former change.
    const pushed = replaced.kind === "taken" && former !== null ? await send(null) : replaced;
    if (pushed.kind === "refused") ctx.log.info({ reason: pushed.reason, branch }, "a host refused a branch");
    return explain(pushed, { ...target, branch });
  } catch (error) {
    // Whoever stopped the run, or goes on with it, wants nothing said.
    if (signal.aborted || !(error instanceof AppError)) throw error;
    ctx.log.warn({ error, branch }, "a change could not be pushed to its host");
    return wordsOf(error, target);
  }
}

function explain(pushed: PushedBranch, { name, host, branch }: NamedTarget & { branch: string }): string | null {
  switch (pushed.kind) {
    case "pushed":
      return null;
    case "taken":
      return `${name} has a branch “${branch}” already, with something else on it.`;
    case "unconfirmed":
      return `${host} said that it took the branch, and ${name} does not have it.`;
    case "refused":
      return `${name} does not take this branch: ${explainReason(pushed.reason, host)}`;
  }
}

/** What hosts say is theirs; of it only what is known is passed on, in words of ours. */
export function explainReason(reason: string, host: string): string {
  if (/\bworkflows?\b.*\bpermission/i.test(reason))
    return "it changes a workflow of GitHub Actions, for which the app needs the permission “Workflows” as well.";
  if (/hook declined|rule violations|ruleset|protected branch|GH0\d\d/i.test(reason))
    return "a rule of the repository protects it.";
  return `${host} gave a reason that only the server's log has.`;
}

/** A failure in words that say nothing of what nobody typed. */
export function wordsOf(error: AppError, { name, host }: Pick<NamedTarget, "name" | "host">): string {
  // What git says of a password is nothing that anybody typed.
  if (error.code === "invalid_input") return `${host} did not let this server push to ${name}.`;
  return error.status < 500 || error.code.startsWith("vendor") ? error.message : "This server could not push it.";
}
