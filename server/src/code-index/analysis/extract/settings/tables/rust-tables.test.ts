import { expect, it } from "vitest";

import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { scanRustTables } from "./rust-tables.ts";

it("is not held up by macros that never end", () => {
  const text = `fn a() { [<$a:upper>] @getenv }\n${"macro_rules! a {\n".repeat(6000)}${"a! {\n".repeat(6000)}`;
  const workedMs = startCpuClock();
  expect(scanRustTables(readSourceText(text, "rust"))).toEqual([]);
  expect(workedMs()).toBeLessThan(400);
});
