import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import { services } from "#server/platform/db/tables/projects.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { findMissingCommands } from "./finding/find-missing-commands.ts";
import { findServiceCommands } from "./finding/find-service-commands.ts";
import { findCommandsIn } from "./finding/start-finding.ts";
import { loadServiceCommands } from "./reading/load-service-commands.ts";
import { updateServiceCommands } from "./reading/update-service-commands.ts";
import { makeCommandsProject, push, read, type CommandsProject } from "./testing/commands-world.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const packageJson = (test: string) => `{\n  "name": "board",\n  "scripts": {\n    "test": "${test}"\n  }\n}\n`;

/** The index of its main branch at a commit. */
async function index({ directory, repositoryId }: CommandsProject, commit: string): Promise<void> {
  await updateIndex({
    directory: world.ctx.indexes.directory(repositoryId),
    source: createMirrorSource(directory),
    commit,
  });
}

async function find({ organizationId, serviceId }: CommandsProject): Promise<void> {
  await findServiceCommands(world.as({ kind: "system", organizationId }), { organizationId, serviceId });
}

it("keeps what the code says, with its lines, until people choose or the code is another", async () => {
  const files = { "web/package.json": packageJson("vitest run"), "web/package-lock.json": "{}\n" };
  const project = await makeCommandsProject(world, { files, workingPath: "/web" });
  await find(project);
  expect((await read(project)).commit).toBeNull();
  await index(project, project.commit);
  await find(project);
  const { commit, commands, programs } = await read(project);
  expect(commit).toBe(project.commit);
  const { repositoryId } = project;
  const source = { repositoryId, path: "web/package.json", startLine: 4, endLine: 4, commit };
  expect(commands[2]).toMatchObject({ command: "npm test", choice: { use: "found" }, found: { sources: [source] } });
  expect(programs.map(({ program }) => program)).toEqual(["node", "npm"]);
  expect(await loadServiceCommands(world.ctx.db, project.serviceId)).toMatchObject({ folder: "web", test: "npm test" });

  await updateServiceCommands(project.ctx, { ...project.key, test: { use: "command", command: "make test" } });
  const next = await push(project, { "web/package.json": packageJson("echo none") });
  await index(project, next);
  await find(project);
  expect((await read(project)).commands[2]).toMatchObject({ command: "make test", found: null });
});

it("forgets what was found in another folder", async () => {
  const files = { "package.json": packageJson("vitest run"), "web/a.txt": "boats\n" };
  const project = await makeCommandsProject(world, { files });
  await index(project, project.commit);
  await find(project);
  expect((await read(project)).commands[2]?.command).toBe("npm test");
  const { serviceId } = project;
  await world.ctx.db.update(services).set({ workingPath: "/web" }).where(eq(services.serviceId, serviceId));
  expect(await read(project)).toMatchObject({ folder: "web", commit: null });
  expect((await read(project)).commands.map(({ command }) => command)).toEqual([null, null, null, null]);
});

it("is looked for in all services of a repository that was indexed", async () => {
  const project = await makeCommandsProject(world, { files: { "a.txt": "boats\n" } });
  const { organizationId, projectId, repositoryId, serviceId } = project;
  world.enqueued.length = 0;
  await findCommandsIn(world.ctx, world.ctx.db, { organizationId, projectId, repositoryId });
  expect(world.enqueued).toEqual([
    { job: "find-service-commands", data: { organizationId, serviceId }, key: serviceId },
  ]);
});

it("is looked for at a start where nobody has looked, and not where somebody has", async () => {
  const files = { "package.json": packageJson("vitest run") };
  const [old, known] = [await makeCommandsProject(world, { files }), await makeCommandsProject(world, { files })];
  await index(known, known.commit);
  await find(known);
  world.enqueued.length = 0;
  await findMissingCommands(world.ctx);
  const jobs = world.enqueued.map(({ job, key }) => `${job} ${key}`);
  expect(jobs).toContain(`find-service-commands ${old.serviceId}`);
  expect(jobs).not.toContain(`find-service-commands ${known.serviceId}`);
});
