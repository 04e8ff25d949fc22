import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it } from "vitest";

import {
  ferryFiles,
  implementFiles,
  keyOf,
  makeDocumentedProject,
} from "#server/domain/implementations/testing/documented-run.ts";
import { makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { getChangeOverview } from "./get-change-overview.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const read = (project: RunProject, one: Implementation) => getChangeOverview(project.ctx, keyOf(project, one));
const withDelays = ferryFiles["src/server.ts"].replace(
  "announce(",
  'app.get("/delays", (_request, response) => response.json([]));\nannounce(',
);

it("compares the code that an implementation began at with what it makes of it", async () => {
  const project = await makeDocumentedProject(world);
  const one = await implementFiles(world, project, { "src/server.ts": withDelays });
  const ready = async () => (await read(project, one)).state;
  await expect.poll(ready, { timeout: 60_000 }).toBe("ready");
  const overview = await read(project, one);
  expect(overview).toMatchObject({ head: one.head, note: null, risks: [], formerCommits: 1 });
  expect(overview.changes).toEqual([
    {
      text: "Adds `GET /delays`",
      evidence: [{ path: "src/server.ts", side: "new", startLine: 7, endLine: 7 }],
    },
  ]);
});

it("tells what the lines alone do where the repository was not read yet", async () => {
  const project = await makeRunProject(world, ferryFiles);
  const one = await implementFiles(world, project, { ".github/workflows/ci.yml": "on: push\n" });
  expect(await read(project, one)).toMatchObject({
    state: "unavailable",
    note: "The repository has not been read yet, so only the lines are compared.",
    changes: [],
    risks: [{ kind: "ci", text: "Changes what CI runs: `.github/workflows/ci.yml`" }],
  });
});
