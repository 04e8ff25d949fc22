import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { newArtifactSchema } from "@cairn/contract/pages";
import { afterAll, beforeAll, expect, it } from "vitest";

import { deleteArtifact } from "#server/domain/pages/catalog/delete-artifact.ts";
import { createArtifact } from "#server/domain/pages/editing/create-artifact.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { exportToFolder, importFromFolder } from "./transfer-commands.ts";

let world: TestWorld;
let folder: string;
beforeAll(async () => {
  world = await createTestWorld();
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-export-"));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

it("fills a folder, reads it back, and takes away what a former export left", async () => {
  const { ctx, organizationId, projectId, projectSlug, system } = await makeProject(world);
  const make = (title: string, parentArtifactId: string | null) => {
    const body = newArtifactSchema.parse({ title, projectId, parentArtifactId, content: `About ${title}` });
    return createArtifact(ctx, { organizationId, ...body });
  };
  const runbook = await make("Runbook", null);
  const { artifactId } = await make("Alarms", runbook.artifactId);
  const location = { organizationId, project: projectSlug };

  await expect(importFromFolder(system, location, path.join(folder, "missing"))).rejects.toThrow(
    "holds no pages and no tasks",
  );
  expect(await exportToFolder(system, location, folder)).toBe(`2 pages and 0 tasks were written to ${folder}.`);
  await writeFile(path.join(folder, "notes.md"), "# Mine");
  await deleteArtifact(ctx, { organizationId, artifactId });
  expect(await importFromFolder(system, location, folder)).toContain("1 pages were made, 0 changed, 1 were the same.");
  await deleteArtifact(ctx, { organizationId, artifactId });
  await exportToFolder(system, location, folder);
  expect(await readFile(path.join(folder, "notes.md"), "utf8")).toBe("# Mine");
  expect(await readFile(path.join(folder, projectSlug, "runbook.md"), "utf8")).toContain("About Runbook");
  await expect(readFile(path.join(folder, projectSlug, "runbook", "alarms.md"))).rejects.toThrow("ENOENT");
});
