import { canGrant, type Role, roles } from "@cairn/contract/roles";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { acceptInvite } from "./accept-invite.ts";
import { createInvites } from "./create-invites.ts";
import { findOpenInviteByHash, hasOpenInviteFor } from "./find-open-invite.ts";
import { getInvite } from "./get-invite.ts";
import { hashInviteToken } from "./invite-token.ts";
import { listAuditEvents } from "./list-audit-events.ts";
import { listInvites } from "./list-invites.ts";
import { listMembers } from "./list-members.ts";
import { loadInvite } from "./load-invite.ts";
import { removeMember } from "./remove-member.ts";
import { renewInvite } from "./renew-invite.ts";
import { revokeInvite } from "./revoke-invite.ts";
import { updateMember } from "./update-member.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld({ CLIENT_HOST: "https://cairn.example.test/" });
});
afterAll(() => world.close());

const firstPage = { page: 1, limit: 100 };
const start = new Date("2026-11-21T09:00:00.000Z");
const gone = { code: "not_found", message: "This invite is no longer valid" };
beforeEach(() => world.setNow(start));

function later(days: number): Date {
  return new Date(start.getTime() + days * 24 * 3600 * 1000);
}

async function makeColleague(organizationId: string, role: Role) {
  const person = await makeUser(world, { firstName: "Colleague" });
  await makeMember(world, organizationId, person.userId, role);
  return person;
}

/** Invites one address and hands back the invite with the token of its link. */
async function invite(ctx: Ctx, organizationId: string, email: string, role: Role = "editor") {
  const { invites } = await createInvites(ctx, { organizationId, invites: [{ email, roles: [role] }] });
  const [made] = invites;
  return { ...made!, token: tokenOf(made!.link) };
}

function tokenOf(link: string | null): string {
  return /^https:\/\/cairn\.example\.test\/invite\/([\w-]{43})$/.exec(link ?? "")![1]!;
}

async function pendingEmails(ctx: Ctx, organizationId: string): Promise<string[]> {
  return (await listInvites(ctx, { ...firstPage, organizationId })).content.map(({ email }) => email);
}

async function actionsIn(ctx: Ctx, organizationId: string): Promise<string[]> {
  return (await listAuditEvents(ctx, { ...firstPage, organizationId })).content.map(({ action }) => action).toSorted();
}

async function outcomeOf(doing: Promise<unknown>): Promise<string> {
  return await doing.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
}

