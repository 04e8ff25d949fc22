import { findModules } from "#server/engine/facts/code/find-modules.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** The modules of the repository, then those of each process that has a folder of its own. */
export function showModules({ repository }: CodeScope): string[] {
  const folders = repository.index.system().nodes.flatMap(({ folder }) => folder ?? []);
  return [...new Set(["", ...folders])].flatMap((folder) => {
    const { own, used, edges } = findModules(openScope(repository, folder));
    return [
      `in ${folder || "the root"}: ${own.length} own, ${used.length} used`,
      ...own.map(({ kind, name, path, files }) => `  ${kind} ${name}  ${path} (${files.length})`),
      ...used.map(({ kind, name, path, files }) => `  used ${kind} ${name}  ${path} (${files.length})`),
      ...edges.map(({ from, to, count, examples: [example] }) => {
        const at = example === undefined ? "" : `  ${example.path}:${example.line}`;
        return `  ${from || "."} -> ${to || "."} ${count}${at}`;
      }),
    ];
  });
}
