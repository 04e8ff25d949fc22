import { expect, it } from "vitest";

import { findNearestPath } from "./nearest-path.ts";

const folders: Record<string, string[]> = { "": ["src", "README.md"], src: ["src/api"], "src/api": ["src/api/a.ts"] };
const listPaths = (folder: string) => Promise.resolve(folders[folder] ?? null);

it.each([
  ["src/api/a.ts", "src/api/a.ts"],
  ["src/api", "src/api"],
  ["src/api/gone.ts", "src/api"],
  ["src/gone/deep/x.ts", "src"],
  ["gone/x.ts", ""],
  ["", ""],
])("%j leads to %j", async (path, nearest) => {
  expect(await findNearestPath(path, listPaths)).toBe(nearest);
});
