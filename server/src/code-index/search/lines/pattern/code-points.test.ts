import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { holds, intersect, joinRanges, subtract, unite } from "./code-points.ts";
import { compileProgram } from "./compile-program.ts";
import { parsePattern } from "./parse-pattern.ts";

const sets = [[], [0, 0x10ffff], [3, 3, 5, 5, 7, 9], [0, 2, 4, 8], [5, 5], [1, 40]].map((flat) =>
  joinRanges(flat.flatMap((first, at) => (at % 2 === 0 ? [[first, flat[at + 1] ?? 0] as const] : []))),
);

it("intersects, subtracts and unites as each point says by itself", () => {
  for (const one of sets)
    for (const other of sets)
      for (let point = 0; point < 45; point += 1) {
        const [isInOne, isInOther] = [holds(one, point), holds(other, point)];
        expect(holds(intersect(one, other), point)).toBe(isInOne && isInOther);
        expect(holds(subtract(one, other), point)).toBe(isInOne && !isInOther);
        expect(holds(unite(one, other), point)).toBe(isInOne || isInOther);
      }
});

it("makes a pattern of many large sets ready before anybody else has to wait", () => {
  const read = (pattern: string) => compileProgram(parsePattern(pattern, { ignoreCase: true }));
  const part = String.raw`[\w&&\p{L}]`;
  // Unicode's tables are read once for the process.
  read(part);
  const workedMs = startCpuClock();
  read(part.repeat(90));
  expect(workedMs()).toBeLessThan(250);
});
