import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate, folderOf } from "#server/engine/text/wording.ts";

import type { Description } from "./describe.ts";
import { evidenceOfFiles } from "./file-evidence.ts";

const maxFolders = 26;

export interface CodeFolder {
  path: string;
  /** 0 for folders at the left edge of the tree that is shown. */
  depth: number;
  files: IndexedFile[];
  /** Folders right inside, shown or not. */
  children: string[];
}

/**
 * Folders to show, in tree order: those at the top, and their subfolders with source. A folder that
 * holds one folder and nothing else is shown as one with it. Hidden folders, vendored and generated files do not count.
 */
export function chooseFolders(scope: CodeScope): CodeFolder[] {
  const files = scope.files.filter(
    (file) => !/^(?:vendored|generated|binary)$/.test(file.kind) && !/(?:^|\/)\./.test(file.path),
  );
  const tops = subfolders(files, scope.folder).map((folder) => unwrap(folder));
  const sources = new Set(scope.sources.map((file) => file.path));
  const shown: CodeFolder[] = [];
  for (const top of tops) {
    const inside = subfolders(top.files, top.path);
    shown.push({ ...top, depth: 0, children: inside.map((folder) => folder.path) });
    const weighty = inside.filter((folder) => folder.files.some((file) => sources.has(file.path)) && inside.length > 1);
    for (const child of weighty)
      shown.push({ ...child, depth: 1, children: subfolders(child.files, child.path).map((one) => one.path) });
  }
  const weight = (folder: CodeFolder) =>
    (folder.depth === 0 ? 1e9 : 0) +
    folder.files.reduce((sum, file) => sum + (file.kind === "source" ? file.lines : 0), 0);
  const kept = new Set(shown.toSorted((a, b) => weight(b) - weight(a)).slice(0, maxFolders));
  return shown.filter((folder) => kept.has(folder));
}

interface FolderTally {
  path: string;
  files: IndexedFile[];
}

function subfolders(files: readonly IndexedFile[], parent: string): FolderTally[] {
  const depth = parent === "" ? 0 : parent.length + 1;
  const groups = Map.groupBy(files, (file) => folderOf(file.path.slice(depth)).split("/")[0] ?? "");
  return [...groups]
    .filter(([name]) => name !== "")
    .map(([name, own]) => ({ path: parent === "" ? name : `${parent}/${name}`, files: own }));
}

function unwrap(folder: FolderTally): FolderTally {
  const inside = subfolders(folder.files, folder.path);
  const [only] = inside;
  return only && inside.length === 1 && only.files.length === folder.files.length ? unwrap(only) : folder;
}

/** Folders that any package has: their names say nothing about the one around them. */
export function isUsualFolder(name: string): boolean {
  return usualFolder.test(name);
}

const usualFolder =
  /^(?:src|lib|app|test|tests|spec|__tests__|e2e|bench|benches|benchmarks?|docs?|dist|public|static|assets|resources|main|java|kotlin|types|config|scripts|bin|include|examples?|api|models?|migrations?|management|fixtures|templates?|views?|controllers?|services?|components?|hooks|utils?|helpers|common|core|shared|internal|pkg|interfaces|dto|constants|styles|images|icons|locales?|i18n)$/i;

/** Where nobody wrote about a folder: the folders in it, the largest first. A list of files says nothing of one. */
export function describeByContent(scope: CodeScope, { path, files, children }: CodeFolder): Description | null {
  const inside = children
    .map((child) => ({ child, own: files.filter((one) => one.path.startsWith(`${child}/`)) }))
    .toSorted((a, b) => b.own.length - a.own.length || (a.child < b.child ? -1 : 1));
  const inChildren = inside.reduce((sum, { own }) => sum + own.length, 0);
  if (inside.length < 2 || inChildren < files.length / 2) return null;
  const names = inside.map(({ child }) => child.slice(path.length + 1));
  // A list that is cut short would be taken for what there is.
  if (names.length > shownChildren || holdsMore(scope, path, names)) return null;
  return {
    text: `holds ${enumerate(names.map((name) => codeSpan(name)))}.`,
    evidence: inside.flatMap(({ own }) => evidenceOfFiles(scope, own)),
  };
}

const shownChildren = 6;

/** Whether there is anything in the folder beside these. */
function holdsMore(scope: CodeScope, path: string, names: readonly string[]): boolean {
  const depth = path === "" ? 0 : path.length + 1;
  const named = new Set(names);
  return scope.repository.index
    .files()
    .some(
      (file) =>
        (depth === 0 || file.path.startsWith(`${path}/`)) && !named.has(file.path.slice(depth).split("/")[0] ?? ""),
    );
}
