import { AppError } from "@cairn/contract/errors";

import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

/** A commit that this server makes of a tree. The same parts always give the same commit. */
export interface WorkCommit {
  tree: string;
  parents: readonly string[];
  message: string;
  author: { name: string; email: string };
  date: Date;
}

const nothing = "0".repeat(40);
/** Outside of what is fetched, served and listed as a branch. */
const workRef = /^refs\/cairn\/implementations\/[0-9a-z]+(?:[/-][0-9a-z]+)*$/;

/** Writes a commit without moving anything to it. Answers its id. */
export async function writeWorkCommit(
  directory: string,
  { tree, parents, message, author, date }: WorkCommit,
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  if (![tree, ...parents].every(isObjectId)) throw new TypeError("Not an object id");
  const who = `${plain(author.name)} <${plain(author.email)}> ${Math.floor(date.getTime() / 1000)} +0000`;
  const header = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${who}`,
    `committer ${who}`,
    "",
    `${message.replaceAll("\0", "").trimEnd()}\n`,
  ];
  const args = ["hash-object", "-t", "commit", "-w", "--stdin"];
  const { stdout } = await runGit({ directory, args, input: [header.join("\n")], ...options });
  return stdout.toString("latin1").trim();
}

/**
 * Moves a ref of a run from the commit it was seen at, null where there was none. Throws a `conflict` when somebody else
 * moved it meanwhile, which then stays as it is. A second call with the same commits changes nothing.
 */
export async function moveWorkRef(
  directory: string,
  { ref, oid, expected, signal }: { ref: string; oid: string; expected: string | null; signal?: AbortSignal },
): Promise<void> {
  requireWorkRef(ref);
  const args = ["update-ref", "--end-of-options", ref, oid, expected ?? nothing.padEnd(oid.length, "0")];
  try {
    await runGit({ directory, args, signal });
  } catch (error) {
    const now = await readWorkRef(directory, ref, { signal });
    if (now === oid) return;
    // A fetch removes locks that it takes for forgotten ones, at worst this one.
    if (now === expected) return void (await runGit({ directory, args, signal }));
    const message = "Somebody else went on with this run meanwhile.";
    throw new AppError("conflict", { message, cause: error });
  }
}

/** The commit of a ref of a run; null where there is none. */
export async function readWorkRef(
  directory: string,
  ref: string,
  options: { signal?: AbortSignal } = {},
): Promise<string | null> {
  requireWorkRef(ref);
  const args = ["for-each-ref", "--format=%(refname) %(objectname)", ref];
  const { stdout } = await runGit({ directory, args, ...options });
  // It lists what lies below the name too.
  const lines = stdout.toString("latin1").split("\n");
  return lines.find((line) => line.startsWith(`${ref} `))?.slice(ref.length + 1) ?? null;
}

function requireWorkRef(ref: string): void {
  if (!workRef.test(ref)) throw new TypeError("Not a ref of a run");
}

/** A name that cannot end its line or its field. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}<>\s]+/gu, " ").trim() || "-";
}
