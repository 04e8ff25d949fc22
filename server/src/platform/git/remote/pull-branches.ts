import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { readProgress, type GitProgress } from "#server/platform/git/process/read-progress.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { watchSize } from "#server/platform/git/process/watch-size.ts";
import { watchStall } from "#server/platform/git/process/watch-stall.ts";
import { chooseDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";
import { keepHead } from "#server/platform/git/refs/keep-head.ts";
import { listBranches, type Branch } from "#server/platform/git/refs/list-branches.ts";

import { listRemoteBranches, type RemoteBranches } from "./list-remote-branches.ts";
import { withRemote, type OpenRemote, type Remote } from "./remote.ts";

export interface PullOptions {
  remote: Remote;
  egress: Egress;
  /** Largest size of the mirror's objects on disk; a pull that would pass it is ended. */
  maxBytes: number;
  signal?: AbortSignal;
  onProgress?: (progress: GitProgress) => void;
  /** For the whole transfer; an hour unless said. */
  timeoutMs?: number;
  /** How long the remote may send nothing; 90 seconds unless said. */
  stallTimeoutMs?: number;
}

interface BranchChange {
  name: string;
  /** Commit before; null for a new branch. */
  before: string | null;
  /** Commit now; null for a deleted branch. */
  after: string | null;
}

export interface PullResult {
  changes: BranchChange[];
  /** As `findDefaultBranch` answers; null in an empty repository. */
  defaultBranch: string | null;
  /** Branches whose names are too long to be stored as files. */
  skippedBranches: string[];
}

const defaultTimeoutMs = 60 * 60_000;
const defaultStallTimeoutMs = 90_000;
/** Git also works long and silently on large repositories, when it checks what came in. */
const silentWorkFactor = 10;

/** Makes the mirror's branches equal to the remote's: new, moved, force-pushed and deleted ones. */
export async function pullBranches(directory: string, options: PullOptions): Promise<PullResult> {
  const stallTimeoutMs = options.stallTimeoutMs ?? defaultStallTimeoutMs;
  return await withRemote(options.remote, { egress: options.egress, stallTimeoutMs }, (remote) =>
    pullFrom(directory, { ...options, remote, stallTimeoutMs }),
  );
}

interface PullFrom extends Omit<PullOptions, "remote" | "egress"> {
  remote: OpenRemote;
  stallTimeoutMs: number;
}

async function pullFrom(directory: string, options: PullFrom): Promise<PullResult> {
  const { remote, stallTimeoutMs, signal } = options;
  const offered = await listRemoteBranches({ directory, remote, stallTimeoutMs, signal, withTags: true });
  const skippedBranches = [...offered.branches.keys()].filter(isTooLongForFile);
  for (const name of skippedBranches) offered.branches.delete(name);
  const before = await listBranches(directory, { signal });
  const hasMoved = compareBranches(toMap(before), offered.branches).length > 0;
  if (hasMoved) {
    await fetchRefs(directory, { ...options, skippedBranches, tags: "--no-tags" });
    if (await lacksTag(directory, offered.tags, signal)) await fetchTags(directory, { ...options, skippedBranches });
  }
  await recordDefaultBranch(directory, offered, signal);
  const after = hasMoved ? await listBranches(directory, { signal }) : before;
  return {
    changes: compareBranches(toMap(before), toMap(after)),
    defaultBranch: await chooseDefaultBranch(directory, after),
    skippedBranches,
  };
}

/** Whether a tag is offered that the mirror has not; a second fetch for tags is spared where there is none. */
async function lacksTag(
  directory: string,
  offered: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (offered.size === 0) return false;
  const args = ["for-each-ref", "--format=%(refname:lstrip=2)", "refs/tags/"];
  const { stdout } = await runGit({ directory, args, signal });
  const known = new Set(stdout.toString("utf8").split("\n"));
  return [...offered.keys()].some((name) => !name.endsWith(peeled) && !known.has(name));
}

/** Git also lists the commit behind an annotated tag, under the tag's name and this. */
const peeled = "^{}";

interface FetchBranches extends PullFrom {
  skippedBranches: readonly string[];
}

/** From a shallow remote too; the refspecs come through standard input, where no name is an option. */
const fetchArguments = [
  "fetch",
  "--stdin",
  "--prune",
  "--no-recurse-submodules",
  "--no-write-fetch-head",
  "--update-shallow",
  "--progress",
];

/** Tags on commits that the branches hold, by which questions name former states. One that cannot be kept is left out. */
async function fetchTags(directory: string, options: FetchBranches): Promise<void> {
  try {
    await fetchRefs(directory, { ...options, tags: null });
  } catch {
    options.signal?.throwIfAborted();
  }
}

async function fetchRefs(directory: string, options: FetchBranches & { tags: "--no-tags" | null }): Promise<void> {
  const { remote, maxBytes, signal, onProgress, tags } = options;
  const size = watchSize(directory, maxBytes);
  const stall = watchStall(options.stallTimeoutMs);
  const report = onProgress === undefined ? undefined : readProgress(onProgress);
  const refspecs = ["+refs/heads/*:refs/heads/*", ...options.skippedBranches.map((name) => `^refs/heads/${name}`)];
  try {
    await runGit({
      ...remote.settings,
      directory,
      args: [
        ...fetchArguments,
        ...(tags === null ? [] : [tags]),
        ...remote.options,
        "--end-of-options",
        remote.address,
      ],
      input: [`${refspecs.join("\n")}\n`],
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      idleTimeoutMs: options.stallTimeoutMs * silentWorkFactor,
      signal: AbortSignal.any([...(signal === undefined ? [] : [signal]), size.signal, stall.signal]),
      onStderr: (text) => {
        stall.listen(text);
        report?.(text);
      },
    });
    await size.checkNow();
    size.signal.throwIfAborted();
  } finally {
    size.stop();
    stall.stop();
  }
}

/** The remote's own main branch becomes the mirror's HEAD, where `findDefaultBranch` reads it. */
async function recordDefaultBranch(
  directory: string,
  offered: RemoteBranches,
  signal: AbortSignal | undefined,
): Promise<void> {
  const name = offered.defaultBranch;
  if (name !== null && offered.branches.has(name)) await keepHead(directory, name, { signal });
}

/** Git needs ".lock" behind a name while it writes it, and file systems end names at 255 bytes. */
export function isTooLongForFile(name: string): boolean {
  const maxPartBytes = 250;
  const maxNameBytes = 2000;
  return (
    Buffer.byteLength(name) > maxNameBytes || name.split("/").some((part) => Buffer.byteLength(part) > maxPartBytes)
  );
}

/** Name to commit. */
function toMap(branches: readonly Branch[]): Map<string, string> {
  return new Map(branches.map(({ name, oid }) => [name, oid]));
}

function compareBranches(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): BranchChange[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}
