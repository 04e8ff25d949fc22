import { expect, it } from "vitest";

import { buildOnce, isBuilding } from "./branch-builds.ts";

const maxWaitMs = 60_000;
const forever = new AbortController().signal;

/** Builds that end when they are told to. */
function makeBuilds() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const ask = (folder: string, wait: { maxWaitMs?: number; signal?: AbortSignal; group?: string } = {}) => {
    const requested = buildOnce(folder, { maxWaitMs, signal: forever, ...wait }, async (signal) => {
      begun.push(folder);
      const end = Promise.withResolvers<void>();
      ends.set(folder, end);
      signal.addEventListener("abort", () => end.reject(signal.reason));
      await end.promise;
    });
    requested.catch(() => undefined);
    return requested;
  };
  const finish = (folder: string) => ends.get(folder)?.resolve();
  return { begun, ask, finish };
}

const turn = () => new Promise(setImmediate);

it("runs two at once, the others in the order they came, and none that was given up", async () => {
  const { begun, ask, finish } = makeBuilds();
  const leaving = new AbortController();
  const [a, b] = [ask("a"), ask("b")];
  const c = ask("c", { signal: leaving.signal });
  const d = ask("d");
  await turn();
  expect(begun).toEqual(["a", "b"]);
  leaving.abort();
  await expect(c).rejects.toMatchObject({ code: "cancelled" });
  finish("a");
  await a;
  await turn();
  expect(begun).toEqual(["a", "b", "d"]);
  finish("b");
  finish("d");
  await Promise.all([b, d]);
  expect(["a", "b", "c", "d"].some(isBuilding)).toBe(false);
});

it("goes on for the one who stays, and begins anew after everybody left", async () => {
  const { begun, ask, finish } = makeBuilds();
  const leaving = new AbortController();
  const left = ask("a", { signal: leaving.signal });
  const stays = ask("a");
  await turn();
  leaving.abort();
  await expect(left).rejects.toBeDefined();
  finish("a");
  await stays;
  const alone = new AbortController();
  const stopped = ask("a", { signal: alone.signal });
  await turn();
  alone.abort();
  await expect(stopped).rejects.toBeDefined();
  const next = ask("a");
  await turn();
  await turn();
  expect(begun).toEqual(["a", "a", "a"]);
  finish("a");
  await next;
});

it("goes on when it was promised, and tells everybody of a failure", async () => {
  const { begun, ask, finish } = makeBuilds();
  await expect(ask("a", { maxWaitMs: 1 })).rejects.toMatchObject({ code: "unavailable" });
  expect(isBuilding("a")).toBe(true);
  const later = ask("a");
  finish("a");
  await later;
  expect(begun).toEqual(["a"]);
  const failing = () => buildOnce("b", { maxWaitMs, signal: forever }, () => Promise.reject(new Error("disk")));
  const failures = await Promise.allSettled([failing(), failing()]);
  expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(isBuilding("b")).toBe(false);
});

it("keeps three of a group waiting, the newest, and leaves others alone", async () => {
  const { begun, ask, finish } = makeBuilds();
  const group = "boats";
  const [a, b] = [ask("a"), ask("b")];
  await turn();
  const alone = ask("alone");
  const asked = ["1", "2", "3", "4", "5"].map((folder) => ask(folder, { group }));
  for (const old of asked.slice(0, 2)) await expect(old).rejects.toMatchObject({ code: "unavailable" });
  expect(["1", "2", "3", "4", "5"].filter(isBuilding)).toEqual(["3", "4", "5"]);
  for (const folder of ["a", "b", "alone", "3", "4", "5"]) {
    finish(folder);
    await turn();
  }
  await Promise.all([a, b, alone, ...asked.slice(2)]);
  expect(begun).toEqual(["a", "b", "alone", "3", "4", "5"]);
});
