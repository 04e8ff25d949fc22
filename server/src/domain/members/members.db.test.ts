import { can, canChangeRole, canRemove, type Role, roles } from "@cairn/contract/roles";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { withActor } from "#server/ctx.ts";
import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { listAuditEvents } from "./list-audit-events.ts";
import { listMembers } from "./list-members.ts";
import { removeMember } from "./remove-member.ts";
import { updateMember } from "./update-member.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const firstPage = { page: 1, limit: 100 };
const lastOwner = { code: "conflict", message: "An organization needs at least one Owner" };

/** An organization whose first Owner is another than the people of these roles. */
async function makeTeam(...wanted: Role[]) {
  const organization = await makeOrganization(world);
  const { organizationId } = organization;
  const people = [];
  for (const role of wanted) {
    const person = await makeUser(world, { firstName: "Person", lastName: role });
    await makeMember(world, organizationId, person.userId, role);
    people.push(person);
  }
  return { ...organization, people: people as [Person, ...Person[]] };
}
type Person = Awaited<ReturnType<typeof makeUser>>;

async function rolesIn(organizationId: string): Promise<Map<string, Role>> {
  const found = await listMembers(world.as({ kind: "system", organizationId }), { ...firstPage, organizationId });
  return new Map(found.content.map((member) => [member.user.userId, member.roles[0]!]));
}

async function auditOf(organizationId: string) {
  const log = await listAuditEvents(world.as({ kind: "system", organizationId }), { ...firstPage, organizationId });
  return log.content;
}

/** "done", or the code of the refusal. */
async function outcomeOf(doing: Promise<unknown>): Promise<string> {
  return await doing.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
}

describe("the list", () => {
  it("goes by name, then by id, those without a name last", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const names = [["bob", "Hill"], ["Ada", "Zimt"], ["ada", "Arc"], ["Élodie"], ["Ada", "Zimt"]] as const;
    for (const [firstName, lastName] of names) {
      const { userId } = await makeUser(world, { firstName, ...(lastName && { lastName }) });
      await makeMember(world, organizationId, userId, "editor");
    }
    const { content, total } = await listMembers(ctx, { ...firstPage, organizationId });
    expect(total).toBe(6);
    const listed = content.map(({ user }) => [user.firstName, user.lastName].filter(Boolean).join(" "));
    expect(listed.slice(0, 4)).toEqual(["ada Arc", "Ada Zimt", "Ada Zimt", "bob Hill"]);
    expect(listed.at(-1)).toBe("");
    const twins = content.slice(1, 3).map(({ user }) => user.userId);
    expect(twins).toEqual(twins.toSorted());
    const paged = [];
    for (const page of [1, 2, 3]) paged.push(...(await listMembers(ctx, { organizationId, page, limit: 2 })).content);
    expect(paged).toEqual(content);
    expect((await listMembers(ctx, { organizationId, page: 4, limit: 2 })).content).toEqual([]);
  });

  it("narrows by a part of a name or address, and takes wildcards by the letter", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const odd = await makeUser(world, { firstName: "100%_\\", lastName: "O'Neil" });
    const even = await makeUser(world, { firstName: "100 plain", lastName: "Name" });
    for (const { userId } of [odd, even]) await makeMember(world, organizationId, userId, "editor");
    const search = async (query: string) => {
      const { content, total } = await listMembers(ctx, { ...firstPage, organizationId, query });
      expect(total).toBe(content.length);
      return content.map(({ user }) => user.userId);
    };
    expect(await search("PLAIN nam")).toEqual([even.userId]);
    expect(await search(odd.email.slice(0, 20).toUpperCase())).toEqual([odd.userId]);
    expect(await search("100")).toHaveLength(2);
    for (const query of ["%", "_", "\\", "0%_\\", "o'neil"]) expect(await search(query)).toEqual([odd.userId]);
    expect(await search("' or true --")).toEqual([]);
  });

  it("is for members alone: foreign and missing look the same, agents are refused", async () => {
    const { organizationId, owner } = await makeOrganization(world);
    const stranger = await makeUser(world);
    const foreign = await listMembers(stranger.ctx, { ...firstPage, organizationId }).catch((e: unknown) => e);
    const missing = await listMembers(stranger.ctx, { ...firstPage, organizationId: world.ctx.newId() }).catch(
      (e: unknown) => e,
    );
    expect(foreign).toMatchObject({ code: "not_found", message: (missing as Error).message });
    const agent = withActor(world.ctx, { kind: "agent", userId: owner.userId });
    expect(await outcomeOf(listMembers(agent, { ...firstPage, organizationId }))).toBe("forbidden");
    expect(await outcomeOf(listMembers(world.ctx, { ...firstPage, organizationId }))).toBe("unauthenticated");
  });

  it("shows each of a thousand once over its pages", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    await world.ctx.wholeDb.execute(sql`
      with added as (
        insert into users (user_id, email, first_name, last_name, created_at)
        select gen_random_uuid(), 'many-' || n || '@example.test', 'Member', lpad(n::text, 4, '0'), now()
        from generate_series(1, 999) n returning user_id
      )
      insert into members (organization_id, user_id, role, created_at)
      select ${organizationId}::uuid, user_id, 'editor', now() from added`);
    const seen = new Set<string>();
    for (let page = 1; page <= 10; page++) {
      const { content, total } = await listMembers(ctx, { organizationId, page, limit: 100 });
      expect(total).toBe(1000);
      for (const { user } of content) seen.add(user.userId);
    }
    expect(seen.size).toBe(1000);
  });
});

