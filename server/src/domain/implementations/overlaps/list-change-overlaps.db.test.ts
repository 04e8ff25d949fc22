import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { implementFiles, keyOf } from "#server/domain/implementations/testing/documented-run.ts";
import { makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { listChangeOverlaps } from "./list-change-overlaps.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const list = async (project: RunProject, one: Implementation) =>
  (await listChangeOverlaps(project.ctx, keyOf(project, one))).content;
const board = (...changed: [line: number, text: string][]) => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);
  for (const [line, text] of changed) lines[line - 1] = text;
  return `${lines.join("\n")}\n`;
};

it("tells of open changes of the same files, and where the one that is merged second conflicts", async () => {
  const project = await makeRunProject(world);
  const one = await implementFiles(world, project, { "src/board.ts": board([2, "two"]), "src/new.ts": "1\n" });
  const beside = await implementFiles(world, project, { "src/board.ts": board([30, "thirty"]) });
  const against = await implementFiles(world, project, { "src/board.ts": board([2, "deux"]), "src/new.ts": "2\n" });
  await implementFiles(world, project, { "README.md": "# Elsewhere\n" });
  const found = await list(project, one);
  expect(found).toMatchObject([
    {
      implementationId: against.implementationId,
      task: { name: against.task.name, title: against.task.title },
      files: ["src/board.ts", "src/new.ts"],
      fileCount: 2,
      conflicts: ["src/board.ts", "src/new.ts"],
    },
    { implementationId: beside.implementationId, files: ["src/board.ts"], conflicts: [] },
  ]);
  expect((await list(project, beside)).map((other) => other.conflicts)).toEqual([[], []]);
  // What is decided no longer overlaps with anything.
  await mergeImplementation(project.ctx, { ...keyOf(project, beside), head: beside.head ?? "" });
  expect((await list(project, one)).map((other) => other.implementationId)).toEqual([against.implementationId]);
  expect(await list(project, beside)).toEqual([]);
});

it("tells that two conflict with each other also where one of them conflicts with what was merged meanwhile", async () => {
  const project = await makeRunProject(world);
  const one = await implementFiles(world, project, { "src/board.ts": board([2, "two"]) });
  const against = await implementFiles(world, project, { "src/board.ts": board([2, "deux"], [20, "vingt"]) });
  const late = await implementFiles(world, project, { "src/board.ts": board([20, "vingt et un"]) });
  // Where only what is merged meanwhile is in the way, the two can be merged.
  const apart = await implementFiles(world, project, { "src/board.ts": board([20, "twenty"]) });
  await mergeImplementation(project.ctx, { ...keyOf(project, late), head: late.head ?? "" });
  const found = (await list(project, one)).map(({ implementationId, conflicts }) => ({ implementationId, conflicts }));
  expect(found).toEqual([
    { implementationId: against.implementationId, conflicts: ["src/board.ts"] },
    { implementationId: apart.implementationId, conflicts: [] },
  ]);
});

it("waits for no change that takes too long to read, and says so", async () => {
  const project = await makeRunProject(world);
  const one = await implementFiles(world, project, { "src/board.ts": board([2, "two"]) });
  await implementFiles(world, project, { "src/board.ts": board([2, "deux"]) });
  const ask = () => listChangeOverlaps(project.ctx, keyOf(project, one));
  const over = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  expect(await ask()).toEqual({ content: [], isPartial: true });
  over.mockRestore();
  await expect.poll(ask).toMatchObject({ content: [{ conflicts: ["src/board.ts"] }], isPartial: false });
});
