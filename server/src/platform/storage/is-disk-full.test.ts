import { expect, it } from "vitest";

import { isDiskFull } from "./is-disk-full.ts";

const failure = (fields: object, cause?: unknown) => Object.assign(new Error("no", { cause }), fields);

it.each([
  ["a write", failure({ code: "ENOSPC" }), true],
  ["a quota", failure({ code: "EDQUOT" }), true],
  ["PostgreSQL, wrapped by the query builder", failure({}, failure({ code: "53100" })), true],
  ["SQLite", failure({ code: "ERR_SQLITE_ERROR", errcode: 13 }), true],
  ["another failure of SQLite", failure({ code: "ERR_SQLITE_ERROR", errcode: 5 }), false],
  ["a missing file", failure({ code: "ENOENT" }), false],
  ["something that is no error", "ENOSPC", false],
])("%s: %s", (_, error, expected) => {
  expect(isDiskFull(error)).toBe(expected);
});
