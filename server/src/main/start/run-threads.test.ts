import { afterEach, expect, it } from "vitest";

import type { RunHost } from "#server/domain/implementations/phases/run-host.ts";

import { createRunThreads, type RunThreads } from "./run-threads.ts";

/** Works on a run as its id says: it completes, breaks the thread, or hears no stop. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ kind, number, lease }) => {
      if (kind === "close") parentPort.close();
      if (kind !== "begin") return;
      const { implementationId: id } = lease;
      if (id === "poison") setTimeout(() => { throw new Error("broken"); }, 50);
      if (id === "usual") setTimeout(() => parentPort.postMessage({ kind: "end", number, outcome: "completed" }), 200);
    });`)}`,
);
const host: RunHost = { tools: [], useTool: async () => "", readBrief: async () => "" };
const data = { env: {}, overrides: {}, connectionString: "", role: null };

const opened: RunThreads[] = [];
afterEach(async () => {
  for (const threads of opened.splice(0)) await threads.close();
});

const errors: unknown[] = [];

function open() {
  errors.length = 0;
  const threads = createRunThreads(data, host, { program, onError: (error) => errors.push(error) });
  opened.push(threads);
  return (implementationId: string, signal = new AbortController().signal) => {
    const lease = { organizationId: "o", implementationId, leaseEpoch: 1 };
    return threads.work({ lease, contextTokens: null, isLastTry: false }, signal);
  };
}

it("has each run of a thread that broke off in a thread of its own the next time", async () => {
  const work = open();
  expect(await Promise.all([work("usual"), work("poison")])).toEqual([null, null]);
  expect(errors).toEqual([expect.objectContaining({ message: "broken" })]);
  expect(await Promise.all([work("usual"), work("poison")])).toEqual(["completed", null]);
  expect(await Promise.all([work("usual"), work("usual")])).toEqual(["completed", "completed"]);
});

it("ends a thread whose run hears no stop, and works on others afterwards", async () => {
  const work = open();
  const stop = new AbortController();
  const deaf = work("deaf", stop.signal);
  stop.abort();
  expect(await deaf).toBeNull();
  expect(await work("usual")).toBe("completed");
}, 20_000);
