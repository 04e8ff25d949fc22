import type { CommentAnswer } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { nameThread } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { locateComments } from "#server/domain/implementations/comments/locate-comments.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { listCommentRows, type NamedCommentRow } from "#server/domain/implementations/store/comments.store.ts";
import { findBlob, loadTextLines } from "#server/domain/ledger/load-content.ts";

/** Of what stands in the place of a line. More is to be looked at in the change. */
const maxShownLines = 8;
/** How many lines away from a line that is gone its place is looked for. */
const reach = 4;

/**
 * An answer to each open comment for a revision that nobody writes words for: what became of the line that it is about, at
 * the commit `oid`.
 */
export async function sayWhatBecame(work: PhaseWork, oid: string): Promise<CommentAnswer[]> {
  const rows = await listCommentRows(work.ctx.db, work.row);
  const threads = [...Map.groupBy(rows, ({ threadId }) => threadId).values()];
  const open = threads.filter((thread) =>
    thread.some(({ resolvedAt, agent }) => resolvedAt === null && agent === null),
  );
  const answers = open.flatMap(([first]) => (first === undefined ? [] : [answer(work, oid, first)]));
  return await Promise.all(answers);
}

async function answer(work: PhaseWork, oid: string, comment: NamedCommentRow): Promise<CommentAnswer> {
  return { thread: nameThread(comment.threadId), text: await sayOfLine(work, oid, comment) };
}

async function sayOfLine(work: PhaseWork, oid: string, comment: NamedCommentRow): Promise<string> {
  const { line, side } = comment;
  const short = oid.slice(0, 8);
  if (line === null || side !== "new") return `The diff that the task holds now is applied, in ${short}.`;
  const around = Array.from({ length: 2 * reach + 1 }, (_, at) => ({ ...comment, line: line - reach + at }));
  const code = { directory: work.directory, base: work.row.baseOid, head: oid };
  const found = await locateComments(work.ctx, code, around);
  const isThere = (file: (typeof found)[number]) => file?.isOutdated === false;
  if (isThere(found[reach] ?? null)) {
    return `The diff that the task holds now leaves this line as it was, in ${short}.`;
  }
  const replaced = `The diff that the task holds now changes this line, in ${short}.`;
  const [above, below] = [found.slice(0, reach).findLast(isThere), found.slice(reach + 1).find(isThere)];
  if (!above || !below || above.filename !== below.filename) return replaced;
  const between = await readBetween(work, { oid, path: above.filename, from: above.line, to: below.line });
  if (between === null || between.length > maxShownLines) return replaced;
  if (between.length === 0) return `The diff that the task holds now takes this line away, in ${short}.`;
  return `${replaced} It reads now:\n\n${fence(between.join("\n"))}`;
}

/** The lines of a file between two others. */
async function readBetween(
  { ctx, directory }: PhaseWork,
  { oid, path, from, to }: { oid: string; path: string; from: number; to: number },
): Promise<string[] | null> {
  const blob = await findBlob(ctx, directory, { path, commit: oid });
  const lines = blob === null ? null : await loadTextLines(ctx, directory, blob);
  return lines?.slice(from, Math.max(from, to - 1)) ?? null;
}

/** A block of code that nothing within it ends. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}\n${text}\n${ticks}`;
}
