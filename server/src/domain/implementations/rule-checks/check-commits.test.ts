import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, it, vi } from "vitest";

import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

import { checkCommits } from "./check-commits.ts";

it("checks again what git took too long for", async () => {
  const repository = makeRepository();
  const baseOid = repository.commit({ "a.ts": "export {};\n" });
  const headOid = repository.commit({ "src/b.ts": "console.log(1);\n" });
  const row = { baseOid, headOid, repository: { connection: { type: "url" } } } as unknown as NamedImplementationRow;
  const ctx = {
    mirrors: { directory: () => join(repository.directory, ".git") },
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof checkCommits>[0];
  const check = { kind: "forbidden-text" as const, files: "src/**", text: "console.log" };
  const verdict = async () => {
    const checked = await checkCommits(ctx, row, { checks: [check], findConnections: null });
    return checked?.map((one) => one.verdict);
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const first = verdict();
  // The diff begins only after there is room for it.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  expect(await first).toEqual(["unknown"]);
  await setTimeout(20);
  expect(await verdict()).toEqual(["broken"]);
  repository.remove();
});
