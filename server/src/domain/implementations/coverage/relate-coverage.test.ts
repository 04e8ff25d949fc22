import { expect, it } from "vitest";

import type { FileCoverage } from "#server/platform/test-reports/read-coverage.ts";

import { relateCoverage, type LocatedReport } from "./relate-coverage.ts";

const lines = (run: number[], missed: number[]): FileCoverage["lines"] =>
  new Map([...run.map((line) => [line, true] as const), ...missed.map((line) => [line, false] as const)]);
const changed = (paths: Record<string, number[]>) =>
  new Map(Object.entries(paths).map(([path, numbers]) => [path, new Set(numbers)]));

interface Case {
  format: LocatedReport["format"];
  at: string;
  name: string;
  sources?: string[];
  folder?: string;
  means: string | null;
}

const files = new Set(["src/a.ts", "web/src/a.ts", "web/lib/b.ts", "app/tide.py", "tide/tide.go", "api/tide/tide.go"]);

it.each<Case>([
  { format: "lcov", at: "coverage/lcov.info", name: "src/a.ts", means: "src/a.ts" },
  { format: "lcov", at: "coverage/lcov.info", name: "/work/src/a.ts", means: "src/a.ts" },
  // The nearer one is meant, though only the other one may have changed.
  { format: "lcov", at: "web/coverage/lcov.info", name: "src/a.ts", means: "web/src/a.ts" },
  { format: "lcov", at: "coverage/lcov.info", name: "src/a.ts", folder: "web", means: "src/a.ts" },
  { format: "lcov", at: "out/lcov.info", name: "lib/b.ts", folder: "web", means: "web/lib/b.ts" },
  { format: "cobertura", at: "coverage.xml", name: "tide.py", sources: ["/work/app"], means: "app/tide.py" },
  { format: "go", at: "coverage.out", name: "example.test/ferry/tide/tide.go", means: "tide/tide.go" },
  {
    format: "go",
    at: "api/coverage.out",
    name: "example.test/ferry/tide/tide.go",
    folder: "api",
    means: "api/tide/tide.go",
  },
  { format: "lcov", at: "coverage/lcov.info", name: "../../etc/passwd", means: null },
  { format: "lcov", at: "coverage/lcov.info", name: "/etc/passwd", means: null },
  { format: "lcov", at: "coverage/lcov.info", name: "src/gone.ts", means: null },
])("finds $means for $name of $at", ({ format, at, name, sources, folder = "", means }) => {
  const report = { format, path: at, files: [{ name, lines: lines([1], [2]), ...(sources && { sources }) }] };
  const every = changed(Object.fromEntries([...files].map((file) => [file, [1, 2, 3]])));
  const related = relateCoverage([report], { folder, root: "/work", files, changed: every });
  expect(related?.files ?? []).toEqual(means === null ? [] : [{ path: means, run: [1], missed: [2] }]);
});

it("tells of changed lines alone, and takes several reports together", () => {
  const one: LocatedReport = {
    format: "lcov",
    path: "lcov.info",
    files: [{ name: "src/a.ts", lines: lines([1, 5], [2, 3]) }],
  };
  const other: LocatedReport = {
    format: "lcov",
    path: "lcov.info",
    files: [{ name: "src/a.ts", lines: lines([3], [1]) }],
  };
  const to = { folder: "", root: "/work", files, changed: changed({ "src/a.ts": [1, 2, 3, 9] }) };
  expect(relateCoverage([one, other], to)).toEqual({ files: [{ path: "src/a.ts", run: [1, 3], missed: [2] }] });
  expect(relateCoverage([one], { ...to, changed: changed({ "web/src/a.ts": [1] }) })).toBeNull();
});

it("asks for each line that a report has once, however many names it has for a file", () => {
  let asked = 0;
  class Counted extends Map<number, boolean> {
    override get(line: number) {
      asked += 1;
      return super.get(line);
    }
  }
  const every = Array.from({ length: 5_000 }, (_, at) => at + 1);
  const names = Array.from({ length: 500 }, (_, at) => ({
    name: `q${at}/../src/a.ts`,
    lines: new Counted([[7, true]]),
  }));
  const to = { folder: "", root: "/work", files, changed: changed({ "src/a.ts": every }) };
  const related = relateCoverage([{ format: "lcov", path: "lcov.info", files: names }], to);
  expect(related).toEqual({ files: [{ path: "src/a.ts", run: [7], missed: [] }] });
  expect(asked).toBe(500);
});

it("looks for names in no more places than reports of code need", () => {
  let characters = 0;
  class Counted extends Set<string> {
    override has(place: string) {
      characters += place.length;
      return super.has(place);
    }
  }
  const sources = Array.from({ length: 20 }, (_, at) => `/work/${at}/${"a/".repeat(500)}`);
  const named = (name: string) => ({ name, sources, lines: lines([1], []) });
  const hostile = Array.from({ length: 20_000 }, (_, at) => named(String(at)));
  const to = { folder: "", root: "/work", files: new Counted(files), changed: changed({ "src/a.ts": [1] }) };
  const report = { format: "cobertura", path: "coverage.xml" } as const;
  expect(relateCoverage([{ ...report, files: [named("src/a.ts"), ...hostile] }], to)?.files.length).toBe(1);
  expect(characters).toBeLessThanOrEqual(20_000_000);
  // One that is as large as reports of large products are.
  characters = 0;
  const honest = Array.from({ length: 20_000 }, (_, at) => ({
    ...named(`src/somewhere/in/it/${at}.ts`),
    sources: ["/work/app"],
  }));
  expect(relateCoverage([{ ...report, files: [...honest, named("src/a.ts")] }], to)?.files.length).toBe(1);
});
