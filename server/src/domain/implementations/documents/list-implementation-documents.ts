import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listImplementationDocuments as endpoint } from "@cairn/contract/implementation-documents";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import {
  listDocumentRows,
  saveDocumentSet,
  selectDocumentSet,
  type DocumentSetRow,
  type NamedDocumentRow,
} from "#server/domain/implementations/store/documents.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { selectMergeIntent } from "#server/domain/implementations/store/merges.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { listCurrentVersions } from "#server/domain/pages/sections/list-current-versions.ts";

import { describeDocument } from "./describe-document.ts";
import { findDocumentTarget } from "./find-document-target.ts";

type Documents = ResultOf<typeof endpoint>;

/** What failed is tried once more by whoever looks after this time. */
const retryAfterMs = 60_000;

/**
 * What merging an implementation would do to the pages, and what people decided about that. It is worked out by a job, which
 * the first look at a change or at another state of its base branch puts in line. After the merge it says what became of it.
 */
export async function listImplementationDocuments(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<Documents> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { headOid: head } = row;
  if (row.state === "merged") {
    const merged = await listDocumentRows(ctx.db, row);
    return { state: "ready", note: null, head, content: merged.map(describeDocument) };
  }
  // From then on nobody decides any more; a pull request may take days.
  if ((await selectMergeIntent(ctx.db, row)) !== null) {
    const decided = await listDocumentRows(ctx.db, row);
    const note = row.pull === null ? null : "What was decided is carried out when the pull request is merged.";
    return { state: "ready", note: decided.length === 0 ? null : note, head, content: decided.map(describeDocument) };
  }
  const target = await findDocumentTarget(ctx, row);
  if (target.kind === "none") return { state: "unavailable", note: target.note, head, content: [] };
  if (target.kind === "waiting") return { state: "preparing", note: target.note, head, content: [] };
  const set = await selectDocumentSet(ctx.db, row);
  const rows = set?.state === "ready" ? await listDocumentRows(ctx.db, row) : [];
  if (set === null || !isCurrent(ctx, set, target) || (await hasOtherText(ctx, row, rows))) {
    await requestDocuments(ctx, row, target);
    return { state: "preparing", note: null, head, content: [] };
  }
  const state = set.state === "failed" ? "unavailable" : set.state;
  return { state, note: set.note, head, content: rows.map(describeDocument) };
}

/** Whether somebody changed a section since it was compared. */
async function hasOtherText(
  ctx: Ctx,
  { organizationId }: NamedImplementationRow,
  rows: readonly NamedDocumentRow[],
): Promise<boolean> {
  const sectionIds = rows.flatMap(({ sectionId }) => sectionId ?? []);
  const versions = await listCurrentVersions(ctx.db, organizationId, sectionIds);
  return rows.some(
    ({ sectionId, formerVersionId }) => sectionId !== null && versions.get(sectionId) !== formerVersionId,
  );
}

function isCurrent(ctx: Pick<Ctx, "now">, set: DocumentSetRow, { head, tip }: { head: string; tip: string }): boolean {
  if (set.headOid !== head || set.tipOid !== tip) return false;
  return set.state !== "failed" || ctx.now().getTime() - set.updatedAt.getTime() < retryAfterMs;
}

/** Puts the job in line; what is known of another state of the code stays until it has ended. */
async function requestDocuments(
  ctx: Ctx,
  row: NamedImplementationRow,
  { head, tip }: { head: string; tip: string },
): Promise<void> {
  const { organizationId, projectId, taskId, implementationId } = row;
  await ctx.db.transaction(async (tx) => {
    if ((await lockImplementation(tx, row)) === null) return;
    const set = await selectDocumentSet(tx, row);
    // Somebody else looked at the same moment.
    if (set !== null && set.state === "preparing" && isCurrent(ctx, set, { head, tip })) return;
    const asked = {
      organizationId,
      implementationId,
      headOid: head,
      tipOid: tip,
      state: "preparing",
      note: null,
    } as const;
    await saveDocumentSet(tx, { ...asked, updatedAt: ctx.now() });
    const key = { organizationId, projectId, taskId, implementationId };
    await ctx.enqueue(tx, "prepare-documents", key, implementationId);
  });
}
