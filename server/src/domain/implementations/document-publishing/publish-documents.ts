import type { Ctx } from "#server/ctx.ts";
import {
  listDocumentRows,
  updateDocumentRow,
  type DocumentRow,
} from "#server/domain/implementations/store/documents.store.ts";
import {
  selectImplementation,
  type ImplementationKey,
} from "#server/domain/implementations/store/implementations.store.ts";
import { takeDocuments, type MergeIntentRow } from "#server/domain/implementations/store/merges.store.ts";
import { carryOutDecisions, type SectionDecision } from "#server/domain/pages/editing/carry-out-decisions.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";

/**
 * Carries out what people decided about the documents of an implementation whose branch is merged, in one transaction, once: what
 * was accepted is published, what was refused keeps its text. What nobody decided upon is left to whoever writes pages after
 * every push.
 */
export async function publishDocuments(ctx: Ctx, key: ImplementationKey, intent: MergeIntentRow): Promise<void> {
  const row = await selectImplementation(ctx.db, key);
  if (row === null || (await listDocumentRows(ctx.db, key)).length === 0) return;
  const { organizationId, repositoryId, projectImplementationId, taskKey, task } = row;
  const taskName = nameTask({ taskKey, projectTaskId: task.projectTaskId });
  await ctx.db.transaction(async (tx) => {
    if (!(await takeDocuments(tx, intent, ctx.now()))) return;
    const documents = await listDocumentRows(tx, row);
    // What was decided about another head was not about what is merged.
    const decided = documents.filter(({ decision, headOid }) => decision !== null && headOid === intent.headOid);
    const reasons = await carryOutDecisions(ctx, tx, {
      organizationId,
      decisions: decided.map((one) => toDecision(ctx, one, intent)),
      publishedBy: intent.requestedBy,
      decidedWith: `Implementation ${projectImplementationId} of ${taskName}`,
      expected: { repositoryId, commit: intent.mergeOid },
    });
    for (const document of documents) {
      const at = decided.indexOf(document);
      const outcomeReason = reasons[at] ?? null;
      const isCarriedOut = at !== -1 && outcomeReason === null;
      const outcome = isCarriedOut ? (document.decision === "accepted" ? "published" : "kept") : "left";
      await updateDocumentRow(tx, document, { outcome, outcomeReason });
    }
  });
}

function toDecision(ctx: Pick<Ctx, "now">, row: DocumentRow, { mergeOid }: MergeIntentRow): SectionDecision {
  const { artifactId, sectionId, templateKey, position, formerVersionId, decision, decidedBy } = row;
  return {
    artifactId,
    sectionId,
    templateKey,
    position,
    formerVersionId,
    decision: decision ?? "refused",
    decidedBy,
    text: toText(ctx, row, mergeOid),
  };
}

/** Null for a section that goes. */
function toText(ctx: Pick<Ctx, "now">, row: DocumentRow, commit: string): SectionDecision["text"] {
  const { title, prompt, output, content: proposed, edited, formerSources, inputTokens, outputTokens } = row;
  const content = edited ?? proposed;
  if (content === null) return null;
  const head = { title, prompt, output, content };
  // Nobody but a person had a new text: it rests on what the former one rested on.
  if (proposed === null) {
    return { ...head, sources: formerSources ?? [], commit: null, generatedAt: null, writtenBy: null };
  }
  const isEdited = edited !== null;
  return {
    ...head,
    sources: row.sources,
    lists: row.listedFacts,
    commit,
    generatedAt: ctx.now(),
    writtenBy: isEdited ? null : row.writtenBy,
    inputTokens,
    outputTokens,
  };
}
