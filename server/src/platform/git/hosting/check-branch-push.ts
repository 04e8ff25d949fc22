/**
 * Git's hook for a push to the branch of one implementation: a program of its own, which runs while what is pushed is still
 * in git's quarantine. Whatever it refuses was never in the repository, and whoever pushes reads why.
 */
import { text } from "node:stream/consumers";

import { findRefusals, linksOf, type ChangeRefusal } from "#server/platform/git/incoming/find-refusals.ts";
import { parseChanges, type RawChange } from "#server/platform/git/incoming/read-changes.ts";

import { readHookGit } from "./read-hook-git.ts";

/** Paths of one change. */
const maxFiles = 20_000;
const maxTargetBytes = 4_096;
const maxShown = 10;
const onlyZeros = /^0+$/;

const { CAIRN_PUSH_REF: allowedRef = "", CAIRN_PUSH_BASE: baseRef = "" } = process.env;

// What went wrong in here is not for the pusher, who would read paths of this machine.
const problem = await findProblem(await text(process.stdin)).catch(() => "What was pushed could not be checked.");
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

/** Why the push is refused as a whole; null where it may come in. `lines` has "<old> <new> <ref>" for each ref. */
async function findProblem(lines: string): Promise<string | null> {
  const updates = lines.split("\n").filter((line) => line !== "");
  for (const line of updates) {
    const [, head = "", ref = ""] = line.split(" ");
    if (ref !== allowedRef) return `This key pushes to ${shortName(allowedRef)} alone.`;
    if (onlyZeros.test(head)) return "This branch is under review and stays; stop the implementation to be rid of it.";
    const found = await findProblemOf(head);
    if (found !== null) return found;
  }
  return null;
}

async function findProblemOf(head: string): Promise<string | null> {
  const base = (await readHookGit(["merge-base", "--end-of-options", baseRef, head], [0, 1])).toString("latin1").trim();
  if (base === "") return `The change has no commit in common with ${shortName(baseRef)}.`;
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--end-of-options", base, head];
  const changes = parseChanges(await readHookGit(args));
  if (changes.length > maxFiles) return `The change touches more than ${maxFiles} files.`;
  const refusals = findRefusals(changes, await readTargets(linksOf(changes)));
  return refusals.length === 0 ? null : sayRefusals(refusals);
}

/** Where links lead, by their object; null where that is too long. */
async function readTargets(links: readonly RawChange[]): Promise<Map<string, string | null>> {
  const targets = new Map<string, string | null>();
  for (const { oid } of links) {
    const bytes = await readHookGit(["cat-file", "blob", oid]);
    targets.set(oid, bytes.length > maxTargetBytes ? null : bytes.toString("utf8"));
  }
  return targets;
}

function sayRefusals(refusals: readonly ChangeRefusal[]): string {
  const shown = refusals.slice(0, maxShown).map(({ path, reason }) => `  ${path} ${reason}`);
  const rest = refusals.length - shown.length;
  return ["The change was not taken:", ...shown, ...(rest === 0 ? [] : [`  and ${rest} more like these`])].join("\n");
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}
