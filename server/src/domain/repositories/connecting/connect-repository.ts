import { AppError } from "@cairn/contract/errors";
import type { NewConnection } from "@cairn/contract/repository-connection";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";
import { isUuid, toSlug } from "@cairn/contract/slugs";
import { validation } from "@cairn/contract/texts";

import type { Ctx } from "#server/ctx.ts";
import { findGithubConnection } from "#server/domain/integrations/find-github-connection.ts";
import { holdRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { lockProject } from "#server/domain/repositories/store/remotes.store.ts";
import { insertIfFree, listRows, type RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { isBranchName } from "#server/platform/git/objects/resolve-commit.ts";
import { parseSshAddress } from "#server/platform/ssh/parse-ssh-address.ts";
import { publishedHostKeys } from "#server/platform/ssh/published-host-keys.ts";

import { hostRepository, numbered } from "./host-repository.ts";
import { credentialContext } from "./open-remote.ts";

/** The connection of a repository that is not hosted here. */
type RemoteConnection = Exclude<RepositoryRow["connection"], { type: "internal" }>;

/** A connection that may be made. */
export type CheckedConnection = RemoteConnection | { type: "internal"; name: string };

export interface Credential {
  username: string;
  password: string;
}

export interface RepositoryToConnect {
  organizationId: string;
  projectId: string;
  connection: CheckedConnection;
  /** Undefined: the remote's own default branch, learnt by the first clone. */
  mainBranch?: string | undefined;
  credential?: Credential | undefined;
}

/**
 * Checks that the server may reach the requested repository, before anything is stored. Throws `invalid_input` or
 * `unprocessable` with the cause. The caller has already checked the right.
 */
export async function checkConnection(
  ctx: Ctx,
  wanted: { organizationId: string; connection: NewConnection; mainBranch?: string; credential?: Credential },
): Promise<CheckedConnection> {
  const { organizationId, connection, mainBranch } = wanted;
  if (wanted.credential && connection.type !== "url") {
    throw new AppError("invalid_input", { message: "A user name and password are for addresses with https:// only." });
  }
  if (mainBranch !== undefined && !isBranchName(mainBranch)) {
    throw new AppError("invalid_input", { message: "Main branch is not a name that a branch can have" });
  }
  switch (connection.type) {
    case "url": {
      const { path } = parseRepositoryUrl(connection.url);
      if (path === "") throw new AppError("invalid_input", { message: validation.urlInvalid });
      await ctx.egress.checkUrl(connection.url);
      return connection;
    }
    case "ssh":
      await ctx.egress.checkHost(parseSshAddress(connection.url));
      return connection;
    case "github": {
      const { owner, repo } = connection;
      const found = await findGithubConnection(ctx, { organizationId, owner, repo });
      if (!found) throw githubNotConnected();
      return { type: "github", owner, repo, connectionId: found.connectionId };
    }
    case "internal":
      return connection;
  }
}

function githubNotConnected(): AppError {
  return new AppError("unprocessable", {
    message:
      "No connected GitHub account gives this server access to that repository. Connect one under Integrations, or let the GitHub App read this repository.",
  });
}

/**
 * Adds a repository to a project and puts its first index in line, within `db`. An address the project already has, on
 * the same branch and without a credential of its own, is the same repository.
 */
export async function connectRepository(ctx: Ctx, db: Db, input: RepositoryToConnect): Promise<string> {
  const { organizationId, projectId, connection } = input;
  // Its branch is the one that is pushed first.
  if (connection.type === "internal") {
    return await hostRepository(ctx, db, { organizationId, projectId, slug: toSlug(connection.name) });
  }
  await lockProject(db, input);
  const known = await findSame(db, { ...input, connection });
  if (known && (await holdRepository(db, known))) return known.repositoryId;
  const repositoryId = ctx.newId();
  const sealedCredential = input.credential
    ? ctx.secrets.seal(JSON.stringify(input.credential), credentialContext({ organizationId, repositoryId }))
    : null;
  const row = {
    repositoryId,
    organizationId,
    projectId,
    connection,
    sealedCredential,
    hostKeys: firstHostKeys(connection),
    mainBranch: input.mainBranch ?? null,
    indexState: "queued" as const,
    indexBegunAt: ctx.now(),
    createdAt: ctx.now(),
  };
  const intent = slugOf(connection);
  for (let attempt = 1; !(await insertIfFree(db, { ...row, slug: numbered(intent, attempt) }));) attempt += 1;
  await ctx.enqueue(db, "index-repository", { organizationId, repositoryId }, repositoryId);
  return repositoryId;
}

/** What is pinned before the first contact: the keys that the host itself publishes, where they are known. */
export function firstHostKeys(connection: { type: string; url?: string }): string[] {
  if (connection.type !== "ssh" || connection.url === undefined) return [];
  return publishedHostKeys(parseSshAddress(connection.url));
}

async function findSame(
  db: Db,
  input: RepositoryToConnect & { connection: RemoteConnection },
): Promise<RepositoryRow | null> {
  if (input.credential) return null;
  const { rows } = await listRows(db, input, { limit: 1000, offset: 0 });
  const wanted = locationOf(input.connection);
  const isSame = (row: RepositoryRow) =>
    row.connection.type !== "internal" &&
    row.sealedCredential === null &&
    locationOf(row.connection) === wanted &&
    (input.mainBranch === undefined || row.mainBranch === input.mainBranch);
  return rows.find(isSame) ?? null;
}

/** The same key for every spelling of one location. */
function locationOf(connection: RemoteConnection): string {
  switch (connection.type) {
    case "url": {
      const url = new URL(connection.url);
      return `${url.origin}${withoutSuffix(url.pathname)}${url.search}`;
    }
    case "ssh": {
      const { user, host, port, path } = parseSshAddress(connection.url);
      return `ssh ${user}@${host.toLowerCase()}:${port} ${withoutSuffix(path)}`;
    }
    case "github":
      return `github ${connection.owner}/${connection.repo}`.toLowerCase();
    case "path":
      return connection.path;
  }
}

function withoutSuffix(path: string): string {
  return path.replace(/\/+$/, "").replace(/\.git$/, "");
}

function slugOf(connection: RemoteConnection): string {
  const slug = toSlug(nameOf(connection));
  // Addresses accept an id instead of a slug.
  return slug === "" || isUuid(slug) ? "repository" : slug;
}

function nameOf(connection: RemoteConnection): string {
  if (connection.type === "github") return connection.repo;
  const path = connection.type === "path" ? connection.path : parseRepositoryUrl(connection.url).path;
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  return last.replace(/\.git$/, "");
}
