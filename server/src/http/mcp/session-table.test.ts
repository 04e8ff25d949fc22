import { expect, it } from "vitest";

import type { AgentVisit } from "./agent-connection.ts";
import { createSessionTable, type McpSession } from "./session-table.ts";

const limits = { perUser: 2, inAll: 3, idleMs: 1_000 };
let nowMs = 0;

function visitOf(userId: string, given: Partial<AgentVisit> = {}): AgentVisit {
  const scope = { organizationId: "organization", projectId: "project" };
  return { agent: { userId, grantId: null }, credential: `key of ${userId}`, bearer: null, scope, ...given };
}

function createWorld() {
  nowMs = 0;
  const ended: string[] = [];
  const table = createSessionTable(limits, () => nowMs);
  const open = (sessionId: string, visit: AgentVisit, openStreams = 0): McpSession => {
    const end = async (): Promise<void> => void ended.push(sessionId);
    const handle = () => Promise.reject(new Error("unused"));
    const session: McpSession = {
      sessionId,
      kind: "streamable",
      visit,
      lastUsedAt: nowMs,
      openStreams,
      handle,
      announceTools: async () => {},
      drain: end,
      end,
    };
    table.add(session);
    return session;
  };
  return { table, ended, open };
}

it.each<[string, AgentVisit]>([
  ["another user", visitOf("bo")],
  ["another key of the same user", visitOf("ann", { credential: "another key" })],
  ["another product", visitOf("ann", { scope: { organizationId: "organization", projectId: "another" } })],
  ["another organization", visitOf("ann", { scope: { organizationId: "another", projectId: "project" } })],
])("gives a session to nobody else: %s", (_, visit) => {
  const { table, open } = createWorld();
  const session = open("one", visitOf("ann"));
  expect(table.find("one", "streamable", visit)).toBeNull();
  expect(table.find("one", "legacy", visitOf("ann"))).toBeNull();
  expect(table.find("one", "streamable", visitOf("ann"))).toBe(session);
});

it("ends the longest unused of a user who opens too many, and nobody else's", () => {
  const { table, ended, open } = createWorld();
  open("first", visitOf("ann"), 1);
  nowMs = 1;
  open("second", visitOf("ann"));
  open("of bo", visitOf("bo"));
  nowMs = 2;
  open("third", visitOf("ann"));
  expect(ended).toEqual(["second"]);
  expect(() => open("of cy", visitOf("cy"))).toThrow("Too many agents");
  expect(table.find("of bo", "streamable", visitOf("bo"))).not.toBeNull();
});

it("ends what nobody used for a while, unless somebody listens", () => {
  const { table, ended, open } = createWorld();
  open("quiet", visitOf("ann"));
  open("listening", visitOf("ann"), 1);
  open("used", visitOf("bo"));
  nowMs = 1_500;
  table.find("used", "streamable", visitOf("bo"));
  table.sweep();
  expect(ended).toEqual(["quiet"]);
});

it("ends what a change of rights concerns once it is no longer allowed, also where it cannot be asked", async () => {
  const { table, ended, open } = createWorld();
  open("of ann", visitOf("ann"));
  open("of bo", visitOf("bo"));
  const exchange: string[] = [];
  const release = table.hold({ visit: visitOf("ann"), end: async () => void exchange.push("ended") });
  await table.recheck({ userId: "ann", organizationId: "another" }, async () => false);
  await table.recheck({ userId: "ann" }, async () => true);
  expect([ended, exchange]).toEqual([[], []]);
  await table.recheck({ userId: "ann" }, () => Promise.reject(new Error("no database")));
  expect([ended, exchange]).toEqual([["of ann"], ["ended"]]);
  release();
  await table.recheck({ all: true }, async () => false);
  expect([ended, exchange]).toEqual([["of ann", "of bo"], ["ended"]]);
});

it("takes nobody in once it is closed", async () => {
  const { table, ended, open } = createWorld();
  open("one", visitOf("ann"));
  await table.close();
  expect(ended).toEqual(["one"]);
  expect(() => open("two", visitOf("ann"))).toThrow("stopping");
});
