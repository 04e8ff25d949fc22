import { AppError } from "@cairn/contract/errors";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";

import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import type { RunTarget } from "#server/domain/implementations/store/starting.store.ts";
import { openGithubForPush } from "#server/domain/integrations/open-github-repository.ts";
import { openAddress } from "#server/domain/repositories/connecting/open-remote.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";
import type { GithubName } from "#server/platform/github/github-port.ts";

/** A repository elsewhere that this server may have something to push with: a grant, a credential or a key. */
export type PushableConnection = Extract<RunTarget["connection"], { type: "github" | "url" | "ssh" }>;

export interface PushTarget {
  organizationId: string;
  repositoryId: string;
  connection: PushableConnection;
}

export type PushCtx = Pick<RunCtx, "db" | "github" | "egress" | "secrets" | "signal" | "now" | "log">;

/** Whether changes of this repository can be pushed at all, whatever its host says of it. */
export function isPushable(connection: RunTarget["connection"]): connection is PushableConnection {
  return connection.type === "github" || connection.type === "url" || connection.type === "ssh";
}

/** What of a repository and its host is said in sentences. */
export interface NamedTarget {
  /** "acme/shop" */
  name: string;
  /** "GitHub", "git.example.test" */
  host: string;
  /** "on GitHub", "at git.example.test" */
  there: string;
}

/** How a repository and its host are called. */
export function nameTarget(connection: PushableConnection): NamedTarget {
  if (connection.type === "github") {
    return { name: `${connection.owner}/${connection.repo}`, host: "GitHub", there: "on GitHub" };
  }
  const { host, path } = parseRepositoryUrl(connection.url);
  return { name: path, host, there: `at ${host}` };
}

/** Where one push goes to; null where the owner of its account lets this server only read. */
export async function openPush(
  ctx: PushCtx,
  { organizationId, repositoryId, connection }: PushTarget,
): Promise<Remote | null> {
  if (connection.type === "github") {
    const access = await openGithubForPush(ctx, { ...connection, organizationId });
    return access && { kind: "url", ...access };
  }
  const remote = await openAddress(ctx, { organizationId, repositoryId });
  if (remote === null) throw new AppError("not_found", { message: "The repository is gone." });
  return remote.kind === "url" && remote.credential === undefined ? null : remote;
}

/** Why this server only reads a repository, and who can let it write. */
export function describeGrant(connection: PushableConnection): string {
  const { name, host } = nameTarget(connection);
  switch (connection.type) {
    case "github":
      return describeGithubGrant(connection);
    case "url":
      return `This server only reads ${name} at ${host}: no user name and password is kept that may push there. Somebody who may can set one in the settings of the repository.`;
    case "ssh":
      return `This server only reads ${name} at ${host}: the SSH key of this product may not push there. Whoever manages the repository can let it write; the key stands in the settings of the repository.`;
  }
}

function describeGithubGrant({ owner, repo }: GithubName): string {
  return `GitHub lets this server only read ${owner}/${repo}. Whoever owns the account ${owner} there can allow it to write: the app under Settings, Integrations, with the permission “Contents: Read and write”.`;
}
