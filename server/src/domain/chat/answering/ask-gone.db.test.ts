import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { ask } from "./ask.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

type Project = Awaited<ReturnType<typeof makeProject>>;

/** What was there when it was asked for, and is gone when the question is written. */
const gone: [string, (tx: Db, project: Project) => Promise<unknown>][] = [
  ["Product", (tx, { projectId }) => tx.delete(projects).where(eq(projects.projectId, projectId))],
  [
    "Organization",
    (tx, { organizationId, owner }) =>
      tx.delete(members).where(and(eq(members.organizationId, organizationId), eq(members.userId, owner.userId))),
  ],
  [
    "Organization",
    (tx, { organizationId }) => tx.delete(organizations).where(eq(organizations.organizationId, organizationId)),
  ],
];

it.each(gone)("says that the %s is not found where it goes while the question is written", async (what, remove) => {
  const project = await makeProject(world);
  const { organizationId, projectId } = project;
  const removed = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const held = world.ctx.db.transaction(async (tx) => {
    await remove(tx, project);
    removed.resolve();
    await mayEnd.promise;
  });
  await removed.promise;
  const streams = createChatStreams();
  const outcome = ask(project.ctx, {
    assistant: "organization-chat-assistant",
    organizationId,
    sessionId: world.ctx.newId(),
    request: { type: "text", content: "Which boat is next?" },
    context: { projectId, lens: "technical" },
    streams,
    tools: [],
  }).catch((error: unknown) => error);
  // What goes is still there for everybody else, so only writing the question waits for it.
  await expect
    .poll(countWaiting, { timeout: 30_000 })
    .toBe(1)
    .finally(() => mayEnd.resolve());
  await held;
  expect(await outcome).toMatchObject({ code: "not_found", message: `${what} not found` });
  expect(streams.countOf(project.owner.userId)).toBe(0);
});

/** Connections to this test's database that wait for another one. */
async function countWaiting(): Promise<number> {
  const { rows } = await world.ctx.db.execute(
    `select distinct pid from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database()`,
  );
  return rows.length;
}
