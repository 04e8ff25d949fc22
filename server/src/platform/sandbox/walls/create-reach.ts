import { statSync } from "node:fs";
import path from "node:path";

/** Folders that every system has; one is taken that hides nothing of what is to be reached. */
const folders = ["/mnt", "/media", "/srv", "/opt"];

/**
 * Arguments: the folder, a table of what is mounted below it, names of the files to mount on, and the program to become. Every
 * program that is started here makes each command later, so there are few.
 */
const script = `
set -eu
mount -t tmpfs -o mode=0755,size=1m,nr_inodes=1k reach "$1"
cd "$1"
printf '%s' "$2" > table
for file in $3; do : > "$file"; done
mount --all --no-mtab --no-canonicalize --fstab table
cd /
shift 3
exec "$@"
`;

interface Reach {
  /** Goes before the program that is to see the files so. */
  command: string[];
  /** Where a source, or something below it, is found then. */
  reached: (file: string) => string;
}

/**
 * Root's way to an account that may do nothing on this machine and so cannot even get to the work copy: what it needs is
 * brought together in a view of the files that nobody else has, and the account is changed there. It ends in the program
 * itself, with no process between: the kernel tells a child of its parent's end in the parent's name, and a helper
 * without rights could not have it end another account's program.
 */
export function createReach(sources: readonly string[]): Reach {
  const unique = chooseRoots(sources);
  const folder = folders.find((one) => !unique.some((source) => isBelow(source, one)));
  if (folder === undefined) throw new TypeError("There is no folder to bring a sandbox's files together in");
  const points = unique.map((source, at) => ({ source, name: `${at + 1}`, isFolder: statSync(source).isDirectory() }));
  const table = points.map((point) => tableLine(folder, point)).join("");
  const files = points.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
  return {
    command: [
      ["/usr/bin/unshare", "--mount", "--propagation", "private", "--"],
      ["/bin/sh", "-c", script, "reach", folder, table, files.join(" ")],
    ].flat(),
    reached(file) {
      if (isBelow(file, everybodys)) return file;
      const at = unique.findIndex((source) => isBelow(file, source));
      if (at === -1) throw new TypeError("Not one of the files to be reached");
      return path.join(folder, `${at + 1}`, path.relative(unique[at] ?? "", file));
    },
  };
}

/** A line as `mount` reads it: words apart by spaces, everything odd in a path as a number. */
function tableLine(
  folder: string,
  { source, name, isFolder }: { source: string; name: string; isFolder: boolean },
): string {
  const word = (file: string) =>
    file.replaceAll(/[\s\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`);
  return `${word(source)} ${word(path.join(folder, name))} none bind${isFolder ? ",X-mount.mkdir" : ""} 0 0\n`;
}

/** What lies here is not shown anew: each account reads it. */
const everybodys = "/usr";

/** What is mounted for these sources: folders that hold several of them once, if the account may pass through. */
function chooseRoots(sources: readonly string[]): string[] {
  const needed = [...new Set(sources)].filter((source) => !isBelow(source, everybodys));
  const parents = needed.map((source) => path.dirname(source));
  const isShared = (parent: string) =>
    parent !== "/" && parents.filter((other) => other === parent).length > 1 && (statSync(parent).mode & 0o001) !== 0;
  return [...new Set(needed.map((source, at) => (isShared(parents[at] ?? "/") ? (parents[at] ?? "/") : source)))];
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}
