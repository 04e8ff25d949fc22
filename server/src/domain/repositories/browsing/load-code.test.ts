import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { findProcesses } from "#server/testing/find-processes.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { openCodeReader, type CodeToRead } from "./load-code.ts";

let repository: TestRepository;
let commit: string;
/** So large in all that reading them lasts long enough to be seen. */
const many = Object.fromEntries(
  Array.from({ length: 300 }, (_, at) => [`many/${at}.txt`, `line one\nfile ${at}\n${"water ".repeat(20_000)}`]),
);

beforeAll(async () => {
  repository = await createTestRepository();
  commit = await repository.commit("First", {
    "a.txt": "one\r\ntwo\n",
    "same.txt": "one\r\ntwo\n",
    "new\nline.txt": "odd",
    "binary.bin": Buffer.from([0, 1, 2]),
    "link.txt": { linkTo: "a.txt" },
    "large.txt": "x".repeat(5 * 1024 * 1024),
    ...many,
  });
});
afterAll(() => repository.remove());

function open(given: Partial<CodeToRead> = {}, signal = new AbortController().signal) {
  return openCodeReader({ repositoryId: "one", directory: `${repository.path}/.git`, commit, signal, ...given });
}

/** Processes of git for this repository, but for the one that every repository has and keeps. */
const processes = () =>
  findProcesses(
    (command) =>
      command.includes(repository.path) &&
      command.includes("cat-file") &&
      !command.includes("core.deltaBaseCacheLimit"),
  ).length;

it("reads text at the commit, and nothing else", async () => {
  const reader = open();
  const paths = [
    "a.txt",
    "same.txt",
    "new\nline.txt",
    "binary.bin",
    "link.txt",
    "large.txt",
    "gone.txt",
    "../a.txt",
    "",
  ];
  const read = await Promise.all(paths.map((path) => reader.readLines(path)));
  expect(read).toEqual([["one", "two"], ["one", "two"], ["odd"], null, null, null, null, null, null]);
});

it("reads many files in few processes, each file once, and leaves none behind", async () => {
  const oid = await repository.git("rev-parse", "HEAD:a.txt");
  const known = vi.fn(() => [{ path: "a.txt", oid }]);
  const reader = open({ files: known });
  expect(reader.readLines("a.txt")).toBe(reader.readLines("a.txt"));
  expect(await reader.readLines("a.txt")).toEqual(["one", "two"]);
  expect(await reader.readLines("same.txt")).toBeNull();
  expect(known).toHaveBeenCalledTimes(1);
  const listing = open();
  const most = { processes: 0 };
  const reading = Promise.all(Object.keys(many).map((path) => listing.readLines(path)));
  const watch = setInterval(() => (most.processes = Math.max(most.processes, processes())), 1);
  const lines = await reading;
  clearInterval(watch);
  expect(lines.map((one) => one?.[1])).toEqual(Object.keys(many).map((_, at) => `file ${at}`));
  expect(most.processes).toBe(1);
  await expect.poll(processes).toBe(0);
});

it("ends with its signal: what waits is refused, and no git goes on", async () => {
  const stop = new AbortController();
  const reader = open({}, stop.signal);
  const reading = Promise.allSettled(Object.keys(many).map((path) => reader.readLines(path)));
  await expect.poll(processes, { interval: 1 }).toBe(1);
  stop.abort();
  expect(new Set((await reading).map(({ status }) => status))).toEqual(new Set(["rejected"]));
  await expect(reader.readLines("a.txt")).rejects.toMatchObject({ code: "cancelled" });
  await expect.poll(processes).toBe(0);
});

it("says what is wrong when the commit is gone", async () => {
  await expect(open({ commit: "0".repeat(40) }).readLines("a.txt")).rejects.toMatchObject({ code: "not_found" });
});