const lattice = roles.flatMap((actor) => roles.map((member) => ({ actor, member })));

describe("who may give which role", () => {
  it.each(lattice)("$actor to $member", async ({ actor, member }) => {
    for (const to of roles) {
      const { organizationId, people } = await makeTeam(actor, member);
      const [doing, done] = people as [Person, Person];
      const change = { organizationId, userId: done.userId, roles: [to] };
      const expected = canChangeRole(actor, { from: member, to }) ? "done" : "forbidden";
      expect(await outcomeOf(updateMember(doing.ctx, change))).toBe(expected);
      const isChanged = expected === "done" && member !== to;
      expect((await rolesIn(organizationId)).get(done.userId)).toBe(isChanged ? to : member);
      expect(await auditOf(organizationId)).toHaveLength(isChanged ? 1 : 0);
    }
  });

  it("lets nobody raise themselves", async () => {
    const { organizationId, people } = await makeTeam("admin", "editor");
    for (const person of people) {
      const change = { organizationId, userId: person.userId, roles: ["owner" as const] };
      expect(await outcomeOf(updateMember(person.ctx, change))).toBe("forbidden");
    }
  });

  it("refuses anything but one role", async () => {
    const { organizationId, ctx, people } = await makeTeam("editor");
    const { userId } = people[0];
    for (const wrong of [[], ["admin" as const, "editor" as const]]) {
      expect(await outcomeOf(updateMember(ctx, { organizationId, userId, roles: wrong }))).toBe("invalid_input");
    }
  });
});

describe("who may remove whom", () => {
  it.each(lattice)("$actor removes $member", async ({ actor, member }) => {
    const { organizationId, people } = await makeTeam(actor, member);
    const [doing, done] = people as [Person, Person];
    const expected = canRemove(actor, member) ? "done" : "forbidden";
    expect(await outcomeOf(removeMember(doing.ctx, { organizationId, userId: done.userId }))).toBe(expected);
    expect((await rolesIn(organizationId)).has(done.userId)).toBe(expected === "forbidden");
  });

  it.each(roles)("lets an %s leave, whatever the case of the id", async (role) => {
    const { organizationId, people } = await makeTeam(role);
    const [person] = people;
    await removeMember(person.ctx, { organizationId, userId: person.userId.toUpperCase() });
    expect((await rolesIn(organizationId)).has(person.userId)).toBe(false);
    expect(await outcomeOf(listMembers(person.ctx, { ...firstPage, organizationId }))).toBe("not_found");
    expect(await auditOf(organizationId)).toMatchObject([{ action: "member.left", actor: { userId: person.userId } }]);
  });

  it("says the same of somebody else's member and of nobody", async () => {
    const { organizationId, ctx } = await makeTeam("editor");
    const other = await makeTeam("editor");
    for (const userId of [other.people[0].userId, world.ctx.newId()]) {
      const notThere = { code: "not_found", message: "Member not found" };
      await expect(removeMember(ctx, { organizationId, userId })).rejects.toMatchObject(notThere);
      const change = { organizationId, userId, roles: ["admin" as const] };
      await expect(updateMember(ctx, change)).rejects.toMatchObject(notThere);
    }
    expect((await rolesIn(other.organizationId)).size).toBe(2);
  });

  it("lets nobody act in another organization", async () => {
    const { ctx } = await makeTeam("editor");
    const { organizationId, people } = await makeTeam("editor");
    const { userId } = people[0];
    expect(await outcomeOf(removeMember(ctx, { organizationId, userId }))).toBe("not_found");
    expect(await outcomeOf(updateMember(ctx, { organizationId, userId, roles: ["admin"] }))).toBe("not_found");
  });
});

