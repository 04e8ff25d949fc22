import type { AuditAction } from "@cairn/contract/audit";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { updateRepository } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";
import { checkConnection, firstHostKeys } from "#server/domain/repositories/connecting/connect-repository.ts";
import { credentialContext } from "#server/domain/repositories/connecting/open-remote.ts";
import type { RepositoryRow, SettingsChange } from "#server/domain/repositories/store/repositories.store.ts";
import { hostAlias, parseSshAddress } from "#server/platform/ssh/parse-ssh-address.ts";

/** One change with what it leaves in the audit log and what it sets going. */
export interface SettingsStep {
  change: SettingsChange;
  audit: { action: AuditAction; from?: string; to?: string };
  job: "index-repository" | "check-repository" | null;
}

type RequestedSettings = Pick<InputOf<typeof updateRepository>, "mainBranch" | "isProtected" | "url" | "credential">;

/** A run that people requested and see. */
const visibleRun = { indexState: "queued", indexProgress: 0, indexError: null } as const;

/**
 * Checks the wanted settings, which may contact the remote, and returns what they change about the row as it
 * is once it is locked. A setting that already has the wanted value is no change.
 */
export async function changeSettings(
  ctx: Ctx,
  row: RepositoryRow,
  wanted: RequestedSettings,
): Promise<(row: RepositoryRow) => SettingsStep[]> {
  const { mainBranch, isProtected, url, credential } = wanted;
  const { type } = row.connection;
  if (isProtected !== undefined && type !== "internal") throw refused("Only a repository hosted here can be protected");
  if (url !== undefined) await checkAddress(ctx, row, url);
  if (credential !== undefined && type !== "url") {
    throw refused("Only a repository at an https address takes a user name and password");
  }
  const sealed = credential ? ctx.secrets.seal(JSON.stringify(credential), credentialContext(row)) : null;
  return (current) => [
    ...(isProtected === undefined ? [] : protect(current, isProtected)),
    ...(url === undefined ? [] : move(current, url)),
    ...(credential === undefined ? [] : keepCredential(current, sealed)),
    ...(mainBranch === undefined ? [] : follow(current, mainBranch)),
  ];
}

async function checkAddress(ctx: Ctx, { organizationId, connection }: RepositoryRow, url: string): Promise<void> {
  const { type } = connection;
  if (type !== "url" && type !== "ssh") throw refused("This repository has no address that could be changed");
  await checkConnection(ctx, { organizationId, connection: { type, url } });
}

function protect(row: RepositoryRow, isProtected: boolean): SettingsStep[] {
  if (row.isProtected === isProtected) return [];
  const action = isProtected ? "repository.protected" : "repository.unprotected";
  return [{ change: { isProtected }, audit: { action }, job: null }];
}

/**
 * What is kept for one host is never shown to another: neither a credential, nor pinned keys taken for the new one's.
 */
function move({ connection }: RepositoryRow, url: string): SettingsStep[] {
  if (connection.type !== "url" && connection.type !== "ssh") return [];
  if (connection.url === url) return [];
  const { type, url: from } = connection;
  const moved = { type, url };
  const isSameHost = hostOf(connection) === hostOf(moved);
  const forgotten = isSameHost ? {} : { hostKeys: firstHostKeys(moved), sealedCredential: null };
  const change = { connection: moved, canPush: false, ...forgotten, ...visibleRun };
  return [{ change, audit: { action: "repository.address-changed", from, to: url }, job: "index-repository" }];
}

function hostOf({ type, url }: { type: "url" | "ssh"; url: string }): string {
  return type === "ssh" ? hostAlias(parseSshAddress(url)) : new URL(url).origin;
}

function keepCredential({ sealedCredential, indexState }: RepositoryRow, sealed: string | null): SettingsStep[] {
  if (sealed === null && sealedCredential === null) return [];
  const audit = { action: "repository.credential-changed" as const };
  const change = { sealedCredential: sealed, canPush: false };
  // A person who repairs a failed repository wants to see the run.
  if (indexState === "failed") return [{ change: { ...change, ...visibleRun }, audit, job: "index-repository" }];
  return [{ change, audit, job: "check-repository" }];
}

function follow({ mainBranch: former }: RepositoryRow, mainBranch: string): SettingsStep[] {
  if (former === mainBranch) return [];
  const audit = { action: "repository.main-branch-changed" as const, from: former ?? undefined, to: mainBranch };
  return [{ change: { mainBranch, ...visibleRun }, audit, job: "index-repository" }];
}

function refused(message: string): AppError {
  return new AppError("unprocessable", { message });
}
