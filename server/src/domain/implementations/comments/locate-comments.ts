import type { CommentFile } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import type { NamedCommentRow } from "#server/domain/implementations/store/comments.store.ts";
import { findBlob, loadTextLines } from "#server/domain/ledger/load-content.ts";
import { findRenames } from "#server/platform/git/diff/find-renames.ts";

import { createLineFollower } from "./follow-line.ts";

/** The commits that an implementation stands between, and where git reads them. */
export interface ReviewedCode {
  directory: string;
  base: string | null;
  head: string | null;
}

type Follow = (line: number) => number | null;
/** A version of a file, and how its lines are followed from a former one. */
interface FollowedFile {
  filename: string;
  follow: Follow;
}

/**
 * Where the lines of these comments stand at the commits of the implementation now, in the order of the rows; null for
 * comments on the whole. Each is followed from the commit that it was written about, so no revision in between counts.
 */
export async function locateComments(
  ctx: Pick<Ctx, "signal">,
  code: ReviewedCode,
  rows: readonly NamedCommentRow[],
): Promise<(CommentFile | null)[]> {
  const followed = new Map<string, Promise<FollowedFile | null>>();
  const renames = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const followOnce = (from: FileAtCommit, to: string) => {
    const key = [from.commit, to, from.path].join("\0");
    const known = followed.get(key) ?? followFile(ctx, code.directory, { from, to, renames });
    followed.set(key, known);
    return known;
  };
  return await Promise.all(
    rows.map(async ({ path, side, line, hash, commit, excerpt }) => {
      if (path === null || side === null || line === null || hash === null || commit === null || excerpt === null) {
        return null;
      }
      const told = { side, hash, excerpt };
      const to = side === "old" ? code.base : code.head;
      const file = to === null ? null : await followOnce({ path, commit }, to);
      const now = file?.follow(line) ?? null;
      if (file === null || now === null) return { ...told, filename: path, line, isOutdated: true };
      return { ...told, filename: file.filename, line: now, isOutdated: false };
    }),
  );
}

interface FileAtCommit {
  path: string;
  commit: string;
}

/** Null where the file is gone, or cannot be read any more. */
async function followFile(
  ctx: Pick<Ctx, "signal">,
  directory: string,
  { from, to, renames }: { from: FileAtCommit; to: string; renames: Map<string, Promise<ReadonlyMap<string, string>>> },
): Promise<FollowedFile | null> {
  const before = await findBlob(ctx, directory, from);
  if (before === null) return null;
  const found = await findFile(ctx, directory, { from, to, renames });
  if (found === null) return null;
  if (found.oid === before) return { filename: found.filename, follow: (line) => line };
  const [lines, laterLines] = await Promise.all([
    loadTextLines(ctx, directory, before),
    loadTextLines(ctx, directory, found.oid),
  ]);
  if (lines === null || laterLines === null) return null;
  return { filename: found.filename, follow: createLineFollower(lines, laterLines) };
}

async function findFile(
  ctx: Pick<Ctx, "signal">,
  directory: string,
  {
    from: { path, commit: from },
    to,
    renames,
  }: { from: FileAtCommit; to: string; renames: Map<string, Promise<ReadonlyMap<string, string>>> },
): Promise<{ filename: string; oid: string } | null> {
  const same = await findBlob(ctx, directory, { path, commit: to });
  if (same !== null) return { filename: path, oid: same };
  const key = `${from} ${to}`;
  const known = renames.get(key) ?? findRenames(directory, { from, to, signal: ctx.signal });
  renames.set(key, known);
  const renamed = (await known).get(path);
  const oid = renamed === undefined ? null : await findBlob(ctx, directory, { path: renamed, commit: to });
  return renamed === undefined || oid === null ? null : { filename: renamed, oid };
}
