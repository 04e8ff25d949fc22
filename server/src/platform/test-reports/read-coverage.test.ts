import { expect, it } from "vitest";

import { readCoverage } from "./read-coverage.ts";

const plain = (content: string) => {
  const report = readCoverage(content);
  return (
    report && {
      format: report.format,
      files: report.files.map(({ lines, ...file }) => ({
        ...file,
        lines: [...lines].map(([line, isRun]) => `${line}${isRun ? "+" : "-"}`),
      })),
    }
  );
};

it("reads lcov, where a line that ran under one record has run", () => {
  const lcov =
    "TN:\nSF:src/a.ts\nFN:1,a\nDA:1,4\nDA:2,0\nDA:3,0\nend_of_record\nSF:src/a.ts\nDA:3,1\nend_of_record\nDA:9,1\n";
  expect(plain(lcov)).toEqual({ format: "lcov", files: [{ name: "src/a.ts", lines: ["1+", "2-", "3+"] }] });
});

it("reads Cobertura with the folders that its names are from", () => {
  const xml = `<?xml version="1.0"?>\n<coverage line-rate="1"><sources><source>/work/app</source></sources><packages><package><classes>
    <class name="tide.py" filename="tide.py"><methods><method><lines><line number="2" hits="1"/></lines></method></methods>
    <lines><line number="2" hits="0"/><line number="3" hits="0" branch="true"/></lines></class></classes></package></packages></coverage>`;
  expect(plain(xml)).toEqual({
    format: "cobertura",
    files: [{ name: "tide.py", sources: ["/work/app"], lines: ["2+", "3-"] }],
  });
});

it("reads Go's profile, whose blocks end before the first character of a line", () => {
  const profile =
    "mode: set\nexample.test/ferry/tide/tide.go:3.20,5.2 1 1\nexample.test/ferry/tide/tide.go:5.2,7.1 1 0\n";
  expect(plain(profile)).toEqual({
    format: "go",
    files: [{ name: "example.test/ferry/tide/tide.go", lines: ["3+", "4+", "5+", "6-"] }],
  });
});

it.each([
  ["", null],
  ["{}", null],
  ["<html><body>coverage</body></html>", null],
  ["mode: whatever\na.go:1.1,2.2 1 1\n", null],
  ["<testsuites></testsuites>", null],
  ["SF:\nDA:1,1\n", null],
])("takes nothing else for a report: %j", (content, expected) => {
  expect(plain(content)).toBe(expected);
});

it("bears whatever somebody writes", () => {
  const hostile = "SF:a.ts\nDA:1,1\nDA:-4,1\nDA:99999999999999999999,1\nDA:0,1\nDA:2,NaN\nDA:x\n";
  expect(plain(hostile)).toEqual({ format: "lcov", files: [{ name: "a.ts", lines: ["1+"] }] });
  expect(plain("mode: set\na.go:1.1,9000000.1 1 1\nb.go:9.1,3.1 1 1\n")).toEqual({ format: "go", files: [] });
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><coverage><class filename="&b;"><line number="1" hits="1"/></class>`;
  expect(plain(bomb)).toEqual({ format: "cobertura", files: [{ name: "&b;", sources: [], lines: ["1+"] }] });
  const many = `SF:a.ts\n${Array.from({ length: 300_000 }, (_, at) => `DA:${at + 1},1`).join("\n")}\n`;
  expect(readCoverage(many.repeat(5))?.files[0]?.lines.size).toBe(300_000);
});

/** Far above what it takes, and far below what it took before it was bounded. */
const soonMs = 5_000;
function expectSoon<T>(work: () => T): T {
  const began = performance.now();
  const done = work();
  expect(performance.now() - began).toBeLessThan(soonMs);
  return done;
}

it("counts what it refuses as well, so that a profile of nothing else ends", () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `n${at}:1.1,1.2 1 1\n`).join("");
  const refused = "x:1.1,20001.2 1 1\n".repeat(60);
  const report = readCoverage(`mode: set\n${names}${refused}n0:7.1,7.2 1 1\n`);
  expect(report?.files.length).toBe(20_000);
  expect([...(report?.files[0]?.lines.keys() ?? [])]).toEqual([1]);
});

it("tries no line beyond the last that a file may have", () => {
  const beyond = "a:9000000.1,9020000.2 1 1\n".repeat(40_000);
  const across = "b:999999.1,1000009.2 1 1\n";
  const files = expectSoon(() => plain(`mode: set\n${beyond}${across}`))?.files;
  expect(files).toEqual([{ name: "b", lines: ["999999+", "1000000+"] }]);
});

it.each([
  ["as long as names may be", "a".repeat(1_024), true],
  ["too long", "a".repeat(1_025), false],
  ["of as many parts as names may have", `${"a/".repeat(39)}b`, true],
  ["of too many parts", `${"a/".repeat(40)}b`, false],
  ["of too many parts, as Windows writes them", `${"a\\".repeat(40)}b`, false],
])("reads a name or not: %s", (_name, name, isRead) => {
  const reports = [
    `SF:ok\nDA:1,1\nSF:${name}\nDA:1,1\n`,
    `<coverage><class filename="ok"><line number="1" hits="1"/></class><class filename="${name}"><line number="1" hits="1"/></class></coverage>`,
    `mode: set\nok:1.1,1.2 1 1\n${name}:1.1,1.2 1 1\n`,
  ];
  for (const report of reports)
    expect(readCoverage(report)?.files.map((file) => file.name)).toEqual(isRead ? ["ok", name] : ["ok"]);
});

it("cuts folders of a report that are longer than any, also when they come in pieces", () => {
  const line = '<class filename="a"><line number="1" hits="1"/></class>';
  for (const source of ["a/".repeat(1_300_000), "&amp;".repeat(2_000)]) {
    const report = readCoverage(`<coverage><source>${source}</source>${line}</coverage>`);
    expect(report?.files[0]?.sources?.map(({ length }) => length)).toEqual([1_024]);
  }
});

it("takes no XML for a report that is nested deeper or has more attributes than any", () => {
  const line = '<class filename="a"><line number="1" hits="1"/></class>';
  const nested = (depth: number) => plain(`<coverage>${line}${"<a>".repeat(depth)}`)?.files.length ?? null;
  expect([nested(99), nested(100)]).toEqual([1, null]);
  expect(expectSoon(() => nested(1_000_000))).toBeNull();
  const wide = (count: number) =>
    plain(`<coverage>${line}<a ${Array.from({ length: count }, (_, at) => `x${at}="1"`).join(" ")}/></coverage>`);
  expect([wide(200)?.files.length, wide(201)]).toEqual([1, null]);
});
