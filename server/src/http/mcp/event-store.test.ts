import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";

import { createEventStore } from "./event-store.ts";

let nowMs = 0;
const message = (id: number, size = 10): JSONRPCMessage => ({ jsonrpc: "2.0", id, result: { text: "x".repeat(size) } });

async function replay(store: ReturnType<typeof createEventStore>, after: string): Promise<unknown[]> {
  const sent: unknown[] = [];
  await store.replayEventsAfter(after, { send: async (_, one) => void sent.push("id" in one ? one.id : null) });
  return sent;
}

it("gives the messages of one stream after an event, without those of others", async () => {
  const store = createEventStore({ maxBytes: 10_000, maxAgeMs: 1_000 }, () => nowMs);
  const first = await store.storeEvent("a", {} as JSONRPCMessage);
  await store.storeEvent("b", message(1));
  const second = await store.storeEvent("a", message(2));
  await store.storeEvent("a", {} as JSONRPCMessage);
  await store.storeEvent("a", message(3));
  expect(await replay(store, first)).toEqual([2, 3]);
  expect(await replay(store, second)).toEqual([3]);
});

it("forgets the oldest when there are too many or too old, never the newest", async () => {
  nowMs = 0;
  const store = createEventStore({ maxBytes: 500, maxAgeMs: 1_000 }, () => nowMs);
  const first = await store.storeEvent("a", message(1, 300));
  const second = await store.storeEvent("a", message(2, 300));
  expect([store.has(first), store.has(second)]).toEqual([false, true]);
  nowMs = 2_000;
  const third = await store.storeEvent("a", message(3, 5_000));
  expect([store.has(second), store.has(third)]).toEqual([false, true]);
  await expect(replay(store, first)).rejects.toThrow("no longer kept");
});
