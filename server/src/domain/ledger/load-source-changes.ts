import type { SectionChanges } from "@cairn/contract/page-writing";

import type { Ctx } from "#server/ctx.ts";
import { diffBlobs } from "#server/platform/git/diff/diff-blobs.ts";
import type { DiffHunk } from "#server/platform/git/diff/parse-diff.ts";
import { readHistory } from "#server/platform/git/history/read-history.ts";

import { cutHunk, linesAround } from "./cut-hunk.ts";
import { listChangedFactRows } from "./facts.store.ts";
import { findCode, followTo, type CitedCode } from "./find-code.ts";
import { createTargetFinder } from "./find-target.ts";
import { listSectionRows, type SourceRow } from "./ledger.store.ts";
import { findBlob, unlessMissing } from "./load-content.ts";
import { toSource } from "./to-source.ts";

type SourceChange = SectionChanges["sources"][number];
/** The part that all sources of one file share. */
type FileChange = Pick<SourceChange, "path" | "commits"> & { hunks: readonly DiffHunk[] };

const maxCommits = 10;

/**
 * What happened in the code to the changed sources of a section: between the commit where their lines were last seen
 * and the index's commit. The caller has checked the right.
 */
export async function loadSourceChanges(
  ctx: Ctx,
  section: { organizationId: string; sectionId: string },
): Promise<SectionChanges> {
  const changed = (await listSectionRows(ctx.db, section)).filter((row) => row.changedAt !== null);
  const codes = new Map<string, CitedCode | null>();
  const files = new Map<string, FileChange>();
  const sources: SourceChange[] = [];
  for (const row of changed) {
    const code = codes.get(row.repositoryId) ?? (await findCode(ctx, row, { db: ctx.db, isHeld: false }));
    codes.set(row.repositoryId, code);
    const commit = code?.indexedCommit ?? row.commit;
    const key = [row.repositoryId, row.path, row.blob, row.commit].join("\0");
    const file = files.get(key) ?? (code ? await readFileChange(ctx, code, { row, commit }) : gone);
    files.set(key, file);
    const hunks = file.hunks.flatMap((hunk) => cutHunk(hunk, row) ?? []);
    sources.push({ number: row.number, source: toSource(row), path: file.path, commit, hunks, commits: file.commits });
  }
  const lists = (await listChangedFactRows(ctx.db, section)).map(({ kind, repositoryId, folder, changedCommit }) => ({
    kind,
    repositoryId,
    folder,
    commit: changedCommit ?? "",
  }));
  return { sources, lists };
}

const gone: FileChange = { path: null, hunks: [], commits: [] };

async function readFileChange(
  ctx: Ctx,
  code: CitedCode,
  { row, commit }: { row: SourceRow; commit: string },
): Promise<FileChange> {
  const { directory } = code;
  const before = row.blob === "" ? ((await findBlob(ctx, directory, row)) ?? "") : row.blob;
  const findTarget = createTargetFinder(ctx, followTo(ctx, code, { formerCommit: null, commit }));
  const found = await findTarget({ ...row, blob: before, missedIn: null });
  const target = found === "known" ? { path: row.path, oid: before } : found;
  const commits = await readCommits(ctx, directory, { row, commit, path: target?.path ?? null });
  if (target === null) return { path: null, hunks: [], commits };
  const places = { before, after: target.oid, contextLines: linesAround, signal: ctx.signal };
  return { path: target.path, hunks: (await unlessMissing(diffBlobs(directory, places))) ?? [], commits };
}

/** Of a file that is gone, under its last name. None where its former commit is gone too. */
async function readCommits(
  { signal }: Ctx,
  directory: string,
  { row, commit, path }: { row: SourceRow; commit: string; path: string | null },
): Promise<SourceChange["commits"]> {
  const location = { path: path ?? row.path, isFollowed: path !== null };
  const range = { commit, since: row.commit, skip: 0, limit: maxCommits };
  const history = await unlessMissing(readHistory(directory, { ...range, ...location, signal }));
  return (history?.commits ?? []).map(({ path: _path, ...record }) => record);
}
