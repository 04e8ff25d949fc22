import { canMoveTask, explainRefusedMove, taskStates } from "@cairn/contract/task-states";
import { afterAll, beforeAll, expect, it } from "vitest";

import { startApiSite, type ApiSite } from "./testing/api-site.ts";
import { makeTenant, type Tenant } from "./testing/tenant.ts";

let site: ApiSite;
let tenant: Tenant;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await startApiSite();
  tenant = await makeTenant(site.world);
  const token = await site.tokenOf(tenant.people.editor);
  headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
});
afterAll(() => site.close());

async function send(method: string, path: string, body?: object) {
  const { organizationId, projectId } = tenant;
  const address = `/v1/organizations/${organizationId}/projects/${projectId}/tasks${path}`;
  const response = await site.request(address, { method, headers, body: body && JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const pairs = taskStates.flatMap((from) => taskStates.map((to) => ({ from, to })));

it.each(pairs)("a member moves a task from $from to $to over the API as the contract says", async ({ from, to }) => {
  const { body: task } = await send("POST", "", { title: "Show tides", state: from });
  const { status, body } = await send("PUT", `/${task["taskId"]}`, { state: to });
  const move = { from, to, by: "person" } as const;
  if (canMoveTask(move)) expect([status, body["state"]]).toEqual([200, to]);
  else expect([status, body["message"]]).toEqual([409, explainRefusedMove(move)]);
  expect((await send("GET", `/${task["taskId"]}`)).body["state"]).toBe(canMoveTask(move) ? to : from);
});
