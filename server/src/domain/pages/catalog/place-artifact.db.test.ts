import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { loadAuditEvents } from "#server/domain/audit/load-audit-events.ts";
import { updateArtifact } from "#server/domain/pages/editing/update-artifact.ts";
import { projects, services } from "#server/platform/db/tables/projects.ts";
import { makePage } from "#server/testing/make-page.ts";
import { createTestWorld, makeProject, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { deleteArtifact } from "./delete-artifact.ts";
import { getArtifact } from "./get-artifact.ts";
import { listArtifacts } from "./list-artifacts.ts";
import { placeArtifact } from "./place-artifact.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

/** A product with pages of these names at its top. */
async function makeTree(names: string) {
  const project = await makeProject(world);
  const { ctx, organizationId, projectId } = project;
  const key = { organizationId, projectId };
  const ids = new Map<string, string>();
  for (const name of names.split("")) ids.set(name, (await makePage(world, key, { title: name })).artifactId);
  const idOf = (name: string) => ids.get(name) ?? world.ctx.newId();
  const location = (name: string, parent: string | null, before: string | null = null) =>
    placeArtifact(ctx, {
      organizationId,
      artifactId: idOf(name),
      parentArtifactId: parent && idOf(parent),
      beforeArtifactId: before && idOf(before),
    });
  /** "A(BC)D": B and C below A. */
  const tree = async () => {
    const { content } = await listArtifacts(ctx, { ...key, page: 1, limit: 100 });
    const below = (parent: string | null): string =>
      content
        .filter((page) => page.parentArtifactId === parent)
        .map((page) => `${page.title}${below(page.artifactId) && `(${below(page.artifactId)})`}`)
        .join("");
    return below(null);
  };
  return { ...project, key, idOf, place: location, tree };
}

it("puts a page below another, before another, at the end and where it was", async () => {
  const { place: location, tree, idOf, ctx, key } = await makeTree("ABCD");
  expect(await location("C", "A")).toMatchObject({ title: "C", parentArtifactId: idOf("A") });
  expect(await tree()).toBe("A(C)BD");
  await location("D", "A", "C");
  expect(await tree()).toBe("A(DC)B");
  await location("C", null, "B");
  expect(await tree()).toBe("A(D)CB");
  await location("A", null);
  expect(await tree()).toBe("CBA(D)");
  await location("C", null, "C");
  expect(await tree()).toBe("CBA(D)");
  await location("C", "D");
  const deep = await getArtifact(ctx, { ...key, artifactId: idOf("C") });
  expect(deep.ancestors.map((page) => page.title)).toEqual(["A", "D"]);
});

it("never makes a circle, not even when two are moved at once", async () => {
  const { place: location, tree } = await makeTree("ABC");
  await location("B", "A");
  await location("C", "B");
  for (const parent of ["A", "B", "C"]) {
    await expect(location("A", parent)).rejects.toMatchObject({ message: "A page can't lie below itself" });
  }
  expect(await tree()).toBe("A(B(C))");
  for (let round = 0; round < 5; round += 1) {
    const { place: move, tree: shape } = await makeTree("XY");
    const moved = await Promise.allSettled([move("X", "Y"), move("Y", "X")]);
    expect(moved.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(["X(Y)", "Y(X)"]).toContain(await shape());
  }
});

it("keeps an order when many are moved at once", async () => {
  const { place: location, tree } = await makeTree("ABCDEFGH");
  await Promise.all("BDFH".split("").map((name) => location(name, "A")));
  const shape = await tree();
  expect(shape).toMatch(/^A\([BDFH]{4}\)CEG$/);
  expect(new Set(shape.slice(2, 6)).size).toBe(4);
});

it("stays within one product, service or organization", async () => {
  const { place: location, key, ctx, idOf, organizationId, organization } = await makeTree("AB");
  const { serviceId } = await makeService(world, key);
  const ofService = await makePage(world, { ...key, serviceId });
  const sibling = await makeProject(world, organization);
  const others = [
    ofService.artifactId,
    (await makePage(world, { organizationId, projectId: sibling.projectId })).artifactId,
    (await makePage(world, { organizationId })).artifactId,
    (await makePage(world, await makeProject(world))).artifactId,
    world.ctx.newId(),
  ];
  const target = { organizationId, artifactId: idOf("A"), parentArtifactId: null, beforeArtifactId: null };
  for (const id of others) {
    await expect(placeArtifact(ctx, { ...target, parentArtifactId: id })).rejects.toMatchObject({ code: "not_found" });
    await expect(placeArtifact(ctx, { ...target, beforeArtifactId: id })).rejects.toMatchObject({ code: "not_found" });
  }
  await location("B", "A");
  const astray = { ...target, parentArtifactId: null, beforeArtifactId: idOf("B") };
  await expect(placeArtifact(ctx, astray)).rejects.toMatchObject({ code: "not_found" });
  await expect(placeArtifact(sibling.ctx, { ...target, artifactId: others[3] ?? "" })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("pages below one that is deleted take its place, and the deletion is noted", async () => {
  const { place: location, tree, ctx, organizationId, idOf } = await makeTree("ABCDE");
  await location("C", "B");
  await location("D", "B");
  await location("E", "D");
  await deleteArtifact(ctx, { organizationId, artifactId: idOf("B") });
  expect(await tree()).toBe("ACD(E)");
  await deleteArtifact(ctx, { organizationId, artifactId: idOf("D") });
  expect(await tree()).toBe("ACE");
  const { content: events } = await loadAuditEvents(ctx, { organizationId, page: 1, limit: 10 });
  const noted = events.map(({ action, target }) => `${action} ${target}`);
  expect(noted.toSorted()).toEqual(["artifact.deleted B", "artifact.deleted D"]);
  await expect(deleteArtifact(ctx, { organizationId, artifactId: idOf("B") })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("a service and a product go with all their pages, however deep they lie", async () => {
  const { place: location, key, ctx, idOf, organizationId, projectId } = await makeTree("ABC");
  await location("B", "A");
  await location("C", "B");
  const { serviceId } = await makeService(world, key);
  const [upper, lower] = [await makePage(world, { ...key, serviceId }), await makePage(world, { ...key, serviceId })];
  const below = { parentArtifactId: upper.artifactId, beforeArtifactId: null };
  await placeArtifact(ctx, { organizationId, artifactId: lower.artifactId, ...below });
  const total = async () => (await listArtifacts(ctx, { organizationId, page: 1, limit: 100 })).total;
  await world.ctx.db.delete(services).where(eq(services.serviceId, serviceId));
  expect(await total()).toBe(3);
  await world.ctx.db.delete(projects).where(eq(projects.projectId, projectId));
  expect(await total()).toBe(0);
  await expect(getArtifact(ctx, { ...key, artifactId: idOf("A") })).rejects.toMatchObject({ code: "not_found" });
});

it("pages below one that goes to another product stay and move up", async () => {
  const { place: location, tree, ctx, organizationId, idOf, organization } = await makeTree("ABC");
  await location("C", "B");
  const { projectId } = await makeProject(world, organization);
  const moved = await updateArtifact(ctx, { organizationId, artifactId: idOf("B"), projectId });
  expect(moved).toMatchObject({ projectId, parentArtifactId: null, children: [] });
  expect(await tree()).toBe("AC");
});