describe("inviting", () => {
  it("tells the link once where no mail is sent, and stores only the token's hash", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const made = await invite(ctx, organizationId, "ada@example.test", "admin");
    expect(made).toMatchObject({
      email: "ada@example.test",
      roles: ["admin"],
      delivery: "link",
      deliveryError: null,
      expiresAt: later(14).toISOString(),
    });
    const { inviteId } = made;
    const listed = await listInvites(ctx, { ...firstPage, organizationId });
    expect(listed).toMatchObject({ total: 1, content: [{ inviteId, email: "ada@example.test" }] });
    expect(JSON.stringify([listed, await getInvite(ctx, { organizationId, inviteId })])).not.toContain(made.token);
    const { rows } = await world.ctx.wholeDb.execute(
      sql`select to_jsonb(invites)::text as row from invites union all select to_jsonb(audit_events)::text from audit_events`,
    );
    expect(JSON.stringify(rows)).not.toContain(made.token);
    expect(JSON.stringify(rows)).toContain(hashInviteToken(made.token));
    expect(await actionsIn(ctx, organizationId)).toEqual(["member.invited"]);
  });

  it.each(roles.flatMap((actor) => roles.map((role) => ({ actor, role }))))("$actor invites $role", async (pair) => {
    const { organizationId, ctx } = await makeOrganization(world);
    const person = await makeColleague(organizationId, pair.actor);
    const mayInvite = pair.actor !== "editor" && canGrant(pair.actor, pair.role);
    const inviting = outcomeOf(invite(person.ctx, organizationId, "ada@example.test", pair.role));
    expect(await inviting).toBe(mayInvite ? "done" : "forbidden");
    expect(await pendingEmails(ctx, organizationId)).toEqual(mayInvite ? ["ada@example.test"] : []);
    const { inviteId } = await invite(ctx, organizationId, "eve@example.test", pair.role);
    const expected = mayInvite ? "done" : "forbidden";
    expect(await outcomeOf(renewInvite(person.ctx, { organizationId, inviteId }))).toBe(expected);
    expect(await outcomeOf(revokeInvite(person.ctx, { organizationId, inviteId }))).toBe(expected);
  });

  it("invites all or nobody", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const member = await makeColleague(organizationId, "editor");
    const admin = await makeColleague(organizationId, "admin");
    await invite(ctx, organizationId, "open@example.test", "editor");
    const create = (by: Ctx, ...wanted: [string, Role][]) =>
      createInvites(by, { organizationId, invites: wanted.map(([email, role]) => ({ email, roles: [role] })) });
    const fresh: [string, Role] = ["new@example.test", "editor"];
    await expect(create(ctx, fresh, [member.email, "admin"])).rejects.toMatchObject({
      code: "conflict",
      message: `${member.email} is already a member`,
    });
    await expect(create(ctx, fresh, ["open@example.test", "admin"])).rejects.toMatchObject({
      code: "conflict",
      message: "open@example.test is already invited as Editor. Revoke that invite first to give another role",
    });
    await expect(create(ctx, fresh, fresh)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(create(admin.ctx, fresh, ["top@example.test", "owner"])).rejects.toMatchObject({ code: "forbidden" });
    expect(await pendingEmails(ctx, organizationId)).toEqual(["open@example.test"]);
    expect(await actionsIn(ctx, organizationId)).toEqual(["member.invited"]);
    const fifty = Array.from({ length: 50 }, (_, index): [string, Role] => [`p${index}@example.test`, "editor"]);
    expect((await create(ctx, ...fifty)).invites).toHaveLength(50);
  });

  it("renews an open invite to the same role: one is open, and only the last link works", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const first = await invite(ctx, organizationId, "ada@example.test");
    world.setNow(later(1));
    const second = await invite(ctx, organizationId, "ada@example.test");
    expect(second).toMatchObject({ inviteId: first.inviteId, createdAt: first.createdAt });
    expect(second.expiresAt).toBe(later(15).toISOString());
    await expect(loadInvite(world.ctx, { token: first.token })).rejects.toMatchObject(gone);
    expect(await loadInvite(world.ctx, { token: second.token })).toMatchObject({ email: "ada@example.test" });
    expect(await actionsIn(ctx, organizationId)).toEqual(["member.invite-renewed", "member.invited"]);
  });

  it("leaves one open invite when many ask at once", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const requested = Array.from({ length: 30 }, () => invite(ctx, organizationId, "ada@example.test"));
    const made = await Promise.all(requested);
    expect(new Set(made.map(({ inviteId }) => inviteId)).size).toBe(1);
    const readings = await Promise.all(made.map(({ token }) => outcomeOf(loadInvite(world.ctx, { token }))));
    expect(readings.filter((outcome) => outcome === "done")).toHaveLength(1);
  });

  it("gives another role once an invite is over", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const old = await invite(ctx, organizationId, "ada@example.test", "editor");
    world.setNow(later(14));
    await invite(ctx, organizationId, "ada@example.test", "admin");
    const { content } = await listInvites(ctx, { ...firstPage, organizationId });
    expect(content).toMatchObject([{ email: "ada@example.test", roles: ["admin"] }]);
    expect(content[0]!.inviteId).not.toBe(old.inviteId);
  });

  it("puts only ids in line where mail carries the link", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const mail = { send: async () => {} };
    const { invites } = await createInvites(
      { ...ctx, mail },
      { organizationId, invites: [{ email: "ada@example.test", roles: ["editor"] }] },
    );
    const inviteId = invites[0]!.inviteId;
    expect(invites).toMatchObject([{ delivery: "queued", link: null }]);
    expect(world.enqueued.at(-1)).toEqual({ job: "send-invite", data: { organizationId, inviteId }, key: inviteId });
  });
});

describe("another organization's invites", () => {
  it("look like none", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const { inviteId } = await invite(ctx, organizationId, "ada@example.test");
    const other = await makeOrganization(world);
    const own = { organizationId: other.organizationId };
    const notThere = { code: "not_found", message: "Invite not found" };
    for (const call of [getInvite, renewInvite, revokeInvite]) {
      await expect(call(other.ctx, { ...own, inviteId })).rejects.toMatchObject(notThere);
      await expect(call(other.ctx, { ...own, inviteId: world.ctx.newId() })).rejects.toMatchObject(notThere);
      await expect(call(other.ctx, { organizationId, inviteId })).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await outcomeOf(listInvites(other.ctx, { ...firstPage, organizationId }))).toBe("not_found");
    expect(await outcomeOf(invite(other.ctx, organizationId, "eve@example.test"))).toBe("not_found");
    expect(await pendingEmails(ctx, organizationId)).toEqual(["ada@example.test"]);
  });
});

