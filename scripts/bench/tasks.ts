import { mentionAddress } from "@cairn/contract/mentions";
import { createOrganization } from "@cairn/contract/organizations";
import { createProject } from "@cairn/contract/projects";
import { getTaskMentions } from "@cairn/contract/task-mentions";
import { createTask, getTaskBoard, listTasks, updateTask, type Task } from "@cairn/contract/tasks";

import { signInAsClient, type ApiClient } from "../../server/src/main/seed/api-client.ts";
import { startCairn, type RunningCairn } from "../../server/src/main/start/start-cairn.ts";
import { fillTasks } from "../../server/src/testing/fill-tasks.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { openProjectSocket } from "../../server/src/testing/open-project-socket.ts";
import { atMost, type Figure } from "./figure.ts";
import { person } from "./sign-in.ts";

const taskCount = 9_999;
const openCount = 2_000;
const pageSize = 100;
const rounds = 5;
const socketCount = 500;
const moveCount = 40;

/** A product of ten thousand tasks: pages of the list, the board, and how soon others see a move. */
export async function benchTasks(folder: string): Promise<Figure[]> {
  const env = { PORT: String(await findFreePort()), DATA_DIR: folder, LOG_LEVEL: "error", RATE_LIMITS: "off" };
  const running = await startServer(env);
  const other = await startBeside(running, env);
  try {
    const client = await signInAsClient(running.services.settings.addresses, person);
    const { organizationId } = await client.call(createOrganization, { params: {}, body: { name: "Northquay" } });
    const { projectId } = await client.call(createProject, {
      params: { organizationId },
      body: { name: "Ferry Board" },
    });
    const params = { organizationId, projectId };
    const task = await client.call(createTask, { params, body: { title: "Show tides", state: "todo" } });
    await fillTasks(running.connectionString, { ...params, taskCount, openCount });
    const lists = await timeLists(client, params);
    const board = await timeBoard(client, params);
    const mentions = await timeMentions(client, params, task);
    const here = await timeMoves(client, { params, task, address: running.address, count: socketCount });
    const there = await timeMoves(client, { params, task, address: other.address, count: 20 });
    return [
      atMost(`list, ${taskCount} tasks: p95 of a page`, p95(lists.flat()), 100, "ms"),
      atMost("list: page 100 / page 1", Math.min(...(lists[99] ?? [])) / Math.min(...(lists[0] ?? [])), 2, "x"),
      atMost(`board of ${openCount} cards: p95`, p95(board), 500, "ms"),
      atMost(`where a task is mentioned, ${taskCount} tasks: p95`, p95(mentions), 50, "ms"),
      atMost(`a move at ${socketCount} sockets of one process: p95`, p95(here), 300, "ms"),
      atMost("a move at another process: p95", p95(there), 500, "ms"),
    ];
  } finally {
    await other.running.stop();
    await running.stop();
  }
}

async function startServer(env: Record<string, string>): Promise<RunningCairn> {
  return await startCairn({ env, webDirectory: null, parts: { server: true, worker: false } });
}

/** Another process's server on the same database, in this process; it takes the tokens of the first one. */
async function startBeside(
  { connectionString, services }: RunningCairn,
  env: Record<string, string>,
): Promise<{ running: RunningCairn; address: string }> {
  const { apiHost, authHost, clientHost } = services.settings.addresses;
  const [port, sshPort] = [String(await findFreePort()), String(await findFreePort())];
  const hosts = { API_HOST: apiHost, AUTH_HOST: authHost, CLIENT_HOST: clientHost, DATABASE_URL: connectionString };
  const running = await startServer({ ...env, ...hosts, PORT: port, SSH_PORT: sshPort });
  return { running, address: `http://127.0.0.1:${port}` };
}

interface ProjectParams {
  organizationId: string;
  projectId: string;
}

/** Times of every page, by page. */
async function timeLists(client: ApiClient, params: ProjectParams): Promise<number[][]> {
  const times = Array.from({ length: 100 }, () => [] as number[]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, ofPage] of times.entries()) {
      ofPage.push(await timed(() => client.call(listTasks, { params, query: { page: at + 1, limit: pageSize } })));
    }
  }
  return times;
}

async function timeBoard(client: ApiClient, params: ProjectParams): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) times.push(await timed(() => client.call(getTaskBoard, { params })));
  return times;
}

async function timeMentions(client: ApiClient, params: ProjectParams, { taskId, name }: Task): Promise<number[]> {
  const description = `After [@${name}](${mentionAddress({ kind: "task", taskId })}).`;
  for (let at = 0; at < 20; at += 1) {
    await client.call(createTask, { params, body: { title: `Sort by tide ${at}`, description } });
  }
  const times: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    times.push(await timed(() => client.call(getTaskMentions, { params: { ...params, taskId } })));
  }
  return times;
}

/** From the call that moves a task to each socket that hears of it. */
async function timeMoves(
  client: ApiClient,
  { params, task, address, count }: { params: ProjectParams; task: Task; address: string; count: number },
): Promise<number[]> {
  const sockets = await Promise.all(
    Array.from({ length: count }, () => openProjectSocket({ ...client, ...params, address })),
  );
  const times: number[] = [];
  for (let move = 0; move < moveCount; move += 1) {
    const startedAt = performance.now();
    const heard = sockets.map(async (socket) => {
      await new Promise<void>((resolve) => socket.once("taskUpdated", () => resolve()));
      times.push(performance.now() - startedAt);
    });
    const body = { state: move % 2 === 0 ? ("backlog" as const) : ("todo" as const) };
    await client.call(updateTask, { params: { ...params, taskId: task.taskId }, body });
    await Promise.all(heard);
  }
  for (const socket of sockets) socket.disconnect();
  return times;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
}
