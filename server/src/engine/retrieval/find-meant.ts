import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";

import { isBesideCode } from "./side-folder.ts";

/** A file or folder that a question names. */
export interface NamedPath extends FileRef {
  isFolder: boolean;
}

/** How many of one name are looked at; `index.ts` alone names nothing. */
const maxAlike = 6;

/** The file or folder a question names: by its whole path, by the end of one, or by a file's name; the code's own first. */
export function findNamedPlace(context: AnswerContext, part: QuestionPart): NamedPath | null {
  const folders = [...part.text.matchAll(folderNamed)].map(([, name = ""]) => `${name}/`);
  for (const written of [...part.names, ...folders]) {
    const name = written.replace(/^\.?\//, "").replace(/\/+$|(?::\d*)+$/, "");
    const isFolder = written.endsWith("/");
    if (name === "" || (!isFolder && !/[./]/.test(name))) continue;
    for (const codebase of context.codebases) {
      const found = placesNamed(codebase.index.files(), { name, isFolder });
      const [best] = found.sort((a, b) => rank(a) - rank(b));
      if (best && (isFolder || name.includes("/") || found.length <= maxAlike)) return { codebase, ...best };
    }
  }
  return null;
}

/** "the binding folder", "package binding". */
const folderNamed = /\b([\w@-][\w./@-]*)\/?[`"]?\s+(?:folder|directory)\b/gi;

function placesNamed(
  files: readonly { path: string }[],
  { name, isFolder }: { name: string; isFolder: boolean },
): Omit<NamedPath, "codebase">[] {
  if (isFolder) return folderOf(files, name);
  const lower = name.toLowerCase();
  const ends = files.filter(({ path }) => path.toLowerCase() === lower || path.toLowerCase().endsWith(`/${lower}`));
  if (ends.length > 0) return ends.map(({ path }) => ({ path, isFolder: false }));
  // Without its ending, as imports name it.
  const bare = files.filter(({ path }) => path.replace(/\.\w+$/, "") === name && name.includes("/"));
  if (bare.length > 0) return bare.map(({ path }) => ({ path, isFolder: false }));
  return name.includes("/") ? folderOf(files, name) : [];
}

function folderOf(files: readonly { path: string }[], name: string): Omit<NamedPath, "codebase">[] {
  const folder =
    files.find(({ path }) => path.startsWith(`${name}/`)) ?? files.find(({ path }) => path.includes(`/${name}/`));
  if (!folder) return [];
  const at = folder.path.startsWith(`${name}/`) ? 0 : folder.path.indexOf(`/${name}/`) + 1;
  return [{ path: folder.path.slice(0, at + name.length), isFolder: true }];
}

function rank({ path }: { path: string }): number {
  return (isBesideCode(path) || /(?:^|\/)(?:tests?|__tests__|spec)\//.test(path) ? 100 : 0) + path.split("/").length;
}
