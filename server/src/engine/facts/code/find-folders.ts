import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fileName, folderOf, someOf } from "#server/engine/text/wording.ts";

import { describeHighlight } from "./describe-shape.ts";
import { describeFile, fileSummary, type Description } from "./describe.ts";
import { evidenceOfFile, evidenceOfFiles } from "./file-evidence.ts";

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

/** One file without a word about it says nothing about its folder. */
const leastFiles = 2;

/** Where nobody wrote about a folder: the folders in it, else its largest file, else what kind of files it holds. */
export function describeByContent(scope: CodeScope, { path, files, children }: CodeFolder): Description | null {
  const inside = (one: string) => codeSpan(one.slice(path.length + 1));
  const inChildren = files.filter((file) => folderOf(file.path) !== path).length;
  const heaviest = files
    .filter((file) => file.lines > 0)
    .toSorted((a, b) => Number(b.kind === "source") - Number(a.kind === "source") || b.lines - a.lines);
  if (children.length > 1 && inChildren > files.length * 0.8) {
    const named = children.filter((child) => !isUsualFolder(fileName(child)));
    const highlight = named.length === 0 ? describeHighlight(scope, files) : null;
    if (named.length === 0) return highlight && { text: highlight.text, evidence: [...highlight.evidence] };
    return {
      text: `holds ${someOf(named.map(inside), 4)}.`,
      evidence: named.slice(0, 5).flatMap((child) =>
        evidenceOfFiles(
          scope,
          files.filter((one) => one.path.startsWith(`${child}/`)),
        ),
      ),
    };
  }
  const [reported] = heaviest
    .filter((file) => file.kind === "source")
    .slice(0, 3)
    .flatMap((file) => {
      const found = fileSummary(scope, file.path, 140);
      return found ? [{ path: file.path, ...found }] : [];
    });
  if (reported) return { text: `holds ${inside(reported.path)}: ${reported.text}`, evidence: reported.evidence };
  const [main] = heaviest;
  if (main === undefined) return null;
  if (main.kind === "source" && heaviest.filter(({ kind }) => kind === "source").length === 1) {
    const declared = describeFile(scope, main.path, 140);
    return declared && { text: `${inside(main.path)} ${declared.text}`, evidence: declared.evidence };
  }
  const kind = heaviest[0]?.kind;
  const noun = kind === "test" ? "tests: " : kind === "docs" ? "documents: " : "";
  if (noun === "" && heaviest.length < leastFiles) return null;
  return {
    text: `${noun}${someOf(
      heaviest.map((file) => inside(file.path)),
      2,
    )}.`,
    evidence: heaviest.slice(0, 3).flatMap((file) => evidenceOfFile(scope, file.path)),
  };
}
