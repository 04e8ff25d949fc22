import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { createTask } from "@cairn/contract/tasks";

import type { PlannedKill } from "./plan-kills.ts";
import { type KillSite, untilAnswers } from "./site.ts";

/** What came of one kill. */
export interface DoneKill extends PlannedKill {
  implementationId: string;
  /** There was something to end, and the run was not over. */
  isHit: boolean;
  /** The step that was begun last when it came. */
  step: string;
  /** From the kill until the run wrote something again, or the API answered; null where it was over meanwhile. */
  goingOnMs: number | null;
}

/** The longest that a run may take to end after everything that was done to it. */
const endWaitMs = 240_000;

/** Starts as many runs as there are kills, kills one thing for each of them, and waits until all have ended. */
export async function killRuns(site: KillSite, wave: readonly PlannedKill[]): Promise<DoneKill[]> {
  await site.renewClient();
  const tasks: string[] = [];
  for (const _kill of wave) tasks.push(await makeTask(site));
  const done = await Promise.all(wave.map((planned, at) => killOne(site, planned, tasks[at] ?? "")));
  const end = performance.now() + endWaitMs;
  for (const { implementationId } of done) await untilEnded(site, implementationId, end);
  return done;
}

async function killOne(site: KillSite, planned: PlannedKill, taskId: string): Promise<DoneKill> {
  const address = `/v1/organizations/${site.project.organizationId}/projects/${site.project.projectId}/tasks/${taskId}/implementations`;
  const isStart = planned.target === "api" && planned.moment.kind === "boundary";
  const agent = planned.engine === "coding-agent" ? { agent: "tester" } : {};
  const started = post(site, address, { engine: planned.engine, ...agent });
  if (isStart) {
    const killedAt = await killSoon(site, planned);
    await untilAnswers(site.apiHost);
    const goingOnMs = performance.now() - killedAt;
    await started;
    return { ...planned, implementationId: await findRun(site, taskId), isHit: true, step: "start", goingOnMs };
  }
  await started;
  const implementationId = await findRun(site, taskId);
  await untilMoment(site, implementationId, planned);
  const before = await readMarker(site, implementationId);
  if (planned.target === "api") {
    const stopped = post(site, `${address}/${implementationId}/stop`, {});
    const killedAt = await killSoon(site, planned);
    await untilAnswers(site.apiHost);
    const goingOnMs = performance.now() - killedAt;
    await stopped;
    return { ...planned, implementationId, isHit: !before.isOver, step: before.step, goingOnMs };
  }
  const isHit = (await site.kill(planned)) && !before.isOver;
  const killedAt = performance.now();
  const goingOnMs = isHit ? await untilGoingOn(site, implementationId, killedAt) : null;
  return { ...planned, implementationId, isHit, step: before.step, goingOnMs };
}

/** While the API works on what was just asked. */
async function killSoon(site: KillSite, planned: PlannedKill): Promise<number> {
  await wait(planned.draw * 60);
  await site.kill(planned);
  return performance.now();
}

const diff = (line: string) =>
  ["--- a/src/tides.ts", "+++ b/src/tides.ts", "@@ -1,3 +1,4 @@", " export const high = 1;", "-export const low = 2;"]
    .concat(["+export const low = 0.4;", `+export const ${line} = 2;`, " export const slack = 3;"])
    .join("\n");

async function makeTask({ client, project }: KillSite): Promise<string> {
  const { organizationId, projectId, serviceId } = project;
  const description = `\`\`\`diff\n${diff(`neap${randomUUID().slice(0, 8)}`)}\n\`\`\`\n`;
  // By its title what was sent to the model is told from what was sent for others.
  const body = { title: `Show tides ${randomUUID()}`, state: "todo", description, serviceId } as const;
  for (;;) {
    try {
      return (await client.call(createTask, { params: { organizationId, projectId }, body })).taskId;
    } catch {
      await wait(100);
    }
  }
}

/** Asks until there is an answer, as a client that was cut off would. What was begun then is refused, and not begun twice. */
async function post({ client, apiHost }: KillSite, address: string, body: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${client.accessToken}`,
    "content-type": "application/json",
  };
  for (;;) {
    const request = { method: "POST", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30_000) };
    const answer = await fetch(`${apiHost}${address}`, request).catch(() => null);
    // That it runs already, or is over, is an answer as well.
    if (answer !== null && (answer.ok || answer.status === 409)) return;
    await wait(50);
  }
}

/** What a run has written so far. */
interface RunMarker {
  isOver: boolean;
  /** Grows with everything that is written. */
  writes: number;
  epoch: number;
  /** The last that was begun. */
  step: string;
}

async function readMarker({ db }: KillSite, implementationId: string): Promise<RunMarker> {
  for (;;) {
    try {
      const { rows } = await db.execute<{ over: boolean; writes: number; epoch: number; step: string }>(`
        select ended_at is not null as over, lease_epoch as epoch,
          (select count(*) * 2 - count(*) filter (where state is null) from run_steps s where s.implementation_id = i.implementation_id)::int
          + (select count(*) from run_checks c where c.implementation_id = i.implementation_id)::int
          + (select count(*) from run_turns t where t.implementation_id = i.implementation_id)::int as writes,
          coalesce((select s.step from run_steps s where s.implementation_id = i.implementation_id order by s.sequence desc limit 1), 'waiting') as step
        from implementations i where implementation_id = '${implementationId}'`);
      const [row] = rows;
      if (row === undefined) throw new Error(`There is no implementation ${implementationId}`);
      return { isOver: row.over, writes: row.writes, epoch: row.epoch, step: row.step };
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("There is no")) throw error;
      await wait(20);
    }
  }
}

/** The one of a task. Throws where there is not exactly one. */
async function findRun({ db }: KillSite, taskId: string): Promise<string> {
  for (;;) {
    const found = await db
      .execute<{ id: string }>(`select implementation_id as id from implementations where task_id = '${taskId}'`)
      .catch(() => null);
    if (found === null) {
      await wait(50);
      continue;
    }
    const [only, another] = found.rows;
    if (only === undefined || another !== undefined) throw new Error(`A task has ${found.rows.length} implementations`);
    return only.id;
  }
}

async function untilMoment(site: KillSite, implementationId: string, { moment }: PlannedKill): Promise<void> {
  if (moment.kind === "inside") return await wait(moment.afterMs);
  for (;;) {
    const { isOver, writes } = await readMarker(site, implementationId);
    if (isOver || writes >= moment.afterWrites) return;
    await wait(3);
  }
}

async function untilGoingOn(site: KillSite, implementationId: string, killedAt: number): Promise<number | null> {
  // What was on its way when the kill came has arrived now.
  await wait(30);
  const first = await readMarker(site, implementationId);
  if (first.isOver) return null;
  for (;;) {
    const now = await readMarker(site, implementationId);
    if (now.writes !== first.writes || now.epoch !== first.epoch || now.isOver) return performance.now() - killedAt;
    await wait(25);
  }
}

async function untilEnded(site: KillSite, implementationId: string, end: number): Promise<void> {
  while (!(await readMarker(site, implementationId)).isOver) {
    if (performance.now() > end) return;
    await wait(100);
  }
}
