import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { needLetters } from "#server/platform/db/tables/users.ts";
import type { Mail } from "#server/platform/mail/mail-port.ts";
import {
  createTestWorld,
  makeOrganization,
  makeProject,
  makeRepository,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { enqueueNeedLetters } from "./enqueue-need-letters.ts";
import { getNeedLetters } from "./get-need-letters.ts";
import { sendNeeds } from "./send-needs.ts";
import { updateNeedLetters } from "./update-need-letters.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());
beforeEach(() => world.ctx.wholeDb.delete(needLetters));

const hourMs = 3_600_000;

/** The same powers with a mail server that keeps what it is given, `hours` from now. */
function mailed(ctx: Ctx, { hours = 0, fails = 0 } = {}) {
  const sent: Mail[] = [];
  const lined: string[] = [];
  const now = new Date(world.ctx.now().getTime() + hours * hourMs);
  let left = fails;
  const send = async (letter: Mail) => {
    if ((left -= 1) >= 0) throw new Error("the mail server is away");
    sent.push(letter);
  };
  const changed: Ctx = {
    ...ctx,
    mail: { send },
    now: () => now,
    enqueue: async (_db, job, data) => void lined.push(`${job} ${data.userId}`),
  };
  return { ctx: changed, sent, lined };
}

/** Somebody with one product that waits for nothing. */
async function personWithProduct() {
  const organization = await makeOrganization(world);
  const { organizationId, projectId } = await makeProject(world, organization);
  const key = { organizationId, projectId };
  await world.ctx.db
    .update(projects)
    .set({ name: "Ferry\nBoard", description: "Described", setupComplete: true })
    .where(eq(projects.projectId, projectId));
  await makeRepository(world, key);
  const { userId } = organization.owner;
  const addTask = async (title: string) => {
    const task = { ...key, title, acceptanceCriteria: [], assignee: userId, state: "in-review" as const };
    return await createTask(organization.ctx, task);
  };
  return { key, userId, organization, ctx: organization.ctx, addTask };
}

it("writes nothing to whoever did not ask, and tells whether there is mail at all", async () => {
  const { ctx, userId, addTask } = await personWithProduct();
  await addTask("Show tides");
  expect(await getNeedLetters({ ...ctx, mail: null })).toEqual({ frequency: "off", isMailSet: false });
  const box = mailed(world.ctx);
  await sendNeeds(box.ctx, { userId });
  await updateNeedLetters(ctx, { frequency: "hourly" });
  await updateNeedLetters(ctx, { frequency: "off" });
  await sendNeeds(box.ctx, { userId });
  await enqueueNeedLetters(box.ctx);
  expect([box.sent, box.lined]).toEqual([[], []]);
});

it("writes once of each thing, again when it comes back, and says how many wait besides", async () => {
  const { ctx, userId, key, addTask } = await personWithProduct();
  await updateNeedLetters(ctx, { frequency: "hourly" });
  const box = mailed(world.ctx);
  await sendNeeds(box.ctx, { userId });
  expect(box.sent).toEqual([]);
  const tides = await addTask("Show tides");
  await sendNeeds(box.ctx, { userId });
  await sendNeeds(box.ctx, { userId });
  expect(box.sent.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^\w+-1 waits for your review: Show tides \(Cairn\)$/),
  ]);
  const host = world.ctx.settings.addresses.clientHost;
  expect(box.sent[0]?.text).toContain(`/review/${tides.taskId}\n`);
  expect(box.sent[0]?.text).toContain(`Ferry Board (`);
  expect(box.sent[0]?.text).toContain(`How often you get this: ${host}/user/settings`);

  await addTask("Sort by time");
  await addTask("Paint the quay");
  await sendNeeds(box.ctx, { userId });
  expect(box.sent[1]?.subject).toBe("2 things wait for you on Cairn");
  expect(box.sent[1]?.text).not.toContain("Show tides");
  expect(box.sent[1]?.text).toContain("1 more waits");

  await updateTask(ctx, { ...key, taskId: tides.taskId, assignee: null });
  await sendNeeds(box.ctx, { userId });
  await updateTask(ctx, { ...key, taskId: tides.taskId, assignee: userId });
  await sendNeeds(box.ctx, { userId });
  expect(box.sent.slice(2).map(({ subject }) => subject)).toEqual([expect.stringContaining("Show tides")]);
});

it("tells all of it where more waits than the home page lists, and lists what a letter has room for", async () => {
  const { ctx, userId, organization } = await personWithProduct();
  for (let number = 0; number < 34; number += 1) await makeProject(world, organization);
  await updateNeedLetters(ctx, { frequency: "hourly" });
  const box = mailed(world.ctx);
  await sendNeeds(box.ctx, { userId });
  await sendNeeds(box.ctx, { userId });
  expect(box.sent.map(({ subject }) => subject)).toEqual(["34 things wait for you on Cairn"]);
  expect(box.sent[0]?.text.match(/ has no repository yet$/gm)).toHaveLength(30);
  expect(box.sent[0]?.text).toContain("4 more wait: ");
});

it("tries again after a failure, and remembers only what was sent", async () => {
  const { ctx, userId, addTask } = await personWithProduct();
  await updateNeedLetters(ctx, { frequency: "daily" });
  await addTask("Show tides");
  const box = mailed(world.ctx, { fails: 1 });
  await expect(sendNeeds(box.ctx, { userId })).rejects.toThrow("away");
  await sendNeeds(box.ctx, { userId });
  expect(box.sent).toHaveLength(1);
});

it("looks for each person in their own time, in one of two processes, and not without mail", async () => {
  const [hourly, daily] = [await makeUser(world), await makeUser(world)];
  await updateNeedLetters(hourly.ctx, { frequency: "hourly" });
  await updateNeedLetters(daily.ctx, { frequency: "daily" });
  const look = async (hours: number) => {
    const processes = [mailed(world.ctx, { hours }), mailed(world.ctx, { hours })];
    await Promise.all(processes.map((one) => enqueueNeedLetters(one.ctx)));
    return processes.flatMap(({ lined }) => lined).toSorted();
  };
  const both = [`send-needs ${hourly.userId}`, `send-needs ${daily.userId}`].toSorted();
  await enqueueNeedLetters({ ...mailed(world.ctx).ctx, mail: null });
  expect(await look(0)).toEqual(both);
  expect(await look(0.9)).toEqual([]);
  expect(await look(1)).toEqual([`send-needs ${hourly.userId}`]);
  expect(await look(24)).toEqual(both);
});

it("tells nobody of what they may not see", async () => {
  const { addTask } = await personWithProduct();
  await addTask("Show tides");
  const stranger = await makeUser(world);
  await updateNeedLetters(stranger.ctx, { frequency: "hourly" });
  const box = mailed(world.ctx);
  await sendNeeds(box.ctx, { userId: stranger.userId });
  expect(box.sent).toEqual([]);
});
