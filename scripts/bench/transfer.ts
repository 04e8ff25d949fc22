import { mkdir } from "node:fs/promises";
import path from "node:path";

import { createOrganization } from "@cairn/contract/organizations";
import { createProject } from "@cairn/contract/projects";
import { getTaskImport, previewTaskImport, startTaskImport, type TaskImport } from "@cairn/contract/task-imports";

import { createCtx } from "../../server/src/http/request/request-ctx.ts";
import { signInAsClient, type ApiClient } from "../../server/src/main/seed/api-client.ts";
import { startCairn, type RunningCairn } from "../../server/src/main/start/start-cairn.ts";
import { exportToFolder, importFromFolder } from "../../server/src/main/transfer-commands.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { atMost, type Figure } from "./figure.ts";
import { person } from "./sign-in.ts";

const taskCount = 10_000;
const pollMs = 50;

/** Ten thousand tasks come in from a CSV file, go out as one, and move to another organization. */
export async function benchTransfer(folder: string): Promise<Figure[]> {
  const data = path.join(folder, "data");
  await mkdir(data);
  const env = { PORT: String(await findFreePort()), DATA_DIR: data, LOG_LEVEL: "error", RATE_LIMITS: "off" };
  const running = await startCairn({ env, webDirectory: null, parts: { server: true, worker: true } });
  try {
    const client = await signInAsClient(running.services.settings.addresses, person);
    const from = await makeProduct(client, "Northquay");
    const to = await makeProduct(client, "Southquay");
    const [previewS, imports] = await timed(() => preview(client, from));
    const [importS] = await timed(() => bringIn(client, from, imports));
    const [csvS] = await timed(() => download(client, running.address, from));
    const files = path.join(folder, "files");
    const [exportS] = await timed(() => exportToFolder(operatorOf(running, from), from, files));
    const [moveS, said] = await timed(() => importFromFolder(operatorOf(running, to), to, files));
    if (!said.includes(`${taskCount} tasks`)) throw new Error(said);
    const [againS] = await timed(() => importFromFolder(operatorOf(running, to), to, files));
    return [
      atMost(`CSV of ${taskCount} tasks: until its preview`, previewS, 10, "s"),
      atMost("and from there until all are written", importS, 20, "s"),
      atMost(`CSV of ${taskCount} tasks written`, csvS, 10, "s"),
      atMost(`a product of ${taskCount} tasks written to files`, exportS, 10, "s"),
      atMost("and brought in elsewhere", moveS, 10, "s"),
      atMost("and brought in once more, with nothing to do", againS, 10, "s"),
    ];
  } finally {
    await running.stop();
  }
}

interface ProductParams {
  organizationId: string;
  projectId: string;
}

/** Of the same name everywhere, so that files of one go into the other. */
async function makeProduct(client: ApiClient, organizationName: string): Promise<ProductParams> {
  const { organizationId } = await client.call(createOrganization, { params: {}, body: { name: organizationName } });
  const { projectId } = await client.call(createProject, { params: { organizationId }, body: { name: "Ferry Board" } });
  return { organizationId, projectId };
}

/** Who moves products on the command line. */
function operatorOf({ services }: RunningCairn, { organizationId }: ProductParams) {
  const signal = new AbortController().signal;
  return createCtx(services, { actor: { kind: "system", organizationId }, requestId: "bench", signal });
}

async function preview(client: ApiClient, params: ProductParams): Promise<TaskImport> {
  const content = Buffer.from(makeCsv()).toString("base64");
  const source = { kind: "csv" as const, name: "tasks.csv", content };
  return (await client.call(previewTaskImport, { params, body: { source } })).import;
}

/** A paragraph, two criteria and a label each; every tenth waits for the one before it. */
function makeCsv(): string {
  const states = ["Backlog", "To do", "In review", "Done", "Archived"];
  const rows = Array.from({ length: taskCount }, (_, at) => {
    const description = "Passengers must see why a crossing is late. ".repeat(12);
    const criteria = '"[x] Row shows why\n[ ] Nothing else changes"';
    const blocker = at % 10 === 9 ? String(at) : "";
    return `${at + 1},Task ${at + 1} about the quay,${states[at % 5]},${description},${criteria},harbour,${blocker}`;
  });
  return ["Key,Title,State,Description,Acceptance criteria,Labels,Blocked by", ...rows].join("\n");
}

async function bringIn(client: ApiClient, params: ProductParams, { importId }: TaskImport): Promise<void> {
  const key = { ...params, importId };
  let now = await client.call(startTaskImport, { params: key });
  while (now.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    now = await client.call(getTaskImport, { params: key });
  }
  if (now.state !== "done" || now.written !== taskCount) throw new Error(`${now.state}: ${now.failure}`);
}

async function download(client: ApiClient, address: string, { organizationId, projectId }: ProductParams) {
  const url = `${address}/v1/organizations/${organizationId}/projects/${projectId}/tasks/export`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${client.accessToken}` } });
  const text = await response.text();
  if (!response.ok || text.split("\n").length < taskCount) throw new Error(`export: ${response.status}`);
}

/** Seconds. */
async function timed<T>(run: () => Promise<T>): Promise<[number, T]> {
  const startedAt = performance.now();
  const result = await run();
  return [(performance.now() - startedAt) / 1_000, result];
}
