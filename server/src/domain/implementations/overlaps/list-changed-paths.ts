import type { Ctx } from "#server/ctx.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { compareCommits } from "#server/platform/git/diff/compare-commits.ts";

/** Of a change with more commits, no path is known. */
const maxCommits = 2_000;
/** Of all repositories together; two commits always differ in the same. */
const maxKept = 1_000;
const kept = new Map<string, ReadonlySet<string>>();

/** Paths in which a change differs from where it began, under their old and their new names. */
export async function listChangedPaths(
  { signal }: Pick<Ctx, "signal">,
  directory: string,
  { baseOid, headOid }: Pick<ImplementationRow, "baseOid" | "headOid">,
): Promise<ReadonlySet<string>> {
  if (baseOid === null || headOid === null) return new Set();
  const key = `${directory} ${baseOid} ${headOid}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const compared = await compareCommits(directory, { from: baseOid, to: headOid, limit: maxCommits, signal });
  const paths = new Set(compared?.files.map(({ path }) => path));
  kept.set(key, paths);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break;
    kept.delete(oldest);
  }
  return paths;
}
