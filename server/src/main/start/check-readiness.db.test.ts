import { afterAll, beforeAll, expect, it } from "vitest";

import { createClosedSandbox, createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import type { Sandbox } from "#server/platform/sandbox/port/sandbox-port.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { checkReadiness } from "./check-readiness.ts";

const worlds: Record<"bubblewrap" | "off", TestWorld | null> = { bubblewrap: null, off: null };
const dataDirectory = "/nonexistent";

beforeAll(async () => {
  worlds.bubblewrap = await createTestWorld({});
  worlds.off = await createTestWorld({ RUN_SANDBOX: "off" });
});
afterAll(async () => {
  for (const world of Object.values(worlds)) await world?.close();
});

it.each([
  ["usable", "bubblewrap", createSandbox({ dataDirectory }), { isReady: true }],
  [
    "missing",
    "bubblewrap",
    createSandbox({ dataDirectory, searchPath: "/nonexistent" }),
    { isReady: false, isNeeded: false, reason: expect.stringContaining("apt-get install bubblewrap") },
  ],
  [
    "of Podman and missing",
    "bubblewrap",
    createSandbox({ walls: "podman", dataDirectory, searchPath: "/nonexistent" }),
    { isReady: false, isNeeded: false, reason: expect.stringContaining("apt-get install podman") },
  ],
  ["off", "off", createClosedSandbox(dataDirectory), { isReady: true, note: expect.stringContaining("RUN_SANDBOX") }],
] satisfies [string, "bubblewrap" | "off", Sandbox, object][])(
  "says of a sandbox that is %s whether tasks can be run, and why not",
  async (_state, setting, sandbox, expected) => {
    const world = worlds[setting];
    if (!world) throw new Error("no world");
    const runtimeRole = { role: null, isWalled: true, note: null };
    const checks = await checkReadiness({ services: { ...world.ctx, sandbox }, runtimeRole, sshNote: null });
    expect(checks["sandbox"]).toEqual(expected);
  },
);
