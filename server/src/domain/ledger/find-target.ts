import type { Ctx } from "#server/ctx.ts";
import { findRenames } from "#server/platform/git/diff/find-renames.ts";

import type { SourceGroup } from "./ledger.store.ts";

/** A repository's code at the commit that its sources are followed to. */
export interface FollowedCode {
  organizationId: string;
  repositoryId: string;
  /** Where git reads it. */
  directory: string;
  /** The commit at which unchanged sources were last verified; null where that is not the same for all of them. */
  formerCommit: string | null;
  commit: string;
  /** Its regular files at `commit`. */
  listFiles(): Promise<readonly { path: string; oid: string }[]>;
}

/** What a file's lines are looked for in: "known" when nothing is to be found out, null when there is no such file. */
export type LineTarget = { path: string; oid: string } | "known" | null;

type FindTarget = (group: SourceGroup) => Promise<LineTarget>;

/** More histories are not compared for one push: each costs a run of git. */
const maxRenameSearches = 8;

/**
 * Finds the blob to compare lines with. A missing file was renamed if its content is at another path,
 * or else if git detects a rename.
 */
export function createTargetFinder(ctx: Pick<Ctx, "signal">, code: FollowedCode): FindTarget {
  const known = new Map<string, Promise<LineTarget>>();
  let tree: Promise<Tree> | null = null;
  const findRenamed = createRenameFinder(ctx, code);

  const find = async (group: SourceGroup): Promise<LineTarget> => {
    tree ??= code.listFiles().then(readTree);
    const { oidAt, placesOf } = await tree;
    const { path, blob, missedIn } = group;
    const oid = oidAt.get(path);
    if (oid !== undefined) return oid === (missedIn ?? blob) ? "known" : { path, oid };
    const elsewhere = nearest(path, placesOf(blob));
    if (elsewhere !== null) return { path: elsewhere, oid: blob };
    // Lines that were missed already: in the same content again, or once more in no file at all.
    if (missedIn === "" || (missedIn !== null && placesOf(missedIn).length > 0)) return "known";
    const renamed = await findRenamed(group);
    const renamedOid = renamed === null ? undefined : oidAt.get(renamed);
    return renamed === null || renamedOid === undefined ? null : { path: renamed, oid: renamedOid };
  };
  return (group) => {
    const key = [group.path, group.blob, group.missedIn ?? " ", oidAtEnd(group)].join("\0");
    const target = known.get(key) ?? find(group);
    known.set(key, target);
    return target;
  };
}

/** Where a file went can depend on where it was looked at last, unless that is the same for all. */
const oidAtEnd = ({ blob, missedIn, commit }: SourceGroup): string => (blob === "" || missedIn !== null ? commit : "");

interface Tree {
  oidAt: ReadonlyMap<string, string>;
  placesOf: (oid: string) => readonly string[];
}

function readTree(files: readonly { path: string; oid: string }[]): Tree {
  const oidAt = new Map(files.map(({ path, oid }) => [path, oid]));
  let places: Map<string, string[]> | null = null;
  const placesOf = (oid: string) => {
    places ??= Map.groupBy(oidAt.keys(), (path) => oidAt.get(path) ?? "");
    return places.get(oid) ?? [];
  };
  return { oidAt, placesOf };
}

/** Of several paths the one with the same file name, then the one with the longest common path. */
function nearest(path: string, places: readonly string[]): string | null {
  const parts = path.split("/");
  const likeness = (location: string) => {
    const others = location.split("/");
    const isSameName = others.at(-1) === parts.at(-1);
    const apart = parts.findIndex((part, at) => part !== others[at]);
    return (isSameName ? 1000 : 0) + (apart === -1 ? parts.length : apart);
  };
  const [best] = places.toSorted((a, b) => likeness(b) - likeness(a) || (a < b ? -1 : 1));
  return best ?? null;
}

function createRenameFinder(
  { signal }: Pick<Ctx, "signal">,
  { directory, commit, formerCommit }: FollowedCode,
): (group: SourceGroup) => Promise<string | null> {
  const searches = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const search = (from: string) => {
    const begun = searches.get(from);
    if (begun) return begun;
    const isTooMuch = searches.size >= maxRenameSearches;
    const renames = isTooMuch ? Promise.resolve(new Map()) : findRenames(directory, { from, to: commit, signal });
    searches.set(from, renames);
    return renames;
  };
  return async (group) => {
    const isMissed = group.missedIn !== null;
    const since = isMissed || formerCommit === null ? null : (await search(formerCommit)).get(group.path);
    if (since !== undefined && since !== null) return since;
    return group.commit === formerCommit ? null : ((await search(group.commit)).get(group.path) ?? null);
  };
}
