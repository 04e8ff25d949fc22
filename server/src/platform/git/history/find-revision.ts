import { readObjectHeader } from "#server/platform/git/objects/object-reader.ts";
import { isObjectId, resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

/** A commit that people named in their own words. */
export interface Revision {
  kind: "commit" | "tag" | "branch";
  /** As the repository spells it; the full id of a commit. */
  name: string;
  oid: string;
}

export interface Tag {
  name: string;
  /** Of the commit it names. */
  oid: string;
  /** Seconds since 1970 at which it was made. */
  createdS: number;
}

const timeoutMs = 5_000;
const shortId = /^[0-9a-f]{7,39}$/;

/** The tags that name commits, newest first. */
export async function listTags(directory: string, options: { signal?: AbortSignal | undefined } = {}): Promise<Tag[]> {
  const { stdout } = await runGit({
    directory,
    args: [
      "for-each-ref",
      "--sort=-creatordate",
      "--format=%(refname:lstrip=2)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)%00%(creatordate:unix)",
      "refs/tags/",
    ],
    timeoutMs,
    ...options,
  });
  return stdout
    .toString("utf8")
    .split("\n")
    .flatMap((line): Tag[] => {
      const [name = "", type, oid = "", innerType, inner = "", created = "0"] = line.split("\0");
      const commit = type === "commit" ? oid : innerType === "commit" ? inner : null;
      return commit === null || name === "" ? [] : [{ name, oid: commit, createdS: Number(created) }];
    });
}

/**
 * What somebody means by "v4", "4.1.0", "main" or "abc1234": a tag first, then a branch, then a commit by its id or the
 * beginning of it. Null when the repository has nothing of that name, or several commits whose ids begin so.
 */
export async function findRevision(
  directory: string,
  spelling: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Revision | null> {
  const tag = chooseTag(await listTags(directory, options), spelling);
  if (tag) return { kind: "tag", name: tag.name, oid: tag.oid };
  const signal = options.signal && { signal: options.signal };
  const found = await resolveCommit(directory, spelling, signal);
  if (found !== null) return { kind: isObjectId(spelling) ? "commit" : "branch", name: spelling, oid: found };
  const oid = shortId.test(spelling) ? await expandId(directory, spelling, options) : null;
  return oid === null ? null : { kind: "commit", name: oid, oid };
}

/** "v4" is `v4`, else `4`, else `v4.0` or `v4.0.0`; the same without the letter. */
function chooseTag(tags: readonly Tag[], spelling: string): Tag | null {
  const bare = (name: string) => name.toLowerCase().replace(/^(?:release[-/]?)?v?(?=\d)/, "");
  const wanted = bare(spelling);
  const exact = tags.find(({ name }) => name === spelling) ?? tags.find(({ name }) => bare(name) === wanted);
  if (exact || !/^\d+(?:\.\d+)?$/.test(wanted)) return exact ?? null;
  return tags.find(({ name }) => [`${wanted}.0`, `${wanted}.0.0`].includes(bare(name))) ?? null;
}

async function expandId(
  directory: string,
  start: string,
  options: { signal?: AbortSignal | undefined },
): Promise<string | null> {
  const { exitCode, stdout } = await runGit({
    directory,
    args: ["rev-parse", "--quiet", "--verify", "--end-of-options", `${start}^{commit}`],
    acceptExitCodes: [0, 1, 128],
    timeoutMs,
    ...options,
  });
  const oid = stdout.toString("latin1").trim().split("\n").at(-1) ?? "";
  if (exitCode !== 0 || !isObjectId(oid)) return null;
  const header = await readObjectHeader(directory, oid, options.signal && { signal: options.signal });
  return header?.type === "commit" ? oid : null;
}

/** The tag that was the last one before a commit: the nearest among those that its parents reach. */
export async function findTagBefore(
  directory: string,
  parent: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Revision | null> {
  if (!isObjectId(parent)) return null;
  const { exitCode, stdout } = await runGit({
    directory,
    args: ["describe", "--tags", "--abbrev=0", parent],
    acceptExitCodes: [0, 128],
    timeoutMs,
    ...options,
  });
  const name = stdout.toString("utf8").trim();
  const tag = exitCode === 0 ? (await listTags(directory, options)).find((one) => one.name === name) : undefined;
  return tag ? { kind: "tag", name, oid: tag.oid } : null;
}

/**
 * The commit that a branch stood at at some moment: the newest of its first parents that is not younger. Null when all
 * of them are.
 */
export async function findCommitAt(
  directory: string,
  { head, at, signal }: { head: string; at: Date; signal?: AbortSignal | undefined },
): Promise<string | null> {
  if (!isObjectId(head)) return null;
  const { stdout } = await runGit({
    directory,
    args: [
      "rev-list",
      "--first-parent",
      "--max-count=1",
      `--min-age=${Math.floor(at.getTime() / 1000)}`,
      "--end-of-options",
      head,
      "--",
    ],
    timeoutMs,
    signal,
  });
  const oid = stdout.toString("latin1").trim();
  return isObjectId(oid) ? oid : null;
}
