import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";

import { silentLogger } from "../platform/log/logger.ts";
import { toErrorResponse } from "./error-response.ts";

const statusOf = (error: unknown) => toErrorResponse(error, { requestId: "one", log: silentLogger }).status;

it.each(["57P01", "57P03", "EPIPE", "ECONNRESET"])(
  "a statement that %s kept from the database may be tried again",
  (code) => {
    const cause = Object.assign(new Error("the connection is gone"), { code });
    expect(statusOf(new DrizzleQueryError("select 1", [], cause))).toBe(503);
  },
);

it("a statement that the database refuses is a fault of ours", () => {
  const cause = Object.assign(new Error("column does not exist"), { code: "42703" });
  expect(statusOf(new DrizzleQueryError("select 1", [], cause))).toBe(500);
});
