import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { auditEvents, members, organizations, slugTombstones } from "#server/platform/db/tables/organizations.ts";
import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { createOrganization } from "./create-organization.ts";
import { deleteOrganization } from "./delete-organization.ts";
import { getOrganization } from "./get-organization.ts";
import { listOrganizations } from "./list-organizations.ts";
import { organizationExists } from "./organization-exists.ts";
import { updateOrganization } from "./update-organization.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const firstPage = { page: 1, limit: 100 };

describe("creating", () => {
  it("makes the caller its Owner and finds a free slug", async () => {
    const ada = await makeUser(world);
    const first = await createOrganization(ada.ctx, { name: "Harbour Team" });
    const second = await createOrganization(ada.ctx, { name: "Harbour Team" });
    expect(first).toMatchObject({ slug: "harbour-team", role: "owner" });
    expect(second.slug).toBe("harbour-team-2");
    expect((await listOrganizations(ada.ctx, firstPage)).total).toBe(2);
  });

  it("refuses a slug that is taken, whoever asks first", async () => {
    const ada = await makeUser(world);
    const requested = Array.from({ length: 5 }, () => createOrganization(ada.ctx, { name: "Race", slug: "race" }));
    const settled = await Promise.allSettled(requested);
    expect(settled.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of settled) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
  });

  it("finds everybody a slug of their own when a name is used at once", async () => {
    const ada = await makeUser(world);
    const made = await Promise.all([1, 2, 3].map(() => createOrganization(ada.ctx, { name: "Lighthouse" })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(3);
  });

  it("lists organizations in pages that no insertion shifts", async () => {
    const ada = await makeUser(world);
    const start = world.ctx.now();
    const add = async (minute: number, name: string) => {
      world.setNow(new Date(start.getTime() + minute * 60_000));
      await createOrganization(ada.ctx, { name });
    };
    for (const [minute, name] of ["Delta", "Charlie", "Bravo"].entries()) await add(minute, name);
    const names = async (page: number) =>
      (await listOrganizations(ada.ctx, { page, limit: 2 })).content.map((organization) => organization.name);
    const first = await names(1);
    await add(3, "Alpha");
    expect([...first, ...(await names(2))]).toEqual(["Delta", "Charlie", "Bravo", "Alpha"]);
    world.setNow(start);
  });

  it("needs somebody signed in", async () => {
    await expect(createOrganization(world.ctx, { name: "Nobody" })).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

describe("rights", () => {
  it("shows nothing to others: foreign and missing look the same", async () => {
    const { organizationId } = await makeOrganization(world);
    const stranger = await makeUser(world);
    const foreign = await getOrganization(stranger.ctx, { organizationId }).catch((error: unknown) => error);
    const missing = await getOrganization(stranger.ctx, { organizationId: world.ctx.newId() }).catch((e: unknown) => e);
    expect(foreign).toMatchObject({ code: "not_found", message: (missing as Error).message });
  });

  it("lets only Owners change and delete", async () => {
    const { organizationId } = await makeOrganization(world);
    const editor = await makeUser(world);
    await makeMember(world, organizationId, editor.userId, "editor");
    expect(await getOrganization(editor.ctx, { organizationId })).toMatchObject({ role: "editor" });
    await expect(updateOrganization(editor.ctx, { organizationId, name: "Mine" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(deleteOrganization(editor.ctx, { organizationId })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("slugs", () => {
  it("keeps leading from the old slug, and gives it to nobody else for 90 days", async () => {
    const { ctx, organizationId, slug } = await makeOrganization(world);
    const stranger = await makeUser(world);
    await updateOrganization(ctx, { organizationId, slug: "new-quay" });
    expect(await getOrganization(ctx, { organizationId: slug })).toMatchObject({ slug: "new-quay" });
    await expect(createOrganization(stranger.ctx, { name: "Taker", slug })).rejects.toMatchObject({ code: "conflict" });
    expect(await organizationExists(stranger.ctx, { organizationId: slug })).toEqual({ exists: true });
    expect(await updateOrganization(ctx, { organizationId, slug })).toMatchObject({ slug });
  });

  it("goes to one of two that rename to it at once, and both keep what they had", async () => {
    const [one, other] = [await makeOrganization(world), await makeOrganization(world)];
    const renames = [one, other].map(({ ctx, organizationId }) =>
      updateOrganization(ctx, { organizationId, slug: "one-quay" }),
    );
    const refused = (await Promise.allSettled(renames)).filter((rename) => rename.status === "rejected");
    expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: "conflict" }]);
    for (const { ctx, organizationId, slug } of [one, other]) {
      expect(await getOrganization(ctx, { organizationId: slug })).toMatchObject({ organizationId });
    }
  });

  it("are all kept when one organization is renamed twice at once", async () => {
    const { ctx, organizationId, slug } = await makeOrganization(world);
    const wanted = ["east-quay", "west-quay"];
    await Promise.all(wanted.map((intent) => updateOrganization(ctx, { organizationId, slug: intent })));
    for (const known of [slug, ...wanted]) {
      expect(await getOrganization(ctx, { organizationId: known })).toMatchObject({ organizationId });
    }
  });

  it("of a deleted organization are free after 90 days, and until then known by their hashes only", async () => {
    const { ctx, organizationId, slug } = await makeOrganization(world);
    await updateOrganization(ctx, { organizationId, slug: "sunken-quay" });
    await deleteOrganization(ctx, { organizationId });
    const stranger = await makeUser(world);
    for (const buried of [slug, "sunken-quay"]) {
      await expect(createOrganization(stranger.ctx, { name: "Taker", slug: buried })).rejects.toMatchObject({
        code: "conflict",
      });
      expect(await organizationExists(stranger.ctx, { organizationId: buried })).toEqual({ exists: true });
    }
    expect(JSON.stringify(await world.ctx.db.select().from(slugTombstones))).not.toContain("quay");
    const start = world.ctx.now();
    world.setNow(new Date(start.getTime() + 91 * 24 * 3_600_000));
    expect(await createOrganization(stranger.ctx, { name: "Taker", slug })).toMatchObject({ slug });
    world.setNow(start);
  });

  it("counts reserved words as taken", async () => {
    const ada = await makeUser(world);
    expect(await organizationExists(ada.ctx, { organizationId: "settings" })).toEqual({ exists: true });
    expect(await organizationExists(ada.ctx, { organizationId: "free-as-air" })).toEqual({ exists: false });
  });
});

it("notes who created and renamed it, and from what to what", async () => {
  const ada = await makeUser(world);
  const { organizationId } = await createOrganization(ada.ctx, { name: "Pier", slug: "old-pier" });
  await updateOrganization(ada.ctx, { organizationId, name: "New Pier", slug: "new-pier" });
  await updateOrganization(ada.ctx, { organizationId, name: "New Pier", slug: "new-pier" });
  const events = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.organizationId, organizationId));
  expect(events).toHaveLength(3);
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: "organization.created", actorId: ada.userId, target: "Pier" }),
      expect.objectContaining({ action: "organization.renamed", target: "New Pier", from: "Pier", to: "New Pier" }),
      expect.objectContaining({ action: "organization.slug-changed", from: "old-pier", to: "new-pier" }),
    ]),
  );
});

describe("an Owner who is demoted while the change waits", () => {
  it.each([
    ["renaming", (given: Made) => updateOrganization(given.ctx, { ...given, name: "Taken over" })],
    ["deleting", (given: Made) => deleteOrganization(given.ctx, given)],
  ])("may not go on %s", async (_, change) => {
    const made = await makeOrganization(world);
    const { organizationId } = made;
    let changing: Promise<unknown> | undefined;
    await world.ctx.wholeDb.transaction(async (tx) => {
      const isIt = eq(organizations.organizationId, organizationId);
      await tx.select().from(organizations).where(isIt).for("no key update");
      await tx.update(members).set({ role: "editor" }).where(eq(members.organizationId, organizationId));
      changing = change(made).catch((error: unknown) => error);
      await expect.poll(countWaiting).toBe(1);
    });
    expect(await changing).toMatchObject({ code: "forbidden" });
    expect(await getOrganization(made.ctx, { organizationId })).toMatchObject({ name: "Northquay" });
  });
});

type Made = Awaited<ReturnType<typeof makeOrganization>>;

/** Connections to this test's database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await world.ctx.wholeDb.execute<{ waiting: number }>(
    sql`select count(distinct pid)::int as waiting from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted`,
  );
  return rows[0]?.waiting ?? 0;
}
