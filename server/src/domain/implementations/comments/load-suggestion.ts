import type { CommentFile, CommentSuggestion } from "@cairn/contract/implementation-comments";
import { parseSuggestion } from "@cairn/contract/suggestions";

import type { Ctx } from "#server/ctx.ts";
import type { NamedCommentRow } from "#server/domain/implementations/store/comments.store.ts";
import { findBlob, loadTextLines } from "#server/domain/ledger/load-content.ts";

import type { ReviewedCode } from "./locate-comments.ts";

/**
 * What a comment suggests for the lines that it is about, as they stand now; null where it suggests nothing. One that
 * cannot be applied says why.
 */
export async function loadSuggestion(
  ctx: Pick<Ctx, "signal">,
  { directory, head }: ReviewedCode,
  { row, file: now }: { row: NamedCommentRow; file: CommentFile | null },
): Promise<CommentSuggestion | null> {
  const suggestion = row.path === null ? null : parseSuggestion(row.message);
  if (suggestion === null || row.line === null || row.path === null || row.commit === null) return null;
  const { above, below, lines } = suggestion;
  const shown = { startLine: row.line - above, lines };
  if (row.side === "old") return { ...shown, former: [], obstacle: "It is about a line that the change removes" };
  const read = async (commit: string, path: string): Promise<readonly string[] | null> => {
    const oid = await findBlob(ctx, directory, { commit, path });
    return oid === null ? null : await loadTextLines(ctx, directory, oid);
  };
  const slice = (all: readonly string[] | null, line: number) =>
    line - above < 1 || all === null || line + below > all.length ? null : all.slice(line - above - 1, line + below);
  const former = slice(await read(row.commit, row.path), row.line);
  if (former === null) return { ...shown, former: [], obstacle: "It is about lines that the file does not have" };
  if (now === null || now.isOutdated || head === null) {
    return { ...shown, former, obstacle: "Its line was changed or removed since" };
  }
  const current = slice(await read(head, now.filename), now.line);
  const isSame = current?.length === former.length && current.every((line, at) => line === former[at]);
  const obstacle = isSame ? null : "The lines around it were changed since";
  return { startLine: now.line - above, lines, former, obstacle };
}