describe("the last Owner", () => {
  it("neither steps down nor leaves", async () => {
    const { organizationId, ctx, owner } = await makeTeam("admin", "editor");
    const { userId } = owner;
    await expect(updateMember(ctx, { organizationId, userId, roles: ["admin"] })).rejects.toMatchObject(lastOwner);
    await expect(removeMember(ctx, { organizationId, userId })).rejects.toMatchObject(lastOwner);
    expect((await rolesIn(organizationId)).get(userId)).toBe("owner");
    expect(await auditOf(organizationId)).toEqual([]);
  });

  it("stays when two demote each other at once, a hundred times", async () => {
    const { organizationId, ctx, owner, people } = await makeTeam("owner");
    const other = people[0];
    for (let round = 0; round < 100; round++) {
      const outcomes = await Promise.all([
        outcomeOf(updateMember(ctx, { organizationId, userId: other.userId, roles: ["editor"] })),
        outcomeOf(updateMember(other.ctx, { organizationId, userId: owner.userId, roles: ["editor"] })),
      ]);
      // The second to get the lock was demoted a moment ago, and is told so rather than that it is the last.
      expect(outcomes.toSorted()).toEqual(["done", "forbidden"]);
      const now = await rolesIn(organizationId);
      expect([...now.values()].toSorted()).toEqual(["editor", "owner"]);
      const [still, demoted] = now.get(owner.userId) === "owner" ? [owner, other] : [other, owner];
      await updateMember(still.ctx, { organizationId, userId: demoted.userId, roles: ["owner"] });
    }
  });

  it("stays when all leave at once", async () => {
    for (let round = 0; round < 20; round++) {
      const { organizationId, owner, people } = await makeTeam("owner", "owner");
      const leaving = [owner, ...people].map((one) => removeMember(one.ctx, { organizationId, userId: one.userId }));
      const outcomes = await Promise.all(leaving.map(outcomeOf));
      expect(outcomes.toSorted()).toEqual(["conflict", "done", "done"]);
      expect([...(await rolesIn(organizationId)).values()]).toEqual(["owner"]);
    }
  });

  it("stays when one removes the other who steps down", async () => {
    for (let round = 0; round < 20; round++) {
      const { organizationId, ctx, owner, people } = await makeTeam("owner");
      const other = people[0];
      await Promise.allSettled([
        removeMember(other.ctx, { organizationId, userId: owner.userId }),
        updateMember(other.ctx, { organizationId, userId: other.userId, roles: ["editor"] }),
        updateMember(ctx, { organizationId, userId: owner.userId, roles: ["editor"] }),
      ]);
      expect([...(await rolesIn(organizationId)).values()]).toContain("owner");
    }
  });
});

describe("the log", () => {
  it("keeps what was done, newest first, for Owners alone", async () => {
    const { organizationId, ctx, owner, people } = await makeTeam("admin", "editor");
    const [admin, editor] = people as [Person, Person];
    await updateMember(admin.ctx, { organizationId, userId: editor.userId, roles: ["admin"] });
    await updateMember(admin.ctx, { organizationId, userId: editor.userId, roles: ["admin"] });
    world.setNow(new Date("2026-11-21T09:00:01.000Z"));
    await removeMember(ctx, { organizationId, userId: editor.userId });
    world.setNow(new Date("2026-11-21T09:00:00.000Z"));
    const { content, total } = await listAuditEvents(ctx, { ...firstPage, organizationId });
    expect(total).toBe(2);
    const target = "Person editor";
    expect(content).toMatchObject([
      { action: "member.removed", actor: { userId: owner.userId }, target, from: "Admin", to: null },
      { action: "member.role-changed", actor: { userId: admin.userId }, target, from: "Editor", to: "Admin" },
    ]);
    expect(await outcomeOf(listAuditEvents(admin.ctx, { ...firstPage, organizationId }))).toBe("forbidden");
    expect(await outcomeOf(listAuditEvents(editor.ctx, { ...firstPage, organizationId }))).toBe("not_found");
    expect(can("admin", "audit.read")).toBe(false);
  });

  it("forgets who did it when the account goes", async () => {
    const { organizationId, ctx, people } = await makeTeam("admin", "editor");
    const [admin, editor] = people as [Person, Person];
    await updateMember(admin.ctx, { organizationId, userId: editor.userId, roles: ["admin"] });
    await world.ctx.wholeDb.execute(sql`delete from users where user_id = ${admin.userId}`);
    const { content } = await listAuditEvents(ctx, { ...firstPage, organizationId });
    expect(content).toMatchObject([{ action: "member.role-changed", actor: null }]);
  });
});
