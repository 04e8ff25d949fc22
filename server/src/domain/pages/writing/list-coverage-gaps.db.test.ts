import { listCoverageGaps as contract } from "@cairn/contract/coverage-gaps";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { artifactTools } from "#server/domain/pages/artifacts.tools.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { documentProduct, readPageRows } from "#server/domain/pages/testing/documented-product.ts";
import { artifacts, sectionFacts } from "#server/platform/db/tables/artifacts.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { listCoverageGaps } from "./list-coverage-gaps.ts";
import { regenerateArtifact } from "./regenerate-artifact.ts";
import { writeArtifact } from "./write-artifact.ts";
import { writePages } from "./write-pages.ts";

const routes = (...lines: string[]) =>
  `import express from "express";\n\nexport const app = express();\n${lines.join("\n")}\n`;
const files = {
  "README.md": "# Ferry\n\nFerry tells passengers which boat leaves next, from which quay, and how late it is today.\n",
  "package.json": '{ "name": "ferry", "dependencies": { "express": "5.0.0" } }\n',
  "src/sailings.ts": routes('app.get("/sailings", listSailings);', "", "function listSailings() {}"),
  "src/quays.ts": routes('app.get("/quays", listQuays);', "", "function listQuays() {}"),
  "src/crews.ts": "export const crews = 3;\n",
};

let world: TestWorld;
const products: Awaited<ReturnType<typeof documentProduct>>[] = [];

beforeAll(async () => {
  world = await createTestWorld();
});
afterEach(async () => {
  for (const product of products.splice(0)) await product.repository.remove();
});
afterAll(() => world.close());

async function openFerry() {
  const product = await documentProduct(world, { files });
  products.push(product);
  const { serviceId, ctx, organizationId } = product;
  const [row] = await world.ctx.wholeDb.select().from(artifacts).where(eq(artifacts.serviceId, serviceId));
  const page = { organizationId, artifactId: row?.artifactId ?? "" };
  const gaps = async () => contract.response.parse(await listCoverageGaps(ctx, page)).sections;
  return { ...product, page, gaps };
}

it("an endpoint in a new file makes the list stale, and pages that are written again have it", async () => {
  const { push, page, gaps, system, ctx, key } = await openFerry();
  await push("Report delays", { "src/delays.ts": routes('app.post("/delays", report);', "", "function report() {}") });
  const read = async () => (await getArtifact(ctx, page)).sections.find(({ title }) => title === "Endpoints");
  expect(await read()).toMatchObject({ status: "stale", changed: [], changedLists: ["endpoints"] });
  // It is said at the section itself.
  expect(await gaps()).toEqual([]);
  await writePages(system, key);
  const written = await read();
  expect(written).toMatchObject({ status: "fresh", changedLists: [] });
  expect(written?.content).toContain("/delays");
});

it("an endpoint in a new file is told of where it is not known what a text lists, and a push for it writes nothing", async () => {
  const { push, page, gaps, system, ctx, key, organizationId, owner } = await openFerry();
  expect(await gaps()).toEqual([]);
  // As in texts that were written before lists were followed.
  await world.ctx.wholeDb.delete(sectionFacts).where(eq(sectionFacts.organizationId, organizationId));
  const rows = await readPageRows(world, organizationId);
  await push("Report delays", { "src/delays.ts": routes('app.post("/delays", report);', "", "function report() {}") });
  await writePages(system, key);

  const [section, ...others] = await gaps();
  expect(others).toEqual([]);
  expect(section).toMatchObject({ title: "Endpoints", total: 1 });
  expect(section?.facts).toMatchObject([
    { kind: "endpoint", name: "POST /delays", source: { path: "src/delays.ts", startLine: 4 } },
  ]);
  expect(await readPageRows(world, organizationId)).toEqual(rows);

  const tool = artifactTools.find(({ name }) => name === "read_page");
  const agent = world.as({ kind: "agent", userId: owner.userId });
  const reported = await tool?.run(agent, key, { artifactId: page.artifactId });
  expect(reported?.text).toContain("not in this section yet: POST /delays (src/delays.ts:4)");

  await regenerateArtifact(ctx, { ...page, sectionIds: [section?.sectionId ?? ""] });
  await writeArtifact(system, page);
  expect(await gaps()).toEqual([]);
});

it("nothing is missing for files that moved, for other code, or where lines of the list itself changed", async () => {
  const { push, repository, index, gaps } = await openFerry();
  await push("Count crews", { "src/crews.ts": "export const crews = 4;\n" });
  expect(await gaps()).toEqual([]);
  await repository.git("mv", "src/quays.ts", "src/piers.ts");
  await repository.commit("Call them piers", {});
  await index();
  expect(await gaps()).toEqual([]);
  await push("Rename", {
    "src/sailings.ts": routes('app.get("/departures", listSailings);', "", "function listSailings() {}"),
    "src/delays.ts": routes('app.post("/delays", report);', "", "function report() {}"),
  });
  // The section is stale: it will be written again as a whole.
  expect(await gaps()).toEqual([]);
});

it("after a forced push, which leaves no former commit, nothing is claimed", async () => {
  const { repository, index, gaps } = await openFerry();
  await repository.git("commit", "--amend", "--quiet", "-m", "Begin again");
  await index();
  expect(await gaps()).toEqual([]);
});

it("belongs to the organization of its page", async () => {
  const { page } = await openFerry();
  const stranger = await makeProject(world);
  await expect(listCoverageGaps(stranger.ctx, page)).rejects.toMatchObject({ code: "not_found" });
  const own = { organizationId: stranger.organizationId, artifactId: page.artifactId };
  await expect(listCoverageGaps(stranger.ctx, own)).rejects.toMatchObject({ code: "not_found" });
});
