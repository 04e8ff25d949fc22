import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";

import { silentLogger } from "#server/platform/log/logger.ts";

import { toErrorResponse } from "./error-response.ts";

const statusOf = (error: unknown) => toErrorResponse(error, { requestId: "one", log: silentLogger }).status;

it.each(["57P01", "57P03", "EPIPE", "ECONNRESET"])(
  "a statement that %s kept from the database may be tried again",
  (code) => {
    const cause = Object.assign(new Error("the connection is gone"), { code });
    expect(statusOf(new DrizzleQueryError("select 1", [], cause))).toBe(503);
  },
);

it("work that ended because its caller left is no fault, and anything else that fails then is one", () => {
  const logged: unknown[] = [];
  const log = { ...silentLogger, error: (fields: object) => void logged.push(fields) };
  const statusFor = (error: unknown, signal: AbortSignal) =>
    toErrorResponse(error, { requestId: "one", log, signal }).status;
  // The web server's reason is a text.
  const left = AbortSignal.abort("Error: aborted");
  expect(statusFor("Error: aborted", left)).toBe(499);
  expect(statusFor(new DOMException("This operation was aborted", "AbortError"), left)).toBe(499);
  expect(logged).toEqual([]);
  expect(statusFor(new TypeError("x is not a function"), left)).toBe(500);
  expect(statusFor("Error: aborted", new AbortController().signal)).toBe(500);
  expect(logged).toHaveLength(2);
});

it("a statement that the database refuses is a fault of ours", () => {
  const cause = Object.assign(new Error("column does not exist"), { code: "42703" });
  expect(statusOf(new DrizzleQueryError("select 1", [], cause))).toBe(500);
});
