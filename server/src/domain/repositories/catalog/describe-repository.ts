import { createHash } from "node:crypto";

import type { Repository } from "@cairn/contract/repositories";
import { defaultBranch, defaultWorkingPath, type Connection } from "@cairn/contract/repository-connection";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";

import type { Ctx } from "#server/ctx.ts";
import type { RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";

const labels: Record<RepositoryRow["indexState"], string | null> = {
  never: null,
  queued: "Waiting to start",
  cloning: "Cloning repository",
  analyzing: "Analyzing architecture",
  ready: null,
  failed: null,
};

/** The repository as the contract shows it. A credential or a path of the server is never part of it. */
export function describeRepository(ctx: Pick<Ctx, "settings">, row: RepositoryRow): Repository {
  const connection = describeConnection(row);
  const clone = cloneAddresses(ctx, connection);
  return {
    repositoryId: row.repositoryId,
    slug: row.slug,
    url: connection.type === "internal" ? null : (clone.http ?? clone.ssh),
    clone,
    ...nameParts(row, connection),
    mainBranch: row.mainBranch ?? defaultBranch,
    workingPath: defaultWorkingPath,
    isReadOnly: connection.type !== "internal" && !row.canPush,
    isProtected: row.isProtected,
    hasCredential: row.sealedCredential !== null,
    hostKeyFingerprints: row.hostKeys.map(fingerprintOf),
    checkedAt: connection.type === "internal" ? null : (row.checkedAt?.toISOString() ?? null),
    checkIntervalS: connection.type === "internal" ? null : ctx.settings.limits.pollIntervalS,
    type: "external",
    connection,
    indexing: {
      state: row.indexState,
      progress: row.indexState === "ready" ? 100 : row.indexProgress,
      label: labels[row.indexState],
      error: row.indexError,
      lastIndexedAt: row.indexedAt?.toISOString() ?? null,
      commit: row.indexedCommit,
      failedFileCount: row.failedFileCount,
      failedFiles: row.failedFiles,
    },
  };
}

function describeConnection({ connection, organizationSlug, slug }: RepositoryRow): Connection {
  switch (connection.type) {
    case "internal":
      return { type: "internal", owner: organizationSlug, repo: slug };
    case "github":
      return { type: "github", owner: connection.owner, repo: connection.repo };
    case "path":
      return { type: "path" };
    case "url":
    case "ssh":
      return connection;
  }
}

const githubAddress = "https://github.com";

function cloneAddresses({ settings }: Pick<Ctx, "settings">, connection: Connection): Repository["clone"] {
  switch (connection.type) {
    case "url":
      return { http: connection.url, ssh: null };
    case "ssh":
      return { http: null, ssh: connection.url };
    case "github": {
      const webBase = settings.github?.webBase ?? githubAddress;
      return { http: `${webBase}/${connection.owner}/${connection.repo}.git`, ssh: null };
    }
    case "internal":
      return hostedAddresses(settings, `${connection.owner}/${connection.repo}.git`);
    case "path":
      return { http: null, ssh: null };
  }
}

function hostedAddresses({ addresses, server }: Ctx["settings"], path: string): Repository["clone"] {
  const { hostname } = new URL(addresses.apiHost);
  const port = server.sshPort === 22 ? "" : `:${server.sshPort}`;
  return {
    http: `${addresses.apiHost}/git/${path}`,
    ssh: server.sshPort === 0 ? null : `ssh://git@${hostname}${port}/${path}`,
  };
}

/** Of a known_hosts line, "host type body". */
function fingerprintOf(line: string): string {
  const body = Buffer.from(line.split(" ")[2] ?? "", "base64");
  return `SHA256:${createHash("sha256").update(body).digest("base64").replace(/=+$/, "")}`;
}

function nameParts(row: RepositoryRow, connection: Connection): { owner: string | null; repo: string } {
  if (connection.type === "internal" || connection.type === "github") {
    return { owner: connection.owner, repo: connection.repo };
  }
  const parts = connection.type === "path" ? [] : parseRepositoryUrl(connection.url).path.split("/").filter(Boolean);
  return { owner: parts.slice(0, -1).join("/") || null, repo: parts.at(-1) ?? row.slug };
}
