import { commentSchema, type CommentFile, type ImplementationComment } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import type { NamedCommentRow } from "#server/domain/implementations/store/comments.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { toEntity } from "#server/to-entity.ts";

import { loadSuggestion } from "./load-suggestion.ts";
import { locateComments } from "./locate-comments.ts";

/** Comments of one implementation as the contract shows them, in the order of the rows. */
export async function describeComments(
  ctx: Pick<Ctx, "mirrors" | "settings" | "signal">,
  implementation: Pick<NamedImplementationRow, "repository" | "baseOid" | "headOid">,
  rows: readonly NamedCommentRow[],
): Promise<ImplementationComment[]> {
  const { repository, baseOid: base, headOid: head } = implementation;
  const code = { directory: codeDirectory(ctx, repository), base, head };
  const files = await locateComments(ctx, code, rows);
  return await Promise.all(
    rows.map(async (row, at) => {
      const file = files[at] ?? null;
      const suggestion = await loadSuggestion(ctx, code, { row, file });
      return toEntity(commentSchema, { ...row, createdBy: row.author, file, suggestion });
    }),
  );
}

/** On the whole first, then by file and line, and the oldest first on each line. */
export function sortComments(comments: readonly ImplementationComment[]): ImplementationComment[] {
  return comments.toSorted(
    (one, other) =>
      compareFiles(one.file, other.file) ||
      compareTexts(one.createdAt, other.createdAt) ||
      compareTexts(one.commentId, other.commentId),
  );
}

function compareFiles(one: CommentFile | null, other: CommentFile | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return compareTexts(one.filename, other.filename) || one.line - other.line || compareTexts(one.side, other.side);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
