import { evidenceOfFiles } from "#server/engine/facts/code/file-evidence.ts";
import { chooseFolders, type CodeFolder } from "#server/engine/facts/code/find-folders.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { Diagram, DiagramLine } from "#server/engine/sections/section-template.ts";
import { fileName } from "#server/engine/text/wording.ts";

import { accessibleHead, label } from "./mermaid-text.ts";

const maxFolders = 20;

/** The folders that hold the code, as a tree from left to right. Null for fewer than two. */
export function drawFolders(scopes: readonly CodeScope[], subject: string): Diagram | null {
  const lines = scopes.flatMap((scope, at) => treeLines(scope, `r${at}`));
  const folders = lines.filter(({ evidence }) => evidence.length > 0).length;
  if (folders < 2) return null;
  const description = "Folders that hold the code, as a tree";
  return { head: ["flowchart LR", ...accessibleHead(`Folders of ${subject}`, description)], lines, minimum: 2 };
}

function treeLines(scope: CodeScope, root: string): DiagramLine[] {
  const folders = chooseFolders(scope).slice(0, maxFolders);
  const ids = new Map(folders.map(({ path }, at) => [path, `${root}_${at + 1}`]));
  const top = scope.folder === "" ? scope.repository.name : fileName(scope.folder);
  return [
    { text: `  ${root}[${label(`${top}/`)}]`, evidence: [] },
    ...folders.flatMap((folder): DiagramLine[] => {
      const evidence = evidenceOfFiles(scope, folder.files);
      if (evidence.length === 0) return [];
      const above = folder.depth === 0 ? undefined : aboveOf(folder, folders);
      const parent = above === undefined ? root : (ids.get(above.path) ?? root);
      const from = above === undefined ? scope.folder : above.path;
      const name = folder.path.slice(from === "" ? 0 : from.length + 1);
      const node = `${ids.get(folder.path)}[${label(`${name}/`)}]`;
      return [{ text: `  ${parent} --> ${node}`, evidence }];
    }),
  ];
}

function aboveOf({ path }: CodeFolder, folders: readonly CodeFolder[]): CodeFolder | undefined {
  return folders.find((other) => other.depth === 0 && path.startsWith(`${other.path}/`));
}
