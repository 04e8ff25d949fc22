import type { ServiceModules } from "@cairn/contract/architecture-modules";
import { expect, it } from "vitest";

import { listModules } from "./list-modules.ts";

const place = {
  repositoryId: "r",
  repositorySlug: "shop",
  branch: "main",
  commit: "c",
  path: "a.ts",
  startLine: 1,
  endLine: 1,
};
const module = (name: string) => ({ moduleId: `module:web:${name}`, name, path: name, files: 1, place });
const connection = (sourceId: string, targetId: string, count: number): ServiceModules["connections"][number] => {
  const evidence = [{ kind: "import" as const, place }];
  return { sourceId, targetId, derived: { kinds: ["import"], count, certainty: "resolved", evidence } };
};

it("tells of each module what it uses and what uses it, the most used first, and not what nobody knows", () => {
  const listed = listModules(
    {
      modules: [module("pages"), module("kit")],
      connections: [
        connection("module:web:pages", "module:web:kit", 1),
        connection("module:web:pages", "api", 4),
        connection("module:web:pages", "gone", 2),
        connection("admin", "module:web:kit", 1),
      ],
    },
    [
      { graphId: "api", name: "api" },
      { graphId: "admin", name: "admin" },
    ],
  );
  const texts = listed.map(({ uses, usedBy }) => [uses.map(({ text }) => text), usedBy.map(({ text }) => text)]);
  expect(texts).toEqual([
    [["imports code of api", "imports code of kit"], []],
    [[], ["pages imports code of it", "admin imports code of it"]],
  ]);
});
