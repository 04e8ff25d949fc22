import { expect, it } from "vitest";

import type { TableOperation } from "#server/code-index/ports/data-facts.ts";

import { DatabaseState } from "./database-state.ts";

it("takes the dropping of an index as extractors before version 25 stored it", () => {
  const state = new DatabaseState({ isStrict: true });
  const operations = [
    {
      op: "create",
      like: null,
      isIfAbsent: false,
      table: "boats",
      columns: [],
      keys: [],
      indexes: [],
      line: 1,
      endLine: 3,
    },
    {
      op: "add-index",
      table: "boats",
      index: { name: "one_port", columns: ["port"], isUnique: true, line: 4 },
      line: 4,
    },
    {
      op: "add-index",
      table: "boats",
      index: { name: "berths", columns: ["berth"], isUnique: true, line: 5 },
      line: 5,
    },
    { op: "drop-index", name: "one_port", line: 6 },
  ];
  for (const one of operations) state.apply(one as unknown as TableOperation, "1.sql");
  expect(state.tables.get("boats")?.indexes.map(({ name }) => name)).toEqual(["berths"]);
});
