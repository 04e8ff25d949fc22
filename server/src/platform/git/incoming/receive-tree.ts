import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { AppError, type ErrorCode } from "@cairn/contract/errors";

import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";
import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { alsoRefusedObjectFlaws } from "#server/platform/git/process/git-settings.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { type ChangeRefusal, findRefusals, linksOf } from "./find-refusals.ts";
import { type RawChange, readChanges } from "./read-changes.ts";

export interface IncomingTree {
  /** Id of the tree, as whoever made it says. */
  tree: string;
  /** A pack of everything that the repository lacks of it. */
  pack: AsyncIterable<Uint8Array>;
  /** Id of the tree that it was made from. */
  base: string;
  /** A folder that does not exist yet, on the repository's disk; it is gone afterwards. */
  quarantine: string;
  maxFiles: number;
  signal?: AbortSignal;
}

/** Failures that say nothing of the change. */
const ownTroubles: ReadonlySet<ErrorCode> = new Set(["cancelled", "disk_full", "too_large", "unavailable"]);
const maxTargetBytes = 4096;
const maxShownRefusals = 20;

/**
 * Takes a tree that somebody else made into a bare repository. Its objects are checked in a repository of their own that
 * only borrows from the other, and are moved over when everything about them is as it should be: until then nobody sees
 * any of them. Answers how many paths changed; throws an AppError that names what may not come in.
 */
export async function receiveTree(directory: string, incoming: IncomingTree): Promise<number> {
  const { quarantine, signal } = incoming;
  if (!isObjectId(incoming.tree) || !isObjectId(incoming.base)) throw new TypeError("Not an object id");
  try {
    await openQuarantine(directory, incoming);
    await takePack(incoming);
    const changes = await readIncomingChanges(incoming);
    const refusals = findRefusals(changes, await readTargets(quarantine, linksOf(changes), signal));
    if (refusals.length > 0) throw refused(refusals);
    await requireFiles(quarantine, changes, signal);
    await movePacks(quarantine, directory);
    return changes.length;
  } finally {
    await rm(quarantine, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function openQuarantine(directory: string, { quarantine, tree, signal }: IncomingTree): Promise<void> {
  await mkdir(quarantine, { mode: 0o700 });
  const format = tree.length === 64 ? "sha256" : "sha1";
  const args = ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`];
  await runGit({ directory: quarantine, args, signal });
  await writeFile(path.join(quarantine, "objects", "info", "alternates"), `${path.join(directory, "objects")}\n`);
}

async function takePack({ quarantine, pack, signal }: IncomingTree): Promise<void> {
  const strict = `--strict=${alsoRefusedObjectFlaws.map((flaw) => `${flaw}=error`).join(",")}`;
  try {
    await runGit({ directory: quarantine, args: ["index-pack", strict, "--stdin"], input: pack, signal });
  } catch (error) {
    if (!(error instanceof AppError) || ownTroubles.has(error.code)) throw error;
    const isCheck = error.code === "vendor_failed";
    const reason = isCheck ? "holds something that git's own safety check refuses" : "is damaged or incomplete";
    throw refused([{ path: "The change", reason }], error);
  }
}

async function readIncomingChanges({ quarantine, base, tree, maxFiles, signal }: IncomingTree): Promise<RawChange[]> {
  try {
    const changes = await readChanges(quarantine, { from: base, to: tree, signal });
    if (changes.length <= maxFiles) return changes;
  } catch (error) {
    if (!(error instanceof AppError) || ownTroubles.has(error.code)) throw error;
    throw refused([{ path: "The change", reason: "is not complete" }], error);
  }
  throw new AppError("too_large", { message: `The change touches more than ${maxFiles} files.` });
}

async function readTargets(
  directory: string,
  links: readonly RawChange[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string | null>> {
  const targets = new Map<string, string | null>();
  if (links.length === 0) return targets;
  // A promise makes the reader start a git of its own, which does not outlive this folder.
  const oids = Promise.resolve([...new Set(links.map(({ oid }) => oid))]);
  for await (const { oid, bytes } of readBlobs(directory, oids, { maxBytes: maxTargetBytes, signal })) {
    targets.set(oid, bytes?.toString("utf8") ?? null);
  }
  return targets;
}

/** Git's check of the pack says nothing of a tree that was there before, and of what that names. */
async function requireFiles(directory: string, changes: readonly RawChange[], signal?: AbortSignal): Promise<void> {
  const oids = [...new Set(changes.filter(({ mode }) => mode !== "000000").map(({ oid }) => oid))];
  const args = ["cat-file", "--batch-check=%(objecttype)", "--buffer"];
  const { stdout } = await runGit({ directory, args, input: oids.map((oid) => `${oid}\n`), signal });
  const types = stdout.toString("latin1").split("\n").slice(0, -1);
  if (types.length === oids.length && types.every((type) => type === "blob")) return;
  throw refused([{ path: "The change", reason: "names files that are not there" }]);
}

/** As git itself does: a pack is seen as soon as its index is there, so that comes last. */
async function movePacks(quarantine: string, directory: string): Promise<void> {
  const from = path.join(quarantine, "objects", "pack");
  const to = path.join(directory, "objects", "pack");
  const files = await readdir(from);
  const isIndex = (name: string) => name.endsWith(".idx");
  await mkdir(to, { recursive: true });
  for (const name of files.toSorted((one, other) => Number(isIndex(one)) - Number(isIndex(other)))) {
    await rename(path.join(from, name), path.join(to, name));
  }
}

function refused(refusals: readonly ChangeRefusal[], cause?: Error): AppError {
  const [first] = refusals;
  const others = refusals.length > 1 ? `, and ${refusals.length - 1} more like it` : "";
  const message = `${first?.path} ${first?.reason}${others}. The change was not taken.`;
  return new AppError("unprocessable", { message, details: { refusals: refusals.slice(0, maxShownRefusals) }, cause });
}
