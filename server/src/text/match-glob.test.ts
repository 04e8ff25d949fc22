import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { matchGlob } from "./match-glob.ts";

it.each([
  ["a.ts", "a.ts", true],
  ["src/a.ts", "*.ts", false],
  ["src/a.ts", "src/*.ts", true],
  ["src/b/a.ts", "src/*.ts", false],
  ["a.ts", "**/*.ts", true],
  ["src/b/a.ts", "**/*.ts", true],
  ["src/b/a.ts", "src/**/a.ts", true],
  ["src/a.ts", "src/**/a.ts", true],
  ["src/xa.ts", "src/**/a.ts", false],
  ["src/b/a.ts", "src/**", true],
  ["src", "src/**", false],
  ["srcs/a", "src/**", false],
  [".github/workflows/test.yml", "**", true],
  [".github/workflows/test.yml", "**/*.yml", true],
  ["vendor/a/b.go", "{vendor/**,third_party/**}", true],
  ["third_party/b.go", "{vendor/**,third_party/**}", true],
  ["src/b.go", "{vendor/**,third_party/**}", false],
  ["src/a.tsx", "src/*.{ts,{j,t}sx}", true],
  ["src/a.jsx", "src/*.{ts,{j,t}sx}", true],
  ["src/a.css", "src/*.{ts,{j,t}sx}", false],
  ["a{b", "a{b", true],
  ["a,b}", "a,b}", true],
  ["a*b", String.raw`a\*b`, true],
  ["axb", String.raw`a\*b`, false],
  ["axb", "a?b", true],
  ["a/b", "a?b", false],
  ["v1/a", "v[0-9]/a", true],
  ["vx/a", "v[!0-9]/a", true],
  ["v/a", "v[!x]a", false],
  ["a/b/c", "a**c", false],
  ["abbc", "a**c", true],
  ["", "", true],
  ["a", "", false],
])("%s by %s is %s", (path, pattern, expected) => {
  expect(matchGlob(path, pattern)).toBe(expected);
});

it("takes no longer for patterns that are made to", () => {
  const clock = startCpuClock();
  expect(matchGlob("a".repeat(40), "{a,b}".repeat(40))).toBe(true);
  expect(matchGlob(`${"a".repeat(200)}c`, `${"*a".repeat(90)}b`)).toBe(false);
  expect(matchGlob(`${"a/".repeat(200)}c`, `${"**/a/".repeat(38)}b`)).toBe(false);
  expect(matchGlob("{".repeat(100), "{".repeat(200))).toBe(false);
  expect(clock()).toBeLessThan(1_000);
});
