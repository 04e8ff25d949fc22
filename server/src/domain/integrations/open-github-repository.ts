import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { GithubName, GithubPort } from "#server/platform/github/github-port.ts";

import { explainAccount, unreadable } from "./explain-account.ts";
import { requireGithub } from "./github-integration.ts";
import { findByAccount, findConnectionRow, updateConnection, type ConnectionRow } from "./integrations.store.ts";

export interface GithubRepositoryKey extends GithubName {
  organizationId: string;
  /** As the repository was added; an account that was connected anew has another one by now. */
  connectionId: string;
}

/** What is needed to speak to GitHub for an organization. */
export type GithubCaller = Pick<Ctx, "db" | "github" | "signal" | "now">;

/** An address, with the user name and password that git brings there. */
interface GithubAccess {
  url: string;
  credential: { username: string; password: string };
}

/**
 * The clone address of a repository, with a password that can read this one alone and expires within the hour. Throws
 * in plain words when the account or the repository cannot be read any more. The caller has already checked the right.
 */
export async function openGithubRepository(ctx: GithubCaller, key: GithubRepositoryKey): Promise<GithubAccess> {
  return await withConnection(ctx, key, async (github, { installationId, suspendedAt }) => {
    const { signal } = ctx;
    const password = await github.createGitToken(installationId, key, { signal, isFresh: suspendedAt !== null });
    return toAccess(github.cloneUrl(key), password);
  });
}

/** The same for a single push to this repository; null where the account's owner lets the app only read. */
export async function openGithubForPush(ctx: GithubCaller, key: GithubRepositoryKey): Promise<GithubAccess | null> {
  return await withConnection(ctx, key, async (github, { installationId }) => {
    const { signal } = ctx;
    if (!(await github.mayPush(installationId, { signal }))) return null;
    return toAccess(github.cloneUrl(key), await github.createPushToken(installationId, key, { signal }));
  });
}

/** Whether the app may push to what the account lets it read. Throws as `openGithubRepository` does. */
export async function mayPushToGithub(ctx: GithubCaller, key: GithubRepositoryKey): Promise<boolean> {
  return await withConnection(ctx, key, (github, { installationId }) =>
    github.mayPush(installationId, { signal: ctx.signal }),
  );
}

function toAccess(url: string, password: string): GithubAccess {
  return { url, credential: { username: "x-access-token", password } };
}

/** Speaks to GitHub by the connection of the repository's account, and says in plain words what that lacks. */
export async function withConnection<T>(
  ctx: GithubCaller,
  key: GithubRepositoryKey,
  call: (github: GithubPort, connection: ConnectionRow) => Promise<T>,
): Promise<T> {
  const github = requireGithub(ctx);
  const connection =
    (await findConnectionRow(ctx.db, key)) ?? (await findByAccount(ctx.db, { ...key, account: key.owner }));
  if (!connection) {
    throw unreadable(`The GitHub account ${key.owner} was disconnected. Connect it again under Integrations.`);
  }
  try {
    const answer = await call(github, connection);
    if (connection.suspendedAt !== null) await updateConnection(ctx.db, connection, { suspendedAt: null });
    return answer;
  } catch (error) {
    throw (await explainRefusal(ctx, { key, connection, error })) ?? error;
  }
}

/** Null for failures that say it well themselves, such as a GitHub that is out of order. */
async function explainRefusal(
  ctx: GithubCaller,
  given: { key: GithubRepositoryKey; connection: ConnectionRow; error: unknown },
): Promise<AppError | null> {
  const { key, connection, error } = given;
  if (!(error instanceof AppError)) return null;
  if (error.code === "forbidden") {
    await updateConnection(ctx.db, connection, { suspendedAt: connection.suspendedAt ?? ctx.now() });
  }
  if (error.code === "unprocessable") return unreadable(await explainMissing(ctx, key, connection));
  return explainAccount(connection.account, error);
}

async function explainMissing(ctx: GithubCaller, key: GithubRepositoryKey, connection: ConnectionRow): Promise<string> {
  const name = `${key.owner}/${key.repo}`;
  const { owner, repo } = key;
  const current = await requireGithub(ctx).findCurrentName(
    connection.installationId,
    { owner, repo },
    { signal: ctx.signal },
  );
  if (!current) {
    return `${name} was deleted on GitHub, or the app may not read it any more. Give the app access to it on GitHub.`;
  }
  const currentName = `${current.owner}/${current.repo}`;
  if (currentName.toLowerCase() === name.toLowerCase()) {
    return `The app may not read ${name} any more. Give it access to the repository on GitHub.`;
  }
  return `${name} is called ${currentName} on GitHub now. Connect the service to it under that name.`;
}
