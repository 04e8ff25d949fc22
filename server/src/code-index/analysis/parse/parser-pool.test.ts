import { describe, expect, it } from "vitest";

import { unpackFacts } from "./parse-blob.ts";
import type { ParseTask } from "./parse-worker.ts";
import { parseInThread } from "./parser-pool.ts";

const task = (path: string, text: string): ParseTask => ({ oid: path.padEnd(40, "0"), path, bytes: Buffer.from(text) });

describe("parseInThread", () => {
  it("names a file whose parse never ends and reads the ones after it in a fresh thread", async () => {
    const endless = task("endless.ts", "/*\n".repeat(40_000));
    const parsed = await parseInThread([
      task("a.ts", "export function before() {}\n"),
      endless,
      task("b.ts", "export function after() {}\n"),
    ]);
    expect(parsed.map(({ problem, symbols }) => ({ problem, symbols }))).toEqual([
      { problem: null, symbols: 1 },
      { problem: "parsing took longer than 2 s", symbols: 0 },
      { problem: null, symbols: 1 },
    ]);
    expect(parsed[1]?.terms).not.toBeNull();
    expect(unpackFacts(parsed[2]?.facts ?? new Uint8Array(), null).symbols[0]?.name).toBe("after");
  });

  it("stops at once when asked to", async () => {
    const controller = new AbortController();
    const running = parseInThread([task("endless.ts", "/*\n".repeat(40_000))], controller.signal);
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
  });
});
