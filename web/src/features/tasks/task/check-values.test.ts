import { expect, it } from "vitest";

import { readValues, toValues } from "./check-values.ts";

it.each([
  { kind: "person" },
  { kind: "command", command: "npm test", exitCode: 3, outputContains: "low" },
  { kind: "command", command: "npm test", exitCode: 0, outputContains: null },
  { kind: "test-file", path: "test/a.test.js", content: "x", command: "node --test" },
] as const)("shows and reads %o as it is", (check) => {
  expect(readValues(toValues(check))).toEqual({ check, problems: {} });
});

it("says of each field what is wrong", () => {
  const empty = toValues({ kind: "person" });
  expect(readValues({ ...empty, kind: "test-file", path: "../x" })).toEqual({
    check: null,
    problems: {
      path: "A path goes from the service's folder to a file, such as test/tides.test.js",
      content: "Type the test",
      command: "Type a command, or choose that there is none",
    },
  });
  expect(readValues({ ...empty, kind: "command", command: "x", exitCode: "256" }).problems).toEqual({
    exitCode: "An exit code is a number from 0 to 255",
  });
});
