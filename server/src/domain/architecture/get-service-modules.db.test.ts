import { afterAll, beforeAll, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { getServiceModules } from "./get-service-modules.ts";

let world: TestWorld;
let repository: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string };
const ids: Record<string, string> = {};

const filler = (name: string) =>
  Array.from({ length: 120 }, (_none, at) => `export const ${name}${at} = ${at};\n`).join("");
const files = {
  "apps/api/package.json": '{"name":"api","dependencies":{"express":"5"}}\n',
  "apps/api/src/routes/boats.ts": `import express from "express";
import { rows } from "../store/rows.ts";
const app = express();
app.get("/boats/:id/stops", (_request, response) => response.json(rows));
app.listen(3000);
${filler("route")}`,
  "apps/api/src/store/rows.ts": `export const rows = [1];\n${filler("row")}`,
  "apps/api/admin/package.json": '{"name":"admin"}\n',
  "apps/api/admin/index.ts": `import { rows } from "../src/store/rows.ts";\nexport const all = rows;\n${filler("admin")}`,
  "apps/web/package.json": '{"name":"web"}\n',
  "apps/web/src/pages/boats.ts": `import { base } from "../setup/base.ts";
export const load = (id: string) => fetch(\`http://api:3000/boats/\${id}/stops\`).then(() => base);
${filler("page")}`,
  "apps/web/src/setup/base.ts": `export const base = 1;\n${filler("base")}`,
};

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  key = { organizationId: project.organizationId, projectId: project.projectId };
  repository = await createTestRepository();
  await repository.commit("Boats", files);
  const { repositoryId } = await makeRepository(world, project, { path: repository.path, slug: "boats" });
  await indexRepository(project.system, { organizationId: key.organizationId, repositoryId }, { isLastTry: true });
  const folders = { api: "/apps/api", admin: "/apps/api/admin", web: "/apps/web" };
  for (const [at, [name, workingPath]] of Object.entries(folders).entries())
    ids[name] = (await makeService(world, key, { name, repositoryId, workingPath, number: at + 1 })).serviceId;
  ids.bare = (await makeService(world, key, { name: "bare", number: 9 })).serviceId;
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

/** Ends by the names of their modules, and those of services in capitals. */
async function describe(name: string) {
  const { modules, moduleCount, connections } = await getServiceModules(project.ctx, {
    ...key,
    serviceId: ids[name] ?? "",
  });
  const names = new Map([
    ...Object.entries(ids).map(([service, id]) => [id, service.toUpperCase()] as const),
    ...modules.map((module) => [module.moduleId, module.name] as const),
  ]);
  expect(moduleCount).toBe(modules.length);
  const lines = connections.map(({ sourceId, targetId, derived }) => {
    const places = derived.evidence.map(({ place }) => `${place.path}:${place.startLine}`);
    return `${names.get(sourceId)} ${derived.kinds.join()} ${names.get(targetId)} at ${places.join()}`;
  });
  return { modules: modules.map((module) => module.name).toSorted(), lines: lines.toSorted() };
}

it("tells which modules a service has, their imports of each other, and which of them call or are imported by others", async () => {
  expect(await describe("web")).toEqual({
    modules: ["src/pages", "src/setup"],
    lines: [
      "src/pages call API at apps/web/src/pages/boats.ts:2",
      "src/pages import src/setup at apps/web/src/pages/boats.ts:1",
    ],
  });
  // A call ends at the module that answers it; what has a service of its own is none of its modules.
  expect(await describe("api")).toEqual({
    modules: ["src/routes", "src/store"],
    lines: [
      "ADMIN import src/store at apps/api/admin/index.ts:1",
      "WEB call src/routes at apps/web/src/pages/boats.ts:2",
      "src/routes import src/store at apps/api/src/routes/boats.ts:2",
    ],
  });
});

it("has no module of a service without code, and none for strangers", async () => {
  expect(await describe("bare")).toEqual({ modules: [], lines: [] });
  const stranger = await makeProject(world);
  const asked = getServiceModules(stranger.ctx, { ...key, serviceId: ids.web ?? "" });
  await expect(asked).rejects.toMatchObject({ code: "not_found" });
});
