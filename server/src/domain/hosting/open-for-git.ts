import { AppError, notFound } from "@cairn/contract/errors";
import { can, type Action } from "@cairn/contract/roles";

import { withActor, type Ctx } from "#server/ctx.ts";
import { findSshKey } from "#server/domain/keys/find-ssh-key.ts";
import { requireOrganization, roleForbids } from "#server/domain/members/require-organization.ts";
import { findHostedRepository } from "#server/domain/repositories/catalog/find-hosted-repository.ts";
import { openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { findPublicKeys, touchRepositoryKey } from "#server/domain/repository-keys/find-repository-keys.ts";
import { preparePush } from "#server/platform/git/hosting/prepare-push.ts";
import { branchHooksDirectory, hooksDirectory } from "#server/platform/git/hosting/push-hook.ts";
import type { GitService, ServedRepository } from "#server/platform/git/hosting/serve-git.ts";
import { keepHead } from "#server/platform/git/refs/keep-head.ts";

import type { GitCaller } from "./git-caller.ts";

export interface WantedRepository {
  caller: GitCaller;
  /** Slug or id. */
  organization: string;
  slug: string;
  service: GitService;
}

export interface OpenedRepository {
  organizationId: string;
  repositoryId: string;
  served: ServedRepository;
  /** Acts as the caller. */
  ctx: Ctx;
  /** The implementation whose branch alone is pushed; null for every other caller. */
  implementationId: string | null;
}

type Row = NonNullable<Awaited<ReturnType<typeof findHostedRepository>>>;
interface AuthorizedRepository {
  ctx: Ctx;
  row: Row;
}

const rights = { "upload-pack": "project.read", "receive-pack": "repository.push" } as const satisfies Record<
  GitService,
  Action
>;

/**
 * A hosted repository that the caller may now fetch from or push to, ready to be served. Foreign, missing and not hosted
 * ones are all the same `not_found`; `forbidden` for somebody who may read and not push.
 */
export async function openForGit(ctx: Ctx, wanted: WantedRepository): Promise<OpenedRepository> {
  const found = await findForCaller(ctx, wanted);
  if (found === null) throw notFound("Repository");
  const { row } = found;
  const directory = await openDirectory(found);
  const mainBranch = row.mainBranch ?? "main";
  await keepHead(directory, mainBranch, { signal: ctx.signal });
  if (wanted.service === "receive-pack") await preparePush(directory);
  const { limits, server } = ctx.settings;
  const only = wanted.caller.kind === "push-key" ? wanted.caller : null;
  return {
    implementationId: only?.implementationId ?? null,
    organizationId: row.organizationId,
    repositoryId: row.repositoryId,
    ctx: found.ctx,
    served: {
      directory,
      maxInputBytes: limits.maxCloneBytes,
      protectedRef: row.isProtected ? `refs/heads/${mainBranch}` : null,
      hooksDirectory: only ? branchHooksDirectory(server.dataDir) : hooksDirectory(server.dataDir),
      onlyBranch: only && { ref: `refs/heads/${only.workingBranch}`, baseRef: `refs/heads/${only.baseBranch}` },
    },
  };
}

async function findForCaller(ctx: Ctx, wanted: WantedRepository): Promise<AuthorizedRepository | null> {
  const { caller } = wanted;
  switch (caller.kind) {
    case "user":
      return await findForUser(ctx, caller, wanted);
    case "token":
      return await findForMachine(ctx, [caller], wanted);
    case "push-key": {
      const found = await findForUser(ctx, { userId: caller.userId }, wanted);
      return found?.row.repositoryId === caller.repositoryId ? found : null;
    }
    case "ssh-key": {
      const own = await findSshKey(ctx, caller.fingerprint);
      // A key that both a person and a repository have opens what either may.
      const found = own && (await findForUser(ctx, own, wanted));
      return found ?? (await findForMachine(ctx, await findPublicKeys(ctx, caller.fingerprint), wanted));
    }
  }
}

async function findForUser(
  ctx: Ctx,
  { userId, grantId }: { userId: string; grantId?: string },
  wanted: WantedRepository,
): Promise<AuthorizedRepository | null> {
  const acting = withActor(ctx, { kind: "user", userId, ...(grantId === undefined ? {} : { grantId }) });
  const found = await find(acting, wanted);
  if (found !== null && !can(found.role, rights[wanted.service])) throw roleForbids();
  return found;
}

interface MachineKey {
  keyId: string;
  organizationId: string;
  repositoryId: string;
  isReadOnly: boolean;
}

/** One public key may open several repositories, also of several organizations. */
async function findForMachine(
  ctx: Ctx,
  keys: readonly MachineKey[],
  wanted: WantedRepository,
): Promise<AuthorizedRepository | null> {
  for (const organizationId of new Set(keys.map((key) => key.organizationId))) {
    const found = await find(withActor(ctx, { kind: "system", organizationId }), wanted);
    const key = keys.find(({ repositoryId }) => repositoryId === found?.row.repositoryId);
    if (found === null || key === undefined) continue;
    if (key.isReadOnly && wanted.service === "receive-pack") throw readOnly();
    await touchRepositoryKey(ctx, key.keyId);
    return found;
  }
  return null;
}

function readOnly(): AppError {
  const message = "This key may read and not write. An Admin can add one that may push.";
  return new AppError("forbidden", { message });
}

/** Null where the actor has no such organization, or it hosts no such repository. */
async function find(acting: Ctx, wanted: WantedRepository) {
  try {
    const organization = await requireOrganization(acting, { organizationId: wanted.organization }, "project.read");
    const row = await findHostedRepository(acting, { ...organization, slug: wanted.slug });
    return row && { ctx: acting, row, role: organization.role };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** Who gets this far may know why it cannot be opened. */
async function openDirectory({ ctx, row }: AuthorizedRepository): Promise<string> {
  try {
    return await openHostedRepository(ctx, row);
  } catch (cause) {
    const message = cause instanceof AppError ? cause.message : "The repository is being made. Please try again.";
    throw new AppError("unavailable", { message, cause });
  }
}
