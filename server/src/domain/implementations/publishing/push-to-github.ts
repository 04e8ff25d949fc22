import { AppError } from "@cairn/contract/errors";

import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { openGithubForPush } from "#server/domain/integrations/open-github-repository.ts";
import { pushBranch, type PushedBranch } from "#server/platform/git/remote/push-branch.ts";
import type { GithubName } from "#server/platform/github/github-port.ts";

interface GithubPush {
  organizationId: string;
  connection: GithubName & { connectionId: string };
  /** The mirror, which has the commit. */
  directory: string;
  branch: string;
  oid: string;
  /** What a revision takes the place of; null for a first change. */
  former: string | null;
}

/**
 * Pushes a change to GitHub, as a branch of its own or in place of the former change, by a token that is good for this repository and asked for this push.
 * Answers why it did not arrive, as a sentence; null where it did. Done twice it leaves the same.
 */
export async function pushToGithub(
  ctx: Pick<RunCtx, "db" | "github" | "egress" | "signal" | "now" | "log">,
  { organizationId, connection, directory, branch, oid, former }: GithubPush,
): Promise<string | null> {
  const { egress, signal } = ctx;
  const name = `${connection.owner}/${connection.repo}`;
  try {
    const access = await openGithubForPush(ctx, { ...connection, organizationId });
    if (access === null) return describeGrant(connection);
    const remote = { kind: "url", ...access } as const;
    const push = async (from: string | null) =>
      await pushBranch({ directory, remote, egress, branch, oid, from, signal });
    const replaced = await push(former);
    // Somebody may have deleted the branch of the former change.
    const pushed = replaced.kind === "taken" && former !== null ? await push(null) : replaced;
    if (pushed.kind === "refused") ctx.log.info({ reason: pushed.reason, branch }, "GitHub refused a branch");
    return explain(pushed, { name, branch });
  } catch (error) {
    // Whoever stopped the run, or goes on with it, wants nothing said.
    if (signal.aborted || !(error instanceof AppError)) throw error;
    ctx.log.warn({ error, branch }, "a change could not be pushed to GitHub");
    return wordsOf(error, name);
  }
}

/** What lets the app push, and who can do it. */
export function describeGrant({ owner, repo }: GithubName): string {
  return `GitHub lets this server only read ${owner}/${repo}. Whoever owns the account ${owner} there can allow it to write: the app under Settings, Integrations, with the permission “Contents: Read and write”.`;
}

function explain(pushed: PushedBranch, { name, branch }: { name: string; branch: string }): string | null {
  switch (pushed.kind) {
    case "pushed":
      return null;
    case "taken":
      return `${name} has a branch “${branch}” already, with something else on it.`;
    case "unconfirmed":
      return `GitHub said that it took the branch, and ${name} does not have it.`;
    case "refused":
      return `${name} does not take this branch: ${explainReason(pushed.reason)}`;
  }
}

/** What hosts say is theirs; of it only what is known is passed on, in words of ours. */
export function explainReason(reason: string): string {
  if (/\bworkflows?\b.*\bpermission/i.test(reason))
    return "it changes a workflow of GitHub Actions, for which the app needs the permission “Workflows” as well.";
  if (/hook declined|rule violations|ruleset|GH0\d\d/i.test(reason)) return "a rule of the repository protects it.";
  return "GitHub gave a reason that only the server's log has.";
}

/** A failure in words that say nothing of what nobody typed. */
export function wordsOf(error: AppError, name: string): string {
  // What git says of a password is nothing that anybody typed.
  if (error.code === "invalid_input") return `GitHub did not let this server push to ${name}.`;
  return error.status < 500 || error.code.startsWith("vendor") ? error.message : "This server could not push it.";
}
