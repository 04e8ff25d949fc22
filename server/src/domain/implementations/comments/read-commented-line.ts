import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { addComment as endpoint } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import { listKnownCommits, type LineColumns } from "#server/domain/implementations/store/comments.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { findBlob, loadTextLines } from "#server/domain/ledger/load-content.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";
import { moveRef } from "#server/platform/git/refs/move-ref.ts";

type FileInput = NonNullable<InputOf<typeof endpoint>["file"]>;

/** Lines above the one that is commented on. */
const linesAbove = 3;
/** A line may be a whole minified file. */
const maxLineCharacters = 500;

/**
 * The line as it is in the commit that somebody sees, which is kept from here on, also when the branch is rewritten.
 * Throws `conflict` where that is not a commit of this implementation or holds another line there.
 */
export async function readCommentedLine(
  ctx: Ctx,
  implementation: NamedImplementationRow,
  file: FileInput,
): Promise<LineColumns> {
  const { filename: path, line, side } = file;
  const commit = await findCommit(ctx, implementation, file);
  const directory = codeDirectory(ctx, implementation.repository);
  const blob = await findBlob(ctx, directory, { commit, path });
  const lines = blob === null ? null : await loadTextLines(ctx, directory, blob);
  const text = lines?.[line - 1];
  if (lines === null || text === undefined) {
    throw new AppError("conflict", { message: `“${path}” has no line ${line} that can be commented on.` });
  }
  const hash = hashLines([text]);
  if (file.hash !== undefined && file.hash !== hash) throw movedOn();
  const ref = runRef(implementation.implementationId, `commented/${commit}`);
  await moveRef(directory, { ref, oid: commit, expected: null, signal: ctx.signal });
  const startLine = Math.max(1, line - linesAbove);
  const excerpt = lines.slice(startLine - 1, line).map((shown) => shown.slice(0, maxLineCharacters));
  return { path, side, line, hash, commit, excerpt: { startLine, lines: excerpt } };
}

async function findCommit(ctx: Ctx, implementation: NamedImplementationRow, file: FileInput): Promise<string> {
  const now = file.side === "old" ? implementation.baseOid : implementation.headOid;
  if (now === null) throw new AppError("conflict", { message: "There is no code to comment on yet." });
  const { commit = now } = file;
  if (commit === now) return commit;
  const { heads, bases } = await listKnownCommits(ctx.db, implementation);
  if ((file.side === "old" ? bases : heads).includes(commit)) return commit;
  throw movedOn();
}

function movedOn(): AppError {
  return new AppError("conflict", { message: "The line has changed meanwhile. Look at it again before you comment." });
}
