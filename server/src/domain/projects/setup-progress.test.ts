import { describe, expect, it } from "vitest";

import { measureSetup } from "./setup-progress.ts";

const fresh = { description: null, setupComplete: false, pagesWrittenAt: null, pagesWriting: null };
const writing = (number: number) => ({ ...fresh, pagesWriting: { number, total: 10, title: "Runbook" } });
const planning = (plannedShare: number) => ({ ...fresh, pagesWriting: { plannedShare, title: "Data" } });
const done = { ...fresh, description: "Shows departures", setupComplete: true, pagesWrittenAt: new Date(0) };
const at = (indexState: "never" | "queued" | "cloning" | "analyzing" | "ready" | "failed", indexProgress = 0) => ({
  indexState,
  indexProgress,
  indexedCommit: null,
  indexBegunAt: null,
  indexReading: null,
});
const now = new Date("2026-05-04T10:00:30Z");
const read = (files: number, path: string | null) => ({
  files,
  totalFiles: 40,
  symbols: files * 3,
  path,
});

it("does not count a repository that could not be read, or has no code yet, as connected", () => {
  expect(measureSetup(fresh, [at("never")], now).hasRepository).toBe(false);
  expect(measureSetup(fresh, [at("failed")], now).hasRepository).toBe(false);
  expect(measureSetup(fresh, [at("failed"), at("queued")], now).hasRepository).toBe(true);
  expect(measureSetup(fresh, [{ ...at("failed"), indexedCommit: "0".repeat(40) }], now).hasRepository).toBe(true);
});

it("tells how many repositories there are, and how many of them were read or cannot be", () => {
  const repositories = [at("ready", 100), at("failed", 30), at("cloning", 10), at("queued")];
  expect(measureSetup(fresh, repositories, now)).toMatchObject({ repositoryCount: 4, readCount: 2 });
});

describe("measureSetup", () => {
  it.each([
    { name: "nothing to do", project: fresh, repositories: [], progress: 100, label: null },
    {
      name: "one cloning",
      project: fresh,
      repositories: [at("cloning", 10)],
      progress: 7,
      label: "Cloning repository",
    },
    {
      name: "several cloning",
      project: fresh,
      repositories: [at("cloning", 10), at("queued", 0)],
      progress: 3.5,
      label: "Cloning repositories",
    },
    {
      name: "one left to analyze",
      project: fresh,
      repositories: [at("analyzing", 60), at("ready", 100)],
      progress: 56,
      label: "Analyzing architecture",
    },
    {
      name: "never 100 while it runs",
      project: done,
      repositories: [at("analyzing", 100)],
      progress: 99,
      label: "Analyzing architecture",
    },
    {
      name: "pages still to be written",
      project: fresh,
      repositories: [at("ready", 100)],
      progress: 70,
      label: "Planning the pages",
    },
    {
      name: "half of what may be a page looked through",
      project: planning(0.5),
      repositories: [at("ready", 100)],
      progress: 75,
      label: "Planning the pages: Data",
    },
    {
      name: "the first of ten pages being written",
      project: writing(1),
      repositories: [at("ready", 100)],
      progress: 80,
      label: "Writing page 1 of 10: Runbook",
    },
    {
      name: "the last of ten pages being written",
      project: writing(10),
      repositories: [at("ready", 100)],
      progress: 98,
      label: "Writing page 10 of 10: Runbook",
    },
    {
      name: "a failed one stops nothing",
      project: fresh,
      repositories: [at("failed", 30)],
      progress: 100,
      label: null,
    },
    {
      name: "written, and a person has not finished it",
      project: { ...done, setupComplete: false },
      repositories: [at("ready", 100)],
      progress: 100,
      label: null,
    },
    {
      name: "skipped by a person while pages are still to be written",
      project: { ...fresh, setupComplete: true },
      repositories: [at("ready", 100)],
      progress: 70,
      label: "Planning the pages",
    },
    { name: "all done", project: done, repositories: [at("ready", 100)], progress: 100, label: null },
    {
      name: "a later run of a finished product",
      project: done,
      repositories: [at("cloning", 4)],
      progress: 4,
      label: "Cloning repository",
    },
  ] as const)("$name", ({ project, repositories, progress, label }) => {
    expect(measureSetup(project, repositories, now)).toMatchObject({ progress, label });
  });
});

it("tells files, symbols and the file being read, of what ended as well", () => {
  const repositories = [
    { ...at("ready", 100), indexReading: read(40, "last.ts") },
    { ...at("analyzing", 50), indexReading: read(10, "src/now.ts") },
    at("queued"),
  ];
  expect(measureSetup(fresh, repositories, now).reading).toEqual({
    files: 50,
    totalFiles: 80,
    symbols: 150,
    path: "src/now.ts",
  });
});

it("tells no file while documents are written, and nothing at all when nothing runs", () => {
  const repositories = [{ ...at("ready", 100), indexReading: read(40, "last.ts") }];
  expect(measureSetup(fresh, repositories, now).reading).toMatchObject({ files: 40, path: null });
  expect(measureSetup(done, repositories, now).reading).toBeNull();
  expect(measureSetup(fresh, [at("cloning", 3)], now).reading).toBeNull();
});

it("tells since when the latest run is under way, by the server's clock", () => {
  const begun = (time: string) => ({ ...at("queued"), indexBegunAt: new Date(time) });
  expect(
    measureSetup(fresh, [begun("2026-05-04T10:00:00Z"), begun("2026-05-04T10:00:20Z"), at("queued")], now),
  ).toMatchObject({ begunAt: "2026-05-04T10:00:20.000Z", elapsedMs: 10_000 });
  expect(measureSetup(fresh, [at("ready")], now)).toMatchObject({ begunAt: null, elapsedMs: null });
});
