import { createInvites as createInvitesEndpoint } from "@cairn/contract/members";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { type Ctx, withActor } from "#server/ctx.ts";
import { prepareRuntimeRole } from "#server/platform/db/prepare-runtime-role.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { connectMail } from "#server/platform/mail/connect-mail.ts";
import { openQueue } from "#server/platform/queue/queue.ts";
import { Secret } from "#server/platform/secrets/secret.ts";
import { type MailServer, startMailServer } from "#server/testing/fakes/mail-server.ts";
import { createTestWorld, makeOrganization, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { acceptInvite } from "./accept-invite.ts";
import { createInvites } from "./create-invites.ts";
import { getInvite } from "./get-invite.ts";
import { loadInvite } from "./load-invite.ts";
import { memberJobs } from "./members.jobs.ts";
import { removeMember } from "./remove-member.ts";
import { renewInvite } from "./renew-invite.ts";
import { revokeInvite } from "./revoke-invite.ts";
import { sendInvite } from "./send-invite.ts";

let world: TestWorld;
let server: MailServer;
beforeAll(async () => {
  world = await createTestWorld();
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(() => {
  server.behave("accept");
  server.letters.length = 0;
});

const firstTry = { isLastTry: false };
const lastTry = { isLastTry: true };

/** An organization of a server that sends mail, with one invite in line. */
async function makeQueued(given: { url?: string; email?: string } = {}) {
  const mail = connectMail({ smtpUrl: new Secret(given.url ?? server.url), from: "Cairn <cairn@example.test>" });
  const grace = await makeUser(world, { firstName: "Grace", lastName: "Hill" });
  const { organizationId } = await makeOrganization(world, grace);
  const ada = await makeUser(world);
  const ctx: Ctx = { ...grace.ctx, mail };
  const system: Ctx = { ...withActor(world.ctx, { kind: "system", organizationId }), mail };
  const email = given.email ?? ada.email;
  const { invites } = await createInvites(ctx, { organizationId, invites: [{ email, roles: ["admin"] }] });
  const job = { organizationId, inviteId: invites[0]!.inviteId };
  return { ctx, system, ada, grace, job, organizationId };
}

/** The token in a letter, whose lines may be wrapped. */
function tokenIn(letter: { raw: string } | undefined): string {
  const text = (letter?.raw ?? "").replaceAll("=\r\n", "");
  return /\/invite\/([\w-]{43})/.exec(text)![1]!;
}

describe("sending", () => {
  it("mails a link that works, and the token is nowhere else", async () => {
    const { ctx, system, ada, job } = await makeQueued();
    await sendInvite(system, job, firstTry);
    const [letter] = server.letters;
    expect(letter).toMatchObject({ from: "cairn@example.test", to: [ada.email] });
    expect(letter!.raw).toContain("Subject: Grace Hill invited you to Northquay on Cairn");
    const token = tokenIn(letter);
    const { rows } = await world.ctx.wholeDb.execute(sql`select to_jsonb(invites)::text as row from invites`);
    expect(JSON.stringify([rows, world.enqueued])).not.toContain(token);
    expect(await getInvite(ctx, job)).toMatchObject({ delivery: "sent", deliveryError: null });
    expect(await acceptInvite(ada.ctx, { token })).toMatchObject({ role: "admin" });
  });

  it("does nothing when repeated after it was sent", async () => {
    const { system, job } = await makeQueued();
    await sendInvite(system, job, firstTry);
    const token = tokenIn(server.letters[0]);
    await sendInvite(system, job, firstTry);
    expect(server.letters).toHaveLength(1);
    expect(await loadInvite(world.ctx, { token })).toMatchObject({ roles: ["admin"] });
  });

  it("mails nothing for an invite that was revoked, or whose inviter is gone", async () => {
    const revoked = await makeQueued();
    await revokeInvite(revoked.ctx, revoked.job);
    await sendInvite(revoked.system, revoked.job, firstTry);
    const left = await makeQueued();
    const { organizationId, userId } = { ...left.job, userId: left.grace.userId };
    await world.ctx.wholeDb.execute(
      sql`insert into members select organization_id, ${left.ada.userId}, 'owner', now() from members where user_id = ${userId}`,
    );
    await removeMember(left.ctx, { organizationId, userId });
    await sendInvite(left.system, left.job, firstTry);
    expect(server.letters).toEqual([]);
  });

  it("touches no other organization's invites", async () => {
    const { job } = await makeQueued();
    const other = await makeQueued();
    await sendInvite(other.system, { ...other.job, inviteId: job.inviteId }, firstTry);
    await expect(sendInvite(other.system, job, firstTry)).rejects.toMatchObject({ code: "not_found" });
    expect(server.letters).toEqual([]);
  });
});

describe("a mail server that", () => {
  it("puts off is asked again, and the invite waits", async () => {
    const { ctx, system, job } = await makeQueued();
    server.behave("defer");
    await expect(sendInvite(system, job, firstTry)).rejects.toMatchObject({ code: "vendor_unavailable" });
    expect(await getInvite(ctx, job)).toMatchObject({ delivery: "queued", deliveryError: null });
    server.behave("accept");
    await sendInvite(system, job, firstTry);
    expect(await getInvite(ctx, job)).toMatchObject({ delivery: "sent" });
    expect(server.letters).toHaveLength(1);
  });

  it("refuses for good fails the invite at once; renewing tries again", async () => {
    const { ctx, system, job } = await makeQueued();
    server.behave("refuse");
    await expect(sendInvite(system, job, firstTry)).rejects.toMatchObject({ code: "vendor_failed" });
    expect(await getInvite(ctx, job)).toMatchObject({
      delivery: "failed",
      deliveryError: "The mail server 127.0.0.1 does not take mail for this address (answer 550)",
    });
    server.behave("accept");
    expect(await renewInvite(ctx, job)).toMatchObject({ delivery: "queued", deliveryError: null, link: null });
    await sendInvite(system, job, firstTry);
    expect(await getInvite(ctx, job)).toMatchObject({ delivery: "sent", deliveryError: null });
  });

  it("is down fails the invite on the last try, in words that name no password", async () => {
    const closed = await startMailServer();
    await closed.close();
    const { ctx, system, job } = await makeQueued({ url: closed.url });
    await expect(sendInvite(system, job, firstTry)).rejects.toMatchObject({ code: "vendor_unavailable" });
    expect(await getInvite(ctx, job)).toMatchObject({ delivery: "queued" });
    await expect(sendInvite(system, job, lastTry)).rejects.toMatchObject({ code: "vendor_unavailable" });
    expect(await getInvite(ctx, job)).toMatchObject({
      delivery: "failed",
      deliveryError: "The mail server 127.0.0.1 could not be reached, or broke off",
    });
  });

  it("drops the connection is asked again", async () => {
    const { ctx, system, job } = await makeQueued();
    server.behave("drop");
    await expect(sendInvite(system, job, firstTry)).rejects.toMatchObject({ code: "vendor_unavailable" });
    expect(await getInvite(ctx, job)).toMatchObject({ delivery: "queued" });
  });

  it("stalls is left when the process stops, and the invite waits for the next start", async () => {
    const { ctx, system, job } = await makeQueued();
    server.behave("stall");
    const stop = new AbortController();
    const sending = sendInvite({ ...system, signal: stop.signal }, job, firstTry);
    await server.stalled();
    stop.abort(new Error("stopping"));
    await expect(sending).rejects.toThrow("stopping");
    expect(await getInvite(ctx, job)).toMatchObject({ delivery: "queued" });
    await expect.poll(() => server.connectionCount()).toBe(0);
    server.release();
  });

  it("was taken out of the settings is said so", async () => {
    const { ctx, system, job } = await makeQueued();
    await expect(sendInvite({ ...system, mail: null }, job, firstTry)).rejects.toMatchObject({ code: "vendor_failed" });
    expect(await getInvite(ctx, job)).toMatchObject({
      delivery: "failed",
      deliveryError: "This server sends no mail any more",
    });
  });
});

describe("while a letter is on its way", () => {
  it("renewing makes its link useless and is not marked as sent by it", async () => {
    const { ctx, system, job } = await makeQueued();
    server.behave("stall");
    const sending = sendInvite(system, job, firstTry);
    await server.stalled();
    server.behave("accept");
    await renewInvite(ctx, job);
    server.release();
    await sending;
    expect(await getInvite(ctx, job)).toMatchObject({ delivery: "queued" });
    await expect(loadInvite(world.ctx, { token: tokenIn(server.letters[0]) })).rejects.toMatchObject({
      code: "not_found",
    });
    await sendInvite(system, job, firstTry);
    expect(await loadInvite(world.ctx, { token: tokenIn(server.letters[1]) })).toMatchObject({ roles: ["admin"] });
  });

  it("revoking ends it", async () => {
    const { ctx, system, job } = await makeQueued();
    server.behave("stall");
    const sending = sendInvite(system, job, firstTry);
    await server.stalled();
    await revokeInvite(ctx, job);
    server.release();
    await sending;
    await expect(loadInvite(world.ctx, { token: tokenIn(server.letters[0]) })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("a letter that got through although the answer was lost can be accepted until the next try", async () => {
    const { ctx, system, ada, job } = await makeQueued();
    server.behave("stall");
    const stop = new AbortController();
    const sending = sendInvite({ ...system, signal: stop.signal }, job, firstTry);
    await server.stalled();
    server.release();
    stop.abort(new Error("stopping"));
    await sending.catch(() => {});
    expect(await acceptInvite(ada.ctx, { token: tokenIn(server.letters[0]) })).toMatchObject({ role: "admin" });
    await sendInvite(system, job, firstTry);
    expect(server.letters).toHaveLength(1);
    await expect(getInvite(ctx, job)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the queue", () => {
  it("brings every invite of a request to its letter, over a server that puts it off first", async () => {
    const queue = await openQueue({ connectionString: world.connectionString, log: silentLogger });
    const [definition] = memberJobs;
    await queue.define(definition!);
    await prepareRuntimeRole(world.connectionString);
    const { ctx, system, organizationId } = await makeQueued();
    const enqueue: Ctx["enqueue"] = (db, job, data, key) => queue.enqueue(db, job, data, key);
    server.behave("defer");
    const people = ["one@example.test", "two@example.test"];
    const wanted = people.map((email) => ({ email, roles: ["editor" as const] }));
    const { invites } = await createInvites({ ...ctx, enqueue }, { organizationId, invites: wanted });
    await queue.work(definition!, async ({ data, signal, isLastTry }) => {
      const running = definition!.run({ ...system, signal }, data, { isLastTry });
      await running.finally(() => server.behave("accept"));
    });
    const deliveries = async () =>
      await Promise.all(
        invites.map(async ({ inviteId }) => (await getInvite(ctx, { organizationId, inviteId })).delivery),
      );
    await expect.poll(deliveries).toEqual(["sent", "sent"]);
    expect(server.letters.flatMap(({ to }) => to).toSorted()).toEqual(people);
    await queue.stop(1_000);
  });
});

describe("hostile text", () => {
  it("in names stays within its sentence and header", async () => {
    const { system, grace, job } = await makeQueued();
    const evil = 'Eve"\r\nBcc: all@example.test\r\n\r\n<b>Open https://evil.example\u202e';
    await world.ctx.wholeDb.execute(sql`update users set first_name = ${evil} where user_id = ${grace.userId}`);
    await world.ctx.wholeDb.execute(
      sql`update organizations set name = ${"x\n\n".repeat(5_000)} where organization_id = ${job.organizationId}`,
    );
    await sendInvite(system, job, firstTry);
    const { raw, to } = server.letters[0]!;
    expect(to).toHaveLength(1);
    expect(raw).not.toMatch(/^Bcc:/im);
    expect(raw).not.toContain("\u202e");
    expect(raw.length).toBeLessThan(4_000);
    expect(raw.match(/\/invite\//g)).toHaveLength(1);
  });

  it.each([
    "ada@example.test\r\nBcc: eve@example.test",
    '"ada eve"@example.test',
    "<ada@example.test>",
    "ada@example.test,eve@example.test",
    `${"a".repeat(250)}@example.test`,
    "ada",
  ])("is no address: %j", (email) => {
    const parsed = createInvitesEndpoint.body.safeParse({ invites: [{ email, roles: ["editor"] }] });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.message).toBe("Invalid email address");
  });
});