describe("the link", () => {
  it("says what it is for, to whoever holds it", async () => {
    const owner = await makeUser(world, { firstName: "Grace", lastName: "Hill" });
    const { organizationId, slug, ctx } = await makeOrganization(world, owner);
    const { token } = await invite(ctx, organizationId, "ada@example.test", "admin");
    expect(await loadInvite(world.ctx, { token })).toEqual({
      organization: { organizationId, slug, name: "Northquay" },
      email: "ada@example.test",
      roles: ["admin"],
      invitedBy: "Grace Hill",
      expiresAt: later(14).toISOString(),
    });
    const hash = hashInviteToken(token);
    expect(await findOpenInviteByHash(world.ctx, hash)).toEqual({
      email: "ada@example.test",
      organizationName: "Northquay",
    });
    await expect(loadInvite(world.ctx, { token: hash })).rejects.toMatchObject(gone);
  });

  it.each(["", "x", "a".repeat(200), "\u0000", "' or true --", "é\ud800"])(
    "says nothing to the guess %j",
    async (token) => {
      await expect(loadInvite(world.ctx, { token })).rejects.toMatchObject(gone);
      const { ctx } = await makeUser(world);
      await expect(acceptInvite(ctx, { token })).rejects.toMatchObject(gone);
    },
  );

  it("ends on its date, and comes back when renewed", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const ada = await makeUser(world);
    const { token, inviteId } = await invite(ctx, organizationId, ada.email);
    expect(await hasOpenInviteFor(world.ctx, ada.email.toUpperCase())).toBe(true);
    world.setNow(later(14));
    await expect(acceptInvite(ada.ctx, { token })).rejects.toMatchObject(gone);
    expect(await findOpenInviteByHash(world.ctx, hashInviteToken(token))).toBeNull();
    expect(await hasOpenInviteFor(world.ctx, ada.email)).toBe(false);
    expect(await pendingEmails(ctx, organizationId)).toEqual([ada.email]);
    const renewed = await renewInvite(ctx, { organizationId, inviteId });
    expect(await acceptInvite(ada.ctx, { token: tokenOf(renewed.link) })).toMatchObject({ organizationId });
  });
});

describe("accepting", () => {
  it("joins with the role of the invite, once", async () => {
    const { organizationId, slug, ctx } = await makeOrganization(world);
    const ada = await makeUser(world, { firstName: "Ada" });
    const { token } = await invite(ctx, organizationId, ada.email, "admin");
    const joined = await acceptInvite(ada.ctx, { token });
    expect(joined).toEqual({ organizationId, slug, name: "Northquay", credits: 0, role: "admin", isDemo: false });
    expect((await listMembers(ada.ctx, { ...firstPage, organizationId })).total).toBe(2);
    expect(await pendingEmails(ctx, organizationId)).toEqual([]);
    await expect(acceptInvite(ada.ctx, { token })).rejects.toMatchObject(gone);
    expect(await actionsIn(ctx, organizationId)).toEqual(["member.invited", "member.joined"]);
  });

  it("is for the invited address alone, and does not tell which", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const { token } = await invite(ctx, organizationId, "ada@example.test");
    const eve = await makeUser(world);
    await expect(acceptInvite(eve.ctx, { token })).rejects.toMatchObject({
      code: "forbidden",
      message: "This invite is for another e-mail address",
    });
    expect(await outcomeOf(acceptInvite(world.ctx, { token }))).toBe("unauthenticated");
    expect(await outcomeOf(acceptInvite(world.as({ kind: "agent", userId: eve.userId }), { token }))).toBe(
      "unauthenticated",
    );
    expect(await pendingEmails(ctx, organizationId)).toEqual(["ada@example.test"]);
  });

  it("happens once however often it is pressed at the same time", async () => {
    for (let round = 0; round < 10; round++) {
      const { organizationId, ctx } = await makeOrganization(world);
      const ada = await makeUser(world);
      const { token } = await invite(ctx, organizationId, ada.email);
      const pressed = Array.from({ length: 6 }, () => outcomeOf(acceptInvite(ada.ctx, { token })));
      expect((await Promise.all(pressed)).toSorted()).toEqual(["done", ...Array(5).fill("not_found")]);
      expect((await listMembers(ctx, { ...firstPage, organizationId })).total).toBe(2);
    }
  });

  it("and revoking at once: either joined or revoked, never half", async () => {
    for (let round = 0; round < 20; round++) {
      const { organizationId, ctx } = await makeOrganization(world);
      const ada = await makeUser(world);
      const { token, inviteId } = await invite(ctx, organizationId, ada.email);
      const outcomes = await Promise.all([
        outcomeOf(acceptInvite(ada.ctx, { token })),
        outcomeOf(revokeInvite(ctx, { organizationId, inviteId })),
      ]);
      expect(outcomes.toSorted()).toEqual(["done", "not_found"]);
      const { total } = await listMembers(ctx, { ...firstPage, organizationId });
      expect(total).toBe(outcomes[0] === "done" ? 2 : 1);
      expect(await pendingEmails(ctx, organizationId)).toEqual([]);
    }
  });

  it("uses an invite up that reaches somebody who is a member already", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const ada = await makeUser(world);
    const { token } = await invite(ctx, organizationId, ada.email, "admin");
    await makeMember(world, organizationId, ada.userId, "editor");
    expect(await outcomeOf(acceptInvite(ada.ctx, { token }))).toBe("conflict");
    await expect(acceptInvite(ada.ctx, { token })).rejects.toMatchObject(gone);
    const { content } = await listMembers(ctx, { ...firstPage, organizationId });
    expect(content.find(({ user }) => user.userId === ada.userId)).toMatchObject({ roles: ["editor"] });
  });
});

