import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "../../testing/test-ctx.ts";
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
    const asked = Array.from({ length: 5 }, () => createOrganization(ada.ctx, { name: "Race", slug: "race" }));
    const settled = await Promise.allSettled(asked);
    expect(settled.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of settled) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
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

  it("counts reserved words as taken", async () => {
    const ada = await makeUser(world);
    expect(await organizationExists(ada.ctx, { organizationId: "settings" })).toEqual({ exists: true });
    expect(await organizationExists(ada.ctx, { organizationId: "free-as-air" })).toEqual({ exists: false });
  });
});
