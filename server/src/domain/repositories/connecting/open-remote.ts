import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { mayPushToGithub, openGithubRepository } from "#server/domain/integrations/open-github-repository.ts";
import { pinKeys } from "#server/domain/repositories/store/remotes.store.ts";
import {
  findRepositoryRow,
  type RepositoryKey,
  type RepositoryRow,
} from "#server/domain/repositories/store/repositories.store.ts";
import { checkCanPush } from "#server/platform/git/remote/check-can-push.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";

import { openHostedRepository } from "./host-repository.ts";
import { openProjectKey } from "./project-key.ts";

type RemoteCtx = Pick<Ctx, "db" | "secrets">;

/** Where a repository is that was connected by its address, for who pushes there; null for any other, and where it is gone. */
export async function openAddress(ctx: RemoteCtx, key: RepositoryKey): Promise<Remote | null> {
  const row = await findRepositoryRow(ctx.db, key);
  if (row?.connection.type === "url") return openUrl(ctx, row, row.connection);
  return row?.connection.type === "ssh" ? await openSsh(ctx, row, row.connection) : null;
}

/** Where git fetches a repository from, with the credential or key that is kept for it. */
export async function openRemoteOf(ctx: Ctx, row: RepositoryRow): Promise<Remote> {
  const { connection } = row;
  switch (connection.type) {
    case "url":
      return openUrl(ctx, row, connection);
    case "ssh":
      return await openSsh(ctx, row, connection);
    case "github":
      return {
        kind: "url",
        ...(await openGithubRepository(ctx, { ...connection, organizationId: row.organizationId })),
      };
    case "path":
      return { kind: "path", path: connection.path };
    case "internal":
      return { kind: "path", path: await openHostedRepository(ctx, row) };
  }
}

function openUrl(ctx: RemoteCtx, row: RepositoryRow, { url }: { url: string }): Remote {
  return { kind: "url", url, ...openCredential(ctx, row) };
}

async function openSsh(ctx: RemoteCtx, row: RepositoryRow, { url }: { url: string }): Promise<Remote> {
  return {
    kind: "ssh",
    url,
    privateKey: await openProjectKey(ctx, row),
    knownHosts: row.hostKeys,
    onHostKeys: (lines) => pinHostKeys(ctx, { ...row, url }, lines),
  };
}

/** Binds a sealed credential to its row, so that it cannot be moved to another. */
export function credentialContext({
  organizationId,
  repositoryId,
}: {
  organizationId: string;
  repositoryId: string;
}): string {
  return `repositories/${organizationId}/${repositoryId}/credential`;
}

function openCredential(ctx: RemoteCtx, row: RepositoryRow): { credential?: { username: string; password: string } } {
  if (row.sealedCredential === null) return {};
  const opened = ctx.secrets.open(row.sealedCredential, credentialContext(row));
  return { credential: JSON.parse(opened) as { username: string; password: string } };
}

/** Of two first contacts at once one pins, and the other must have seen the same. */
async function pinHostKeys(ctx: RemoteCtx, row: RepositoryRow & { url: string }, lines: string[]): Promise<void> {
  const pinned = await pinKeys(ctx.db, row, lines);
  if (pinned === null || lines.every((line) => pinned.includes(line))) return;
  throw new AppError("vendor_failed", {
    message:
      "The host showed two different host keys within a moment, so this may be another machine that takes its place.",
  });
}

/**
 * Whether the remote would accept a push with the stored credential, checked after a fetch into `directory`. As before
 * when it cannot be checked right now: it must never make an index run fail.
 */
export async function canPushOf(ctx: Ctx, row: RepositoryRow, directory: string): Promise<boolean> {
  const { connection } = row;
  const hasKey = connection.type === "ssh" || (connection.type === "url" && row.sealedCredential !== null);
  if (!hasKey && connection.type !== "github") return false;
  if (row.mainBranch === null) return row.canPush;
  try {
    // What git is given for reading would say no.
    if (connection.type === "github")
      return await mayPushToGithub(ctx, { ...connection, organizationId: row.organizationId });
    const remote = await openRemoteOf(ctx, row);
    return await checkCanPush({ directory, remote, egress: ctx.egress, branch: row.mainBranch, signal: ctx.signal });
  } catch (error) {
    ctx.log.debug({ error, repositoryId: row.repositoryId }, "it could not be asked whether a push is allowed");
    return row.canPush;
  }
}
