import type { CodeMap } from "@cairn/contract/code-graph";

/** A part of a service's code, and which others of it it imports, the most imported first. */
export interface ServiceModule {
  key: string;
  name: string;
  path: string;
  files: number;
  uses: { name: string; count: number; examples: CodeMap["edges"][number]["examples"] }[];
}

/** The modules that a service is made of, the largest first. */
export function listModules({ parts, edges }: Pick<CodeMap, "parts" | "edges">): ServiceModule[] {
  const keyOf = (repositoryId: string, path: string) => `${repositoryId} ${path}`;
  const names = new Map(parts.map(({ repositoryId, path, name }) => [keyOf(repositoryId, path), name]));
  return parts
    .map(({ repositoryId, path, name, files }) => {
      const uses = edges
        .filter((edge) => edge.repositoryId === repositoryId && edge.from === path && edge.to !== path)
        .flatMap(({ to, count, examples }) => {
          const used = names.get(keyOf(repositoryId, to));
          return used === undefined ? [] : { name: used, count, examples };
        })
        .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
      return { key: keyOf(repositoryId, path), name, path, files, uses };
    })
    .toSorted((a, b) => b.files - a.files || a.name.localeCompare(b.name));
}
