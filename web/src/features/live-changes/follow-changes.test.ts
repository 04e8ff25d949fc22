import { EventEmitter } from "node:events";

import type { ViewerPresence } from "@cairn/contract/presence";
import type { ProjectChange } from "@cairn/contract/project-changes";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { ChangedTasks } from "#web/features/tasks/changed-tasks.api.ts";

import type { Stale } from "./change-state.ts";
import { followChanges, type Following } from "./follow-changes.ts";

/** A connection as the server's side sees it. */
class FakeSocket extends EventEmitter {
  readonly auth: { after?: number };
  readonly sent: unknown[] = [];
  isClosed = false;

  constructor(auth: { after?: number }) {
    super();
    this.auth = auth;
  }

  close(): this {
    this.isClosed = true;
    return this;
  }
}

let sockets: FakeSocket[] = [];
let refreshed: Stale[] = [];
let news: ChangedTasks[] = [];
let told: (ViewerPresence | null)[] = [];
let isServerThere = true;
/** What loading again waits for. */
let whileLoading = Promise.resolve();
let following: Following;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, refreshed, news, told, isServerThere, whileLoading] = [[], [], [], [], true, Promise.resolve()];
});
afterEach(() => {
  following.stop();
  vi.useRealTimers();
});

async function start(after: number | null = null): Promise<void> {
  following = followChanges({
    projectId: "p-1",
    after,
    async open(_namespace, auth) {
      if (!isServerThere) throw new Error("unreachable");
      const socket = new FakeSocket(auth);
      sockets.push(socket);
      const { sent } = socket;
      // The client's side sends to the server; what the server sends is emitted on the fake itself.
      return {
        on: (event: string, listener: () => void) => socket.on(event, listener),
        emit: (event: string, body: unknown) => sent.push([event, body]),
        close: () => socket.close(),
      } as never;
    },
    async refresh(stale) {
      refreshed.push(stale);
      await whileLoading;
    },
    onTasks: (one) => news.push(one),
    onPresence: (one) => told.push(one),
  });
  await vi.advanceTimersByTimeAsync(0);
}

const change = (sequence: number): ProjectChange => ({ sequence, type: "code", id: "r-1", operation: "updated" });
const send = (...changes: ProjectChange[]) =>
  sockets.at(-1)?.emit("changes", { sequence: changes.at(-1)?.sequence ?? 0, changes });
const everything = { kind: "everything" };

it("begins without a number, and reads on from its last one after every loss", async () => {
  await start();
  expect(sockets[0]?.auth).toEqual({});
  sockets[0]?.emit("reload", { sequence: 4 });
  send(change(5));
  await vi.advanceTimersByTimeAsync(0);
  expect(refreshed).toEqual([everything, { kind: "changes", changes: [change(5)] }]);
  sockets[0]?.emit("disconnect", "transport close");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets.map(({ auth }) => auth)).toEqual([{}, { after: 5 }]);
  // The former connection has nothing to say any more.
  sockets[0]?.emit("changes", { sequence: 9, changes: [change(9)] });
  send(change(6));
  await vi.advanceTimersByTimeAsync(0);
  expect(refreshed.slice(2)).toEqual([{ kind: "changes", changes: [change(6)] }]);
  expect(following.stop()).toBe(6);
  expect(sockets[1]?.isClosed).toBe(true);
});

it("goes on from where the product was left before", async () => {
  await start(7);
  expect(sockets[0]?.auth).toEqual({ after: 7 });
});

it("tries again ever more rarely, asks by itself meanwhile, and stops asking once it is connected", async () => {
  isServerThere = false;
  await start(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refreshed).toEqual([everything, everything, everything, everything]);
  isServerThere = true;
  following.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(1);
  following.wake();
  sockets[0]?.emit("changes", { sequence: 4, changes: [] });
  refreshed = [];
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sockets.length, refreshed]).toEqual([1, []]);
});

it("asks who may see the product when the server does not let it in any more", async () => {
  await start(4);
  sockets[0]?.emit("disconnect", "io server disconnect");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refreshed).toEqual([]);
  sockets[1]?.emit("connect_error", new Error("Product not found"));
  await vi.advanceTimersByTimeAsync(0);
  expect(refreshed).toEqual([{ kind: "access" }]);
});

it("loads one after the other, and what came meanwhile together", async () => {
  const loading = Promise.withResolvers<void>();
  whileLoading = loading.promise;
  await start(0);
  for (const sequence of [1, 2, 3]) send(change(sequence));
  await vi.advanceTimersByTimeAsync(0);
  expect(refreshed).toEqual([{ kind: "changes", changes: [change(1)] }]);
  loading.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(refreshed.slice(1)).toEqual([{ kind: "changes", changes: [change(2), change(3)] }]);
});

it("does nothing more after it was stopped, not even with a connection that comes late", async () => {
  await start(0);
  following.stop();
  send(change(1));
  sockets[0]?.emit("disconnect", "transport close");
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sockets.length, refreshed]).toEqual([1, []]);
});

it("hands on tasks as they are sent, until it is stopped", async () => {
  await start();
  sockets[0]?.emit("taskUpdated", [{ taskId: "t-1" }]);
  sockets[0]?.emit("taskDeleted", [{ taskId: "t-2" }]);
  following.stop();
  sockets[0]?.emit("taskCreated", [{ taskId: "t-3" }]);
  expect(news).toEqual([
    { tasks: [{ taskId: "t-1" }], deletedIds: [] },
    { tasks: [], deletedIds: ["t-2"] },
  ]);
});

it("says what the tab shows once it is let in, again after every loss, and forgets who else is there meanwhile", async () => {
  await start(4);
  following.show({ taskId: "t-1", field: null });
  expect(sockets[0]?.sent).toEqual([]);
  sockets[0]?.emit("changes", { sequence: 4, changes: [] });
  following.show({ taskId: "t-1", field: "title" });
  const said = (field: string | null) => ["presence", { taskId: "t-1", field }];
  expect(sockets[0]?.sent).toEqual([said(null), said("title")]);
  const presence = { taskId: "t-1", viewers: [] };
  sockets[0]?.emit("presence", presence);
  sockets[0]?.emit("disconnect", "transport close");
  expect(told).toEqual([presence, null]);
  await vi.advanceTimersByTimeAsync(1_000);
  sockets[1]?.emit("changes", { sequence: 4, changes: [] });
  expect(sockets[1]?.sent).toEqual([said("title")]);
  following.show({ taskId: null, field: null });
  expect(sockets[1]?.sent.at(-1)).toEqual(["presence", { taskId: null, field: null }]);
});

it("says again after a loss that the canvas is open, with what is chosen there", async () => {
  await start();
  const place = { canvas: "architecture", nodeId: "s-1", isEditing: true } as const;
  following.show(place);
  sockets[0]?.emit("changes", { sequence: 4, changes: [] });
  expect(sockets[0]?.sent).toEqual([["presence", place]]);
  sockets[0]?.emit("disconnect", "transport close");
  expect(told).toEqual([null]);
  await vi.advanceTimersByTimeAsync(1_000);
  sockets[1]?.emit("changes", { sequence: 4, changes: [] });
  expect(sockets[1]?.sent).toEqual([["presence", place]]);
});
