import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect, it } from "vitest";

import { DiffParser, type DiffLimits } from "./parse-diff.ts";

const limits: DiffLimits = { maxFiles: 20_000, maxLinesPerFile: 5000, maxLines: 20_000, maxBytes: 8 * 1024 * 1024 };

/** As git writes it: added files of so many lines each, all of the same content. */
function feed(parser: DiffParser, { paths, lines, line }: { paths: string[]; lines: number; line: Buffer }): void {
  const ids = `${"0".repeat(40)} ${"1".repeat(40)}`;
  for (const path of paths) parser.read(Buffer.from(`:000000 100644 ${ids} A\t${path}`));
  parser.read(Buffer.alloc(0));
  for (const path of paths) {
    parser.read(Buffer.from(`diff --git a/${path} b/${path}`));
    parser.read(Buffer.from(`@@ -0,0 +1,${lines} @@`));
    for (let at = 0; at < lines; at += 1) parser.read(line);
  }
}

const name = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at));

/** What is held once nothing else is kept in memory. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it.each([
  ["UTF-8", Buffer.from("+é")],
  ["another encoding", Buffer.from("+\u00e9", "latin1")],
])("holds nothing of lines that were cut again, in %s", (_, line) => {
  const parser = new DiffParser(limits);
  const before = heldBytes();
  feed(parser, { paths: name(300, (at) => `${at}.txt`), lines: 2000, line });
  const held = heldBytes() - before;
  const listed = parser.files.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines));
  expect(listed.length).toBeGreaterThan(limits.maxLines / 2);
  expect(listed.length).toBeLessThanOrEqual(limits.maxLines);
  expect(held / listed.length).toBeLessThan(1_000);
});