describe("an inviter who may no longer", () => {
  /** Leaves an invite to Admin by an Admin, and what then happens to that Admin. */
  async function makePromise() {
    const { organizationId, ctx } = await makeOrganization(world);
    const admin = await makeColleague(organizationId, "admin");
    const ada = await makeUser(world);
    const made = await invite(admin.ctx, organizationId, ada.email, "admin");
    return { organizationId, ctx, admin, ada, ...made };
  }

  it.each([
    ["removed", (p) => removeMember(p.ctx, { organizationId: p.organizationId, userId: p.admin.userId })],
    [
      "demoted",
      (p) => updateMember(p.ctx, { organizationId: p.organizationId, userId: p.admin.userId, roles: ["editor"] }),
    ],
    ["deleted", (p) => world.ctx.wholeDb.execute(sql`delete from users where user_id = ${p.admin.userId}`)],
  ] satisfies [string, (promise: Awaited<ReturnType<typeof makePromise>>) => Promise<unknown>][])(
    "leaves no valid invite behind: %s",
    async (_how, end) => {
      const promise = await makePromise();
      const { organizationId, ctx, ada, token, inviteId } = promise;
      await end(promise);
      await expect(acceptInvite(ada.ctx, { token })).rejects.toMatchObject(gone);
      await expect(loadInvite(world.ctx, { token })).rejects.toMatchObject(gone);
      expect(await findOpenInviteByHash(world.ctx, hashInviteToken(token))).toBeNull();
      expect(await hasOpenInviteFor(world.ctx, ada.email)).toBe(false);
      expect(await pendingEmails(ctx, organizationId)).toEqual([]);
      expect(await outcomeOf(getInvite(ctx, { organizationId, inviteId }))).toBe("not_found");
      const again = await invite(ctx, organizationId, ada.email, "owner");
      expect(await acceptInvite(ada.ctx, { token: again.token })).toMatchObject({ role: "owner" });
    },
  );

  it("void only what is above their new role", async () => {
    const { organizationId, ctx } = await makeOrganization(world);
    const second = await makeColleague(organizationId, "owner");
    await invite(second.ctx, organizationId, "owner@example.test", "owner");
    await invite(second.ctx, organizationId, "editor@example.test", "editor");
    await updateMember(ctx, { organizationId, userId: second.userId, roles: ["admin"] });
    expect(await pendingEmails(ctx, organizationId)).toEqual(["editor@example.test"]);
  });

  it("hands an invite over to whoever renews it", async () => {
    const { organizationId, ctx, admin, ada, inviteId } = await makePromise();
    const renewed = await renewInvite(ctx, { organizationId, inviteId });
    await removeMember(ctx, { organizationId, userId: admin.userId });
    expect(await acceptInvite(ada.ctx, { token: tokenOf(renewed.link) })).toMatchObject({ role: "admin" });
  });

  it("is noticed at the same moment: nobody joins by the promise of somebody removed before", async () => {
    let ticks = 0;
    const now = () => new Date(start.getTime() + ++ticks);
    for (let round = 0; round < 20; round++) {
      const { organizationId, ctx, admin, ada, token } = await makePromise();
      const [accepted] = await Promise.all([
        outcomeOf(acceptInvite({ ...ada.ctx, now }, { token })),
        removeMember({ ...ctx, now }, { organizationId, userId: admin.userId }),
      ]);
      const { content } = await listAuditEvents(ctx, { ...firstPage, organizationId });
      const order = content.map(({ action }) => action).filter((action) => action !== "member.invited");
      expect(order).toEqual(accepted === "done" ? ["member.removed", "member.joined"] : ["member.removed"]);
    }
  });

  it("invites nobody any more while being demoted", async () => {
    for (let round = 0; round < 20; round++) {
      const { organizationId, ctx } = await makeOrganization(world);
      const admin = await makeColleague(organizationId, "admin");
      await Promise.all([
        outcomeOf(invite(admin.ctx, organizationId, "ada@example.test")),
        updateMember(ctx, { organizationId, userId: admin.userId, roles: ["editor"] }),
      ]);
      expect(await pendingEmails(ctx, organizationId)).toEqual([]);
    }
  });
});
