import { afterAll, beforeAll, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { getArchitectureAt } from "./get-architecture-at.ts";
import { saveDrawnNode } from "./save-drawn-node.ts";

let world: TestWorld;
let repository: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string };
let repositoryId: string;
const commits: string[] = [];
const names = new Map<string, string>();

const page = (text: string) => ({ "apps/web/src/page.ts": text });
const importing = 'import { price } from "../../kit/index.ts";\nexport const shown = price;\n';

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  key = { organizationId: project.organizationId, projectId: project.projectId };
  repository = await createTestRepository();
  const first = { "apps/web/package.json": '{"name":"web"}\n', ...page("export const shown = 1;\n") };
  commits.push(await repository.commit("The web app alone", first));
  const kit = { "apps/kit/package.json": '{"name":"kit"}\n', "apps/kit/index.ts": "export const price = 1;\n" };
  commits.push(await repository.commit("A kit that it imports", { ...kit, ...page(`\n${importing}`) }));
  commits.push(await repository.commit("Without the kit again", page("export const shown = 2;\n")));
  ({ repositoryId } = await makeRepository(world, project, { path: repository.path, slug: "shop" }));
  await indexRepository(project.system, { organizationId: key.organizationId, repositoryId }, { isLastTry: true });
  for (const [at, name] of ["web", "kit"].entries()) {
    const given = { name, repositoryId, workingPath: `/apps/${name}`, number: at + 1 };
    names.set((await makeService(world, key, given)).serviceId, name);
  }
  await saveDrawnNode(project.ctx, {
    ...key,
    nodeId: `drawn:${crypto.randomUUID()}`,
    kind: "queue",
    name: "later",
    technology: null,
  });
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

const look = async (commit = "", who = project.ctx) =>
  await getArchitectureAt(who, { ...key, repositoryId, oid: commit });

async function describe(commit: string | undefined) {
  const told = await look(commit);
  if (told.state !== "known") return told;
  return {
    nodes: told.nodes.map(({ nodeId }) => names.get(nodeId) ?? nodeId),
    edges: told.edges.map(({ sourceId, targetId, derived }) => {
      const lines = derived.evidence.map(({ place }) => `${place.commit.slice(0, 7)} ${place.path}:${place.startLine}`);
      return [names.get(sourceId), names.get(targetId), derived.kinds.join(), ...lines];
    }),
  };
}

it("tells what the code of each commit connected, with the lines it had then, and nothing that people drew", async () => {
  const [first, second, third] = commits;
  expect(await describe(first)).toEqual({ nodes: ["web"], edges: [] });
  expect(await describe(second)).toEqual({
    nodes: ["web", "kit"],
    edges: [["web", "kit", "import", `${second?.slice(0, 7)} apps/web/src/page.ts:2`]],
  });
  // The newest has the main index, and the kit still has its code.
  expect(await describe(third)).toEqual({ nodes: ["web", "kit"], edges: [] });
});

it("knows no commit that the repository has not, and tells strangers of none", async () => {
  await expect(look("0".repeat(40))).rejects.toMatchObject({ code: "not_found" });
  const stranger = await makeProject(world);
  await expect(look(commits[1], stranger.ctx)).rejects.toMatchObject({ code: "not_found" });
  const foreign = { organizationId: stranger.organizationId, projectId: stranger.projectId };
  const asked = getArchitectureAt(stranger.ctx, { ...foreign, repositoryId, oid: commits[1] ?? "" });
  await expect(asked).rejects.toMatchObject({ code: "not_found" });
});

it("says of a repository whose code is not here yet that it is not", async () => {
  const unread = await makeRepository(world, project, { path: repository.path, slug: "unread" });
  const told = await getArchitectureAt(project.ctx, {
    ...key,
    repositoryId: unread.repositoryId,
    oid: commits[0] ?? "",
  }).catch((error: unknown) => error);
  expect(told).toMatchObject({ code: "not_found", message: "The repository has not been cloned yet" });
});
