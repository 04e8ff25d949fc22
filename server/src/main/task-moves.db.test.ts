import { canMoveTask, explainRefusedMove, taskStates, type TaskState } from "@cairn/contract/task-states";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { joinAs, startProcess, type SocketProcess } from "#server/http/sockets/testing/socket-processes.ts";
import { openTaskPage, type TaskPage } from "#server/http/sockets/testing/task-page.ts";

import { startApiSite, type ApiSite } from "./testing/api-site.ts";
import { makeTenant, type Tenant } from "./testing/tenant.ts";

let site: ApiSite;
let tenant: Tenant;
let headers: Record<string, string>;
let process: SocketProcess;
let listener: TaskPage;
beforeAll(async () => {
  site = await startApiSite();
  tenant = await makeTenant(site.world);
  const token = await site.tokenOf(tenant.people.editor);
  headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  process = await startProcess(site.world);
  const { projectId } = tenant;
  listener = await openTaskPage(process, { projectId, who: await joinAs(site.world, tenant) });
});
afterAll(async () => {
  listener.leave();
  await process.close();
  await site.close();
});

async function send(method: string, path: string, body?: object) {
  const { organizationId, projectId } = tenant;
  const address = `/v1/organizations/${organizationId}/projects/${projectId}/tasks${path}`;
  const response = await site.request(address, { method, headers, body: body && JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const pairs = taskStates.flatMap((from) => taskStates.map((to) => ({ from, to })));

/** What each place sends when somebody moves a task there, and what it is told where that is refused. */
const places = {
  "the page of a task": async (taskId: string, state: TaskState) => {
    const { status, body } = await send("PUT", `/${taskId}`, { state });
    return status === 409 ? body["message"] : null;
  },
  "a drop on the board": async (taskId: string, state: TaskState) => {
    const { status, body } = await send("PUT", `/${taskId}`, { state, afterTaskId: null, beforeTaskId: null });
    return status === 409 ? body["message"] : null;
  },
  "the table, a menu of the board, or several at once": async (taskId: string, state: TaskState) => {
    const { body } = await send("PUT", "", { taskIds: [taskId], state });
    const [refused] = body["refused"] as { message: string }[];
    return refused?.message ?? null;
  },
};

describe.each(Object.entries(places))("%s", (_place, move) => {
  it.each(pairs)("moves a task from $from to $to as the contract says, and sockets hear it", async ({ from, to }) => {
    const { body } = await send("POST", "", { title: "Show tides", state: from });
    const taskId = String(body["taskId"]);
    const isAllowed = canMoveTask({ from, to, by: "person" });
    const refusal = await move(taskId, to);
    expect(refusal).toBe(isAllowed ? null : explainRefusedMove({ from, to, by: "person" }));
    expect((await send("GET", `/${taskId}`)).body["state"]).toBe(isAllowed ? to : from);
    // What was sent before the next task is about this one: a refused move is told of to nobody.
    const { body: next } = await send("POST", "", { title: "The next one" });
    await listener.until(() => listener.tasks.has(String(next["taskId"])));
    expect(listener.tasks.get(taskId)?.state).toBe(isAllowed ? to : from);
  });
});
