import { buildTestGraph } from "./build-test-graph.ts";

/** A small project, one of its files, and where each name in that file leads, as `TestGraph.edges` says it. */
export type EdgeCase = [title: string, files: Record<string, string>, path: string, edges: string[]];

/** All cases in one repository, each in a folder of its own. */
export interface EdgeCases {
  edgesOf(title: string): Promise<string[]>;
  close(): void;
}

export async function openEdgeCases(cases: readonly EdgeCase[]): Promise<EdgeCases> {
  const folderOf = (at: number): string => `case${at}/`;
  const graph = await buildTestGraph(
    Object.fromEntries(
      cases.flatMap(([, files], at) =>
        Object.entries(files).map(([path, text]) => [`${folderOf(at)}${path}`, text] as const),
      ),
    ),
  );
  return {
    async edgesOf(title) {
      const at = cases.findIndex(([one]) => one === title);
      const edges = await graph.edges(`${folderOf(at)}${cases[at]?.[2] ?? ""}`);
      return edges.map((edge) => edge.replaceAll(folderOf(at), ""));
    },
    close: () => graph.close(),
  };
}
