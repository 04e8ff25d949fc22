import path from "node:path";

import type { SandboxAccount } from "./sandbox-account.ts";

/** Folders that every system has; one is taken that hides nothing of what is to be reached. */
const folders = ["/mnt", "/media", "/srv", "/opt"];

/**
 * Arguments: the folder, how many sources there are, the sources, and the program to become. Every program that is started
 * here makes each command later, so there are few.
 */
const script = `
set -eu
folder=$1 count=$2 number=$2 folders=
shift 2
mount -t tmpfs -o mode=0755,size=1m,nr_inodes=1k reach "$folder"
cd "$folder"
for source; do
  [ "$number" -gt 0 ] || break
  if [ -d "$source" ]; then folders="$folders $number"; else : > "$number"; fi
  number=$((number - 1))
done
[ -z "$folders" ] || mkdir $folders
while [ "$count" -gt 0 ]; do
  mount --bind --no-canonicalize "$1" "$folder/$count"
  count=$((count - 1))
  shift
done
cd /
exec "$@"
`;

interface Reach {
  /** Goes before the program that is to run as the account. */
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
export function createReach(account: SandboxAccount, sources: readonly string[]): Reach {
  const unique = chooseRoots(sources);
  const folder = folders.find((one) => !unique.some((source) => isBelow(source, one)));
  if (folder === undefined) throw new TypeError("There is no folder to bring a sandbox's files together in");
  const { uid, gid } = account;
  return {
    command: [
      ["/usr/bin/unshare", "--mount", "--propagation", "private", "--"],
      ["/bin/sh", "-c", script, "reach", folder, `${unique.length}`, ...unique],
      ["/usr/bin/setpriv", "--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups", "--"],
    ].flat(),
    reached(file) {
      if (isBelow(file, everybodys)) return file;
      const at = unique.findIndex((source) => isBelow(file, source));
      if (at === -1) throw new TypeError("Not one of the files to be reached");
      return path.join(folder, `${unique.length - at}`, path.relative(unique[at] ?? "", file));
    },
  };
}

/** What lies here is not shown anew: each account reads it. */
const everybodys = "/usr";

/** What is mounted for these sources: folders that hold several of them once. */
function chooseRoots(sources: readonly string[]): string[] {
  const needed = [...new Set(sources)].filter((source) => !isBelow(source, everybodys));
  const parents = needed.map((source) => path.dirname(source));
  const isShared = (parent: string) => parent !== "/" && parents.filter((other) => other === parent).length > 1;
  return [...new Set(needed.map((source, at) => (isShared(parents[at] ?? "/") ? (parents[at] ?? "/") : source)))];
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}
