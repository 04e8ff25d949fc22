import { describe, expect, it } from "vitest";

import { entityLibraries } from "#server/code-index/analysis/extract/data/entities/entity-libraries.ts";
import { stepLibraries } from "#server/code-index/analysis/extract/data/steps/step-libraries.ts";

import { resolveFiles, showTable } from "./testing/resolve-files.ts";

describe.each([...stepLibraries, ...entityLibraries])("$name", ({ examples }) => {
  it.each(examples)("makes the tables of its example: $tables", async ({ files, tables }) => {
    const { databases, tables: found } = await resolveFiles(files);
    expect(found.map(showTable).sort()).toEqual([...tables].sort());
    expect(databases.map(({ certainty }) => certainty)).toEqual(["resolved"]);
  });
});
