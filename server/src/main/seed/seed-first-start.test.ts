import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { updatePassword } from "@cairn/contract/auth";
import { deleteComment, listComments } from "@cairn/contract/implementation-comments";
import { listImplementations } from "@cairn/contract/implementations";
import { listOrganizations } from "@cairn/contract/organizations";
import { deleteProject, listProjects } from "@cairn/contract/projects";
import { getTaskBoard } from "@cairn/contract/tasks";
import { afterEach, beforeEach, expect, it } from "vitest";

import { startCairn, type RunningCairn } from "#server/main/start/start-cairn.ts";
import { findFreePort } from "#server/testing/find-free-port.ts";

import { signInAgain, type ApiClient } from "./api-client.ts";
import { readDemoState, writeDemoState, type DemoState } from "./demo-account.ts";
import { seedFirstStart } from "./seed-first-start.ts";

const organizationId = "northquay";
const guided = "ferry-board";
const project = { organizationId, projectId: guided };
const otherPassword = "Harbour-office-7";

let folder: string;
let port: number;
let running: RunningCairn | null = null;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-first-start-"));
  port = await findFreePort();
});
afterEach(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the product and its demo, where no commands can be run; `onUsable` works in it while it is finished. */
async function start(onUsable: (account: DemoState) => Promise<void> = async () => undefined) {
  await running?.stop();
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(port),
    SSH_PORT: "0",
    LOG_LEVEL: "error",
    RATE_LIMITS: "off",
    RUN_SANDBOX: "off",
  };
  running = await startCairn({ env, webDirectory: null, parts: { server: true, worker: true } });
  const worked: Promise<void>[] = [];
  const account = await seedFirstStart(running, {
    hasDemo: true,
    repositoryPath: null,
    onUsable: (usable) => void worked.push(onUsable(usable)),
  });
  expect(worked).toHaveLength(1);
  await Promise.all(worked);
  return account;
}

async function signIn(password?: string): Promise<ApiClient> {
  const state = await readDemoState(folder);
  if (!running || !state) throw new Error("Nothing was started");
  return await signInAgain(running.services.settings.addresses, { ...state, ...(password && { password }) });
}

/** As if the process had been killed before its end, after the sign-in was told. */
async function forgetTheEnd(): Promise<void> {
  const state = await readDemoState(folder);
  if (state) await writeDemoState(folder, { ...state, isSeeded: false });
}

const slugsOf = async (client: ApiClient) =>
  (await client.call(listProjects, { params: { organizationId } })).content.map(({ slug }) => slug);

it("goes on without a product that is deleted while the demo is finished, and never makes it again", async () => {
  await start(async () => {
    expect(await readDemoState(folder)).toMatchObject({ isUsable: true, isSeeded: false });
    await (await signIn()).call(deleteProject, { params: project });
  });
  expect(await slugsOf(await signIn())).toEqual(["quay-signs"]);

  await forgetTheEnd();
  expect(await start()).toMatchObject({ isSeeded: true });
  expect(await slugsOf(await signIn())).toEqual(["quay-signs"]);
  await start();
  expect(await slugsOf(await signIn())).toEqual(["quay-signs"]);
});

it("starts where its password was changed, and leaves everything to whoever did that", async () => {
  let left: ApiClient | null = null;
  const ask = async () => await left?.call(listOrganizations, { params: {} });
  await start(async ({ password: oldPassword }) => {
    left = await signIn();
    const client = await signIn();
    await client.call(updatePassword, { params: {}, body: { oldPassword, newPassword: otherPassword } });
  });
  await forgetTheEnd();
  await start();
  await start();
  const client = await signIn(otherPassword);
  expect((await client.call(listOrganizations, { params: {} })).total).toBe(1);
  expect(await slugsOf(client)).toEqual(expect.arrayContaining([guided, "quay-signs"]));
  await expect(ask()).rejects.toMatchObject({ code: "unauthenticated" });

  // A token that is refused is no end where its account lets somebody in again.
  const { password: newPassword = "" } = (await readDemoState(folder)) ?? {};
  await client.call(updatePassword, { params: {}, body: { oldPassword: otherPassword, newPassword } });
  expect(await ask()).toMatchObject({ total: 1 });
});

it("adds the remarks that a kill left out, and decides only about runs that came to something", async () => {
  expect(await start()).toMatchObject({ isSeeded: true });
  const client = await signIn();
  const { cards } = await client.call(getTaskBoard, { params: project });
  const all = [];
  for (const { taskId } of cards) {
    const { content } = await client.call(listImplementations, { params: { ...project, taskId }, query: {} });
    all.push(...content);
  }
  const decided = all.filter(({ state }) => state !== "created");
  expect(all).toHaveLength(6);
  expect(decided.every(({ outcome }) => outcome === "completed")).toBe(true);

  const reviewed = all.find(({ comments }) => comments.total > 0);
  if (!reviewed) throw new Error("Nothing was reviewed");
  const params = { ...project, taskId: reviewed.task.taskId, implementationId: reviewed.implementationId };
  const listMessages = async () =>
    (await client.call(listComments, { params })).content.map(({ message }) => message).toSorted();
  const messages = await listMessages();
  expect(messages).toHaveLength(3);
  const { content } = await client.call(listComments, { params });
  for (const { commentId } of content.slice(1)) {
    await client.call(deleteComment, { params: { ...params, commentId } });
  }
  await forgetTheEnd();
  await start();
  expect(await listMessages()).toEqual(messages);
});
