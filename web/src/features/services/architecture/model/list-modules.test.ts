import { expect, it } from "vitest";

import { listModules } from "./list-modules.ts";

const part = (path: string, files: number) => {
  return { repositoryId: "r", repositorySlug: "shop", name: path || "shop", path, files, serviceIds: [] };
};
const edge = (from: string, to: string, count: number) => ({ repositoryId: "r", from, to, count, examples: [] });

it("lists the largest first, with the modules of the service that each imports", () => {
  const modules = listModules({
    parts: [part("src/a", 2), part("src/b", 9), part("src/c", 1)],
    edges: [
      edge("src/a", "src/c", 1),
      edge("src/a", "src/b", 4),
      edge("src/a", "elsewhere", 7),
      edge("src/b", "src/b", 3),
    ],
  });
  expect(modules.map(({ name, files, uses }) => [name, files, uses.map((use) => `${use.name} ${use.count}`)])).toEqual([
    ["src/b", 9, []],
    ["src/a", 2, ["src/b 4", "src/c 1"]],
    ["src/c", 1, []],
  ]);
});
