import { afterEach, expect, it, vi } from "vitest";

import { loadGrammar } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import { parseSymbols } from "#server/code-index/analysis/extract/symbols/parse-symbols.ts";

import { limitWork } from "./limit-work.ts";
import { readSourceText } from "./source-text.ts";

afterEach(() => void vi.useRealTimers());

it("ends what works on or waits without end, and not what others kept from working for a while", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [isOver, waitsOn] = [limitWork(30), limitWork(1_000_000)];
  vi.setSystemTime(Date.now() + 100);
  expect(isOver()).toBe(false);
  let turns = 0;
  while (!isOver()) turns += 1;
  expect(turns).toBeGreaterThan(0);
  vi.setSystemTime(Date.now() + 4_000_000);
  expect(waitsOn()).toBe(false);
  vi.setSystemTime(Date.now() + 2_000_000);
  expect(waitsOn()).toBe(true);
});

it("lets a parse that the machine forgot for some seconds find what it finds", async () => {
  const grammar = await loadGrammar("typescript");
  if (grammar === null) throw new Error("no grammar");
  const source = readSourceText("export function ferry() {\n  return 1;\n}\n".repeat(200), "typescript");
  const startedAt = Date.now();
  let checks = 0;
  vi.spyOn(Date, "now").mockImplementation(() => startedAt + ((checks += 1) === 1 ? 0 : 9_000));
  const found = parseSymbols(source, grammar);
  expect(checks).toBeGreaterThan(1);
  expect(found.problem).toBeNull();
  expect(found.symbols).toHaveLength(200);
});
