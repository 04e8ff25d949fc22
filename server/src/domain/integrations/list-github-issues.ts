import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { GithubIssue, GithubIssueFilter, GithubName } from "#server/platform/github/github-port.ts";

import { explainAccount, unreadable } from "./explain-account.ts";
import { requireGithub } from "./github-integration.ts";
import { findByAccount, findConnectionRow } from "./integrations.store.ts";

/**
 * The issues of a repository that was connected. Throws in plain words when the account, the repository or its issues
 * cannot be read. The caller has already checked the right.
 */
export async function listGithubIssues(
  ctx: Ctx,
  key: GithubName & { organizationId: string; connectionId: string },
  filter: GithubIssueFilter,
): Promise<GithubIssue[]> {
  const github = requireGithub(ctx);
  const connection =
    (await findConnectionRow(ctx.db, key)) ?? (await findByAccount(ctx.db, { ...key, account: key.owner }));
  if (!connection) {
    throw unreadable(`The GitHub account ${key.owner} was disconnected. Connect it again under Integrations.`);
  }
  const { owner, repo } = key;
  try {
    return await github.listIssues(connection.installationId, { owner, repo }, filter, { signal: ctx.signal });
  } catch (error) {
    // GitHub gives out no token for what an app was not allowed, and says no more about it.
    if (error instanceof AppError && error.code === "unprocessable") {
      throw unreadable(
        `The app may not read the issues of ${owner}/${repo}. On GitHub, give it the repository permission "Issues: Read-only" and access to this repository.`,
      );
    }
    throw explainAccount(connection.account, error) ?? error;
  }
}
