import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { fileName, folderOf } from "#server/engine/text/wording.ts";
import type { CommitRecord } from "#server/git-source.ts";

interface Added {
  commit: CommitRecord;
  path: string;
  stem: string;
}

const agreeing = 3;
/** What files are by the last word of their names, where that says a part that a thing has. */
const kinds =
  /(?:^|[a-z\d_.-])(Test|Spec|Request|Policy|Resource|Serializer|Validator|Factory|Observer|Mapper|Repository|Service|Dto|Schema)$/;

/** Kinds of files of which one came with at least three of the additions, called otherwise than they: tests, requests, policies. */
export function besideSteps<T extends Added>(
  scope: CodeScope,
  additions: readonly T[],
  births: ReadonlyMap<string, CommitRecord>,
  known: readonly { path: string; shape: string }[],
) {
  const found = new Map<string, { addition: T; path: string }[]>();
  for (const addition of additions)
    for (const path of addition.commit.paths) {
      const kind = kindOf(path);
      if (kind === null || path === addition.path || births.get(path) !== addition.commit) continue;
      if (scope.facts(path) === null) continue;
      found.set(kind, [...(found.get(kind) ?? []), { addition, path }]);
    }
  return [...found].flatMap(([kind, all]) => {
    const own = [...new Map(all.map(({ addition, path }) => [addition, path]))];
    const [first] = own;
    const [folder = "", name = ""] = kind.split("\0");
    if (first === undefined || own.length < agreeing || known.some(({ path }) => kindOf(path) === kind)) return [];
    const shape = `${folder}/…${name}`;
    const isTest = /^(?:Test|Spec)\./.test(name);
    return [{ shape, additions: own.map(([addition]) => addition), path: first[1], isTest, line: null }];
  });
}

/** The first two folders, and how the name ends: `tests/Feature\0Test.php`. */
function kindOf(path: string): string | null {
  const name = fileName(path);
  const stem = name.replace(/\..*$/, "");
  const word = kinds.exec(stem)?.[1];
  if (word === undefined || word === stem) return null;
  const folder = folderOf(path).split("/").slice(0, 3).join("/");
  return folder === "" ? null : `${folder}\0${word}${name.slice(stem.length)}`;
}

/**
 * Files that another one seems to have become: of the same name elsewhere, or of most of its words in the same folder,
 * which is gone and was last changed before. Records of commits tell new names alone.
 */
export function renamedPaths(scope: CodeScope, commits: readonly CommitRecord[]): ReadonlySet<string> {
  const present = new Set(scope.files.map(({ path }) => path));
  const last = new Map<string, number>();
  const first = new Map<string, number>();
  for (const [at, { paths }] of commits.entries())
    for (const path of paths) {
      first.set(path, at);
      if (!present.has(path) && !last.has(path)) last.set(path, at);
    }
  const byName = Map.groupBy([...last.keys()], fileName);
  const byFolder = Map.groupBy([...last.keys()], folderOf);
  const renamed = new Set<string>();
  for (const [path, born] of first) {
    if (!present.has(path)) continue;
    const near = (byFolder.get(folderOf(path)) ?? []).slice(0, mostNear).filter((one) => isAlike(one, path));
    const gone = [...(byName.get(fileName(path)) ?? []), ...near];
    // Counted from the newest commit: the other one is older.
    if (gone.some((one) => (last.get(one) ?? 0) >= born)) renamed.add(path);
  }
  return renamed;
}

const mostNear = 400;
const leastShared = 0.7;

function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => new Set(fileName(path).split(/[_.-]|(?<=[a-z\d])(?=[A-Z])/)));
  if (a === undefined || b === undefined || Math.min(a.size, b.size) < 4) return false;
  return [...a].filter((one) => b.has(one)).length / Math.max(a.size, b.size) >= leastShared;
}
