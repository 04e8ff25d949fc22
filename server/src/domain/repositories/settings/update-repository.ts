import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { updateRepository as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { describeRepository } from "#server/domain/repositories/catalog/describe-repository.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import {
  findRepositoryRow,
  lockRepositoryRow,
  updateSettings,
  type RepositoryRow,
} from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { keepHead } from "#server/platform/git/refs/keep-head.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";

import { changeSettings, type SettingsStep } from "./repository-settings.ts";

type UpdateRepositoryInput = InputOf<typeof endpoint>;

/**
 * Changes how a repository is reached, what is followed and what is protected. Whether a new address or credential
 * works is found out by the run or the check that starts with the change.
 */
export async function updateRepository(ctx: Ctx, input: UpdateRepositoryInput): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "service.write");
  if (needsManager(row, input)) await requireRepository(ctx, input, "repository.manage");
  if (input.mainBranch !== undefined && input.url === undefined) await requireBranch(ctx, row, input.mainBranch);
  const change = await changeSettings(ctx, row, input);
  const updated = await ctx.db.transaction(async (tx) => {
    if (!(await lockRepositoryRow(tx, row))) throw notFound("Repository");
    const current = await findRepositoryRow(tx, row);
    if (current === null) throw notFound("Repository");
    for (const step of change(current)) await take(ctx, tx, { row, step });
    return await findRepositoryRow(tx, row);
  });
  return describeRepository(ctx, updated ?? row);
}

/** Choosing another main branch would end the protection of the former one. */
function needsManager(
  row: RepositoryRow,
  { isProtected, url, credential, mainBranch }: UpdateRepositoryInput,
): boolean {
  const isSettings = isProtected !== undefined || url !== undefined || credential !== undefined;
  return isSettings || (row.isProtected && mainBranch !== undefined);
}

/** Before the first clone this is unknown; the first run then reports it. */
async function requireBranch(ctx: Ctx, row: RepositoryRow, name: string): Promise<void> {
  const isKnown = row.connection.type === "internal" || row.indexedCommit !== null;
  if (!isKnown) return;
  const branches = await listBranches(codeDirectory(ctx, row), { signal: ctx.signal });
  if (branches.some((branch) => branch.name === name)) return;
  throw new AppError("unprocessable", { message: `The repository has no branch named ${name}.` });
}

async function take(ctx: Ctx, tx: Db, { row, step }: { row: RepositoryRow; step: SettingsStep }): Promise<void> {
  const { organizationId, repositoryId } = row;
  await updateSettings(tx, row, step.change);
  await recordAudit(ctx, tx, { organizationId, target: row.slug, ...step.audit });
  if (step.job !== null) await ctx.enqueue(tx, step.job, { organizationId, repositoryId }, repositoryId);
  const { mainBranch } = step.change;
  const isHosted = row.connection.type === "internal";
  if (isHosted && typeof mainBranch === "string") await keepHead(codeDirectory(ctx, row), mainBranch, ctx);
}
