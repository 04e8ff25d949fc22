import { notFound } from "@cairn/contract/errors";

import type { SearchArea } from "#server/domain/search/search-areas.ts";
import { evidenceOfFiles } from "#server/engine/facts/code/file-evidence.ts";
import { findModules } from "#server/engine/facts/code/find-modules.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";

/** What the code of an area is made of and built with: the boxes and arrows that pictures of it have. */
export interface AreaModules {
  repositoryId: string;
  /** "" for the whole repository. */
  folder: string;
  modules: { name: string; path: string; files: number; isOutside: boolean; source: ModuleLine | null }[];
  edges: { from: string; to: string; count: number; examples: ModuleLine[] }[];
}

interface ModuleLine {
  path: string;
  line: number;
}

export function modulesOf({ repository, under }: SearchArea): AreaModules {
  const scope = openScope(repository, under ?? "");
  const { own, used, edges } = findModules(scope);
  return {
    repositoryId: repository.repositoryId,
    folder: scope.folder,
    modules: [...own, ...used].map((part) => {
      const [shown] = evidenceOfFiles(scope, part.files);
      const source = shown === undefined ? null : { path: shown.path, line: shown.startLine };
      return { name: part.name, path: part.path, files: part.files.length, isOutside: used.includes(part), source };
    }),
    edges,
  };
}

/** A line each, for an agent. */
export function describeModules(repository: string, { folder, modules, edges }: AreaModules): string[] {
  if (modules.length === 0) return [];
  const nameOf = (path: string): string => (path === "" ? "the root" : path);
  const at = (source: ModuleLine | null | undefined): string =>
    source ? `, ${repository}: ${source.path} line ${source.line}` : "";
  return [
    `${repository}: modules of ${nameOf(folder)}, with arrows by the imports that its builds resolve`,
    ...modules.map(({ name, path, files, isOutside, source }) => {
      const role = isOutside ? "used module" : "module";
      return `${role} ${name}: ${nameOf(path)}, ${files} ${files === 1 ? "file" : "files"}${at(source)}`;
    }),
    ...edges.map(({ from, to, count, examples: [example] }) => {
      const times = count === 1 ? "once" : `${count} times`;
      return `${nameOf(from)} imports ${nameOf(to)} ${times}${example === undefined ? "" : `, as at ${repository}: ${example.path} line ${example.line}`}`;
    }),
  ];
}

/** The folders of the code of a process, as the system names it. */
export function areasOfProcess(areas: readonly SearchArea[], name: string): SearchArea[] {
  const wanted = name.toLowerCase();
  const found = areas.flatMap(({ repository }) =>
    repository.index
      .system()
      .nodes.filter((node) => node.kind === "process" && (node.id === wanted || node.name.toLowerCase() === wanted))
      .flatMap(({ folder }): SearchArea[] => (folder === null ? [] : [{ repository, under: folder || null }])),
  );
  if (found.length === 0) throw notFound("Process");
  return found;
}
