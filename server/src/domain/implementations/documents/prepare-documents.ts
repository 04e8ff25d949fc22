import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { planMerge, writeMergeCommit } from "#server/domain/implementations/merge/plan-merge.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import {
  listDocumentRows,
  replaceDocumentRows,
  saveDocumentSet,
  selectDocumentSet,
} from "#server/domain/implementations/store/documents.store.ts";
import {
  selectImplementation,
  type ImplementationKey,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { selectMergeIntent } from "#server/domain/implementations/store/merges.store.ts";
import { selectOpenPull } from "#server/domain/implementations/store/pull-requests.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { followTo } from "#server/domain/ledger/find-code.ts";
import { previewFollow, type BrokenSection } from "#server/domain/ledger/preview-follow.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { proposeSections, type ProposedSection } from "#server/domain/pages/writing/propose-sections.ts";
import { openCommitIndex, withIndex } from "#server/domain/search/open-commit-index.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";

import { findDocumentTarget, type DocumentTarget } from "./find-document-target.ts";
import { toDocumentRows } from "./to-document-rows.ts";

type MergeTarget = Extract<DocumentTarget, { kind: "merge" }>;

/** Nobody waits for it at a screen. */
const maxIndexMs = 10 * 60_000;
/** More sections of one change are written after its merge, as after any push. */
const maxSections = 200;

const failedNote = "The pages could not be compared with this change because of an error in the server.";

/**
 * Works out what merging an implementation does to the pages: the ledger follows every cited line to the commit that the
 * merge would make, and writers write what is not true there. Nothing that readers see is changed. Decisions about texts that
 * are the same as before stay. What is overtaken meanwhile is dropped: the next look asks again.
 */
export async function prepareDocuments(
  ctx: Ctx,
  key: ImplementationKey,
  attempt: { isLastTry: boolean },
): Promise<void> {
  const row = await selectImplementation(ctx.db, key);
  const target = row?.state === "created" ? await findDocumentTarget(ctx, row) : null;
  if (row === null || target?.kind !== "merge") return;
  try {
    await keepDocuments(ctx, row, { target, ...(await workOut(ctx, row, target)) });
  } catch (error) {
    const isFinal = attempt.isLastTry || (error instanceof AppError && !error.isRetryable);
    if (!ctx.signal.aborted && isFinal) await noteFailure(ctx, row, { target, error });
    throw error;
  }
}

interface WorkedOut {
  broken: readonly BrokenSection[];
  proposed: readonly ProposedSection[];
}

async function workOut(ctx: Ctx, row: NamedImplementationRow, target: MergeTarget): Promise<WorkedOut> {
  const { repository, directory } = target;
  const { organizationId, projectId, repositoryId } = row;
  const commit = await writeExpectedMerge(ctx, row, target);
  const index = await openCommitIndex(ctx, repository, { code: directory, commit, maxWaitMs: maxIndexMs });
  const merged = withIndex(ctx, repositoryId, index);
  const way = { formerCommit: repository.indexedCommit, commit };
  const broken = await previewFollow(merged, followTo(merged, { organizationId, repositoryId, directory }, way));
  const sectionIds = broken.slice(0, maxSections).map(({ sectionId }) => sectionId);
  return { broken, proposed: await proposeSections(merged, { organizationId, projectId, sectionIds }) };
}

/**
 * The commit that merging would make, but for its date and whoever presses Merge. A ref keeps it, as proposals cite
 * it.
 */
async function writeExpectedMerge(ctx: Ctx, row: NamedImplementationRow, { directory }: MergeTarget): Promise<string> {
  const { mergeMethod: method } = await requireProject(ctx, row, "implementation.read");
  const plan = await planMerge(ctx, row, { method, userId: null });
  if (plan === null) throw new AppError("conflict", { message: "The base branch is gone." });
  const { signal } = ctx;
  const oid = await writeMergeCommit(plan, { date: row.endedAt ?? row.createdAt, signal });
  const ref = runRef(row.implementationId, "documents");
  const expected = await readRef(directory, ref, { signal });
  if (expected !== oid && !(await moveRef(directory, { ref, oid, expected, signal }))) {
    throw new AppError("unavailable", { message: "Somebody else compares the pages with this change." });
  }
  return oid;
}

async function keepDocuments(
  ctx: Ctx,
  row: NamedImplementationRow,
  { target, broken, proposed }: WorkedOut & { target: MergeTarget },
): Promise<void> {
  const { organizationId, implementationId } = row;
  const { head: headOid, tip: tipOid } = target;
  await ctx.db.transaction(async (tx) => {
    const locked = await lockImplementation(tx, row);
    if (locked?.state !== "created" || locked.headOid !== headOid) return;
    // What a pull request brings in was decided upon.
    if ((await selectOpenPull(tx, row)) !== null) return;
    if ((await selectMergeIntent(tx, row)) !== null) {
      throw new AppError("unavailable", { message: "The decisions about the pages are being carried out." });
    }
    const former = await listDocumentRows(tx, row);
    await replaceDocumentRows(tx, row, toDocumentRows(ctx, { ...row, headOid }, { broken, proposed, former }));
    const left = broken.length - maxSections;
    const note = left > 0 ? `${left} more sections are brought up to date after the merge.` : null;
    const found = { organizationId, implementationId, headOid, tipOid, state: "ready", note } as const;
    await saveDocumentSet(tx, { ...found, updatedAt: ctx.now() });
  });
}

async function noteFailure(
  ctx: Ctx,
  row: NamedImplementationRow,
  { target, error }: { target: MergeTarget; error: unknown },
): Promise<void> {
  const { organizationId, implementationId } = row;
  const { head: headOid, tip: tipOid } = target;
  const note = error instanceof AppError ? error.message : failedNote;
  await ctx.db.transaction(async (tx) => {
    if ((await lockImplementation(tx, row)) === null) return;
    const set = await selectDocumentSet(tx, row);
    // Another head is being looked at by now.
    if (set !== null && (set.headOid !== headOid || set.tipOid !== tipOid)) return;
    const failed = { organizationId, implementationId, headOid, tipOid, state: "failed", note } as const;
    await saveDocumentSet(tx, { ...failed, updatedAt: ctx.now() });
  });
}
