import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { updateImplementationDocument as endpoint } from "@cairn/contract/implementation-documents";

import type { Ctx } from "#server/ctx.ts";
import { requireNoMerge } from "#server/domain/implementations/mergeability/require-no-merge.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import {
  selectDocument,
  updateDocumentRow,
  type DocumentRow,
} from "#server/domain/implementations/store/documents.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { storable } from "#server/text/storable.ts";

import { describeDocument } from "./describe-document.ts";
import { documentVersion } from "./document-version.ts";

type UpdateInput = InputOf<typeof endpoint>;

/**
 * Decides about a section that a merge makes untrue, or changes what it would say then. Throws `conflict` where that is another
 * text by now, and once the merge has begun.
 */
export async function updateImplementationDocument(ctx: Ctx, input: UpdateInput): Promise<ResultOf<typeof endpoint>> {
  await requireProject(ctx, input, "artifact.write");
  const implementation = await requireImplementation(ctx, input, "implementation.merge");
  const userId = requireUserId(ctx);
  await ctx.db.transaction(async (tx) => {
    const row = await findOpenDocument(tx, implementation, input);
    await updateDocumentRow(tx, row, decide(row, { input, userId, now: ctx.now() }));
  });
  const changed = await selectDocument(ctx.db, { ...implementation, documentId: input.documentId });
  if (changed === null) throw notFound("Document");
  return describeDocument(changed);
}

async function findOpenDocument(
  tx: Db,
  implementation: NamedImplementationRow,
  { documentId, version }: UpdateInput,
): Promise<DocumentRow> {
  const locked = await lockImplementation(tx, implementation);
  const row = locked && (await selectDocument(tx, { ...implementation, documentId }));
  if (!row) throw notFound("Document");
  if (locked.state === "merged") {
    throw new AppError("conflict", { message: "This implementation is merged already. Change the page itself." });
  }
  await requireNoMerge(tx, implementation);
  if (locked.state === "discarded") throw new AppError("conflict", { message: "This implementation was discarded." });
  if (row.headOid !== locked.headOid || documentVersion(row) !== version) {
    throw new AppError("conflict", { message: "This text is another one by now. Look at it again." });
  }
  return row;
}

function decide(
  row: DocumentRow,
  { input, userId, now }: { input: UpdateInput; userId: string; now: Date },
): Partial<DocumentRow> {
  const decision = input.decision === undefined ? row.decision : input.decision;
  const content = input.content === undefined ? row.edited : input.content;
  const edited = content === null || content === row.content ? null : storable(content);
  if (decision === "accepted" && row.kind === "unwritten" && edited === null) {
    throw new AppError("conflict", {
      message: `Nobody has a new text for “${row.title}”. Edit it before you accept it.`,
    });
  }
  // A text from before is dealt with when it was taken up, or given up for another decision.
  const isDealtWith = input.content !== undefined || input.decision !== undefined;
  const formerEdit = isDealtWith ? null : row.formerEdit;
  if (decision === row.decision) return { edited, formerEdit };
  const by = decision === null ? { decidedBy: null, decidedAt: null } : { decidedBy: userId, decidedAt: now };
  return { edited, formerEdit, decision, ...by };
}
