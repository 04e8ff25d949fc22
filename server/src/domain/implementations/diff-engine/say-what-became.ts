import type { CommentAnswer } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { nameThread } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { locateComments } from "#server/domain/implementations/comments/locate-comments.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { listCommentRows, type NamedCommentRow } from "#server/domain/implementations/store/comments.store.ts";
import { findBlob, loadTextLines } from "#server/domain/ledger/load-content.ts";

/** Of what stands in the place of a line. More is to be looked at in the change. */
const maxShownLines = 8;
const maxShownCharacters = 2_000;
/** How many lines away from a line that is gone its place is looked for. */
const reach = 4;

/**
 * An answer to each open comment for a revision that nobody writes words for: what became of the line that it is about, at
 * the commit `oid`. None where that cannot be told: nothing rests on it.
 */
export async function sayWhatBecame(work: PhaseWork, oid: string): Promise<CommentAnswer[]> {
  const { ctx, row, directory } = work;
  try {
    const rows = await listCommentRows(ctx.db, row);
    const threads = [...Map.groupBy(rows, ({ threadId }) => threadId).values()];
    const open = threads
      .filter((thread) => thread.some(({ resolvedAt, agent }) => resolvedAt === null && agent === null))
      .flatMap(([first]) => (first === undefined ? [] : [first]));
    const code = { directory, base: row.baseOid, head: oid };
    const places = await locateComments(ctx, code, open.flatMap(listAround));
    const answers: CommentAnswer[] = [];
    for (const [at, comment] of open.entries()) {
      const found = places.slice(at * window, (at + 1) * window);
      answers.push({ thread: nameThread(comment.threadId), text: await sayOfLine(work, oid, { comment, found }) });
    }
    return answers;
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.log.warn({ error }, "what became of the lines that comments are about could not be told");
    return [];
  }
}

/** The line of a comment with those around it. */
const window = 2 * reach + 1;

function listAround(comment: NamedCommentRow): NamedCommentRow[] {
  const { line } = comment;
  return Array.from({ length: window }, (_, at) => ({ ...comment, line: line === null ? null : line - reach + at }));
}

type Places = Awaited<ReturnType<typeof locateComments>>;

async function sayOfLine(
  work: PhaseWork,
  oid: string,
  { comment: { line, side }, found }: { comment: NamedCommentRow; found: Places },
): Promise<string> {
  const short = oid.slice(0, 8);
  if (line === null || side !== "new") return `The diff that the task holds now is applied, in ${short}.`;
  const isThere = (file: Places[number]) => file?.isOutdated === false;
  if (isThere(found[reach] ?? null)) {
    return `The diff that the task holds now leaves this line as it was, in ${short}.`;
  }
  const replaced = `The diff that the task holds now changes this line, in ${short}.`;
  const [above, below] = [found.slice(0, reach).findLast(isThere), found.slice(reach + 1).find(isThere)];
  if (!above || !below || above.filename !== below.filename) return replaced;
  const between = await readBetween(work, { oid, path: above.filename, from: above.line, to: below.line });
  if (between === null || between.length > maxShownLines) return replaced;
  if (between.length === 0) return `The diff that the task holds now takes this line away, in ${short}.`;
  const text = between.join("\n");
  return text.length > maxShownCharacters ? replaced : `${replaced} It reads now:\n\n${fence(text)}`;
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
