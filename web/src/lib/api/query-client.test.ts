import { AppError } from "@cairn/contract/errors";
import { getOrganization } from "@cairn/contract/organizations";
import { messages } from "@cairn/contract/texts";
import { beforeEach, expect, test } from "vitest";

import { errorMessage, isDenied, isGone, queryClient } from "./query-client.ts";

const gate = [getOrganization.path, { params: { organizationId: "northquay" } }];
const isGateStale = () => queryClient.getQueryState(gate)?.isInvalidated;

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(gate, { name: "Northquay" });
});

async function fail(error: Error): Promise<void> {
  const queryFn = async () => {
    throw error;
  };
  await expect(queryClient.fetchQuery({ queryKey: ["members"], queryFn, retry: false })).rejects.toBe(error);
}

test("a failure without a server message gets a default message", () => {
  expect(errorMessage(new AppError("conflict", { message: "This slug is already taken" }))).toBe(
    "This slug is already taken",
  );
  expect(errorMessage(new AppError("conflict", { message: "" }))).toBe(messages.unknownError);
  expect(errorMessage(new TypeError("x is undefined"))).toBe("Unknown error occurred");
  expect(errorMessage("thrown text")).toBe("An unknown error occurred");
});

test("forbidden and missing are denied, anything else may pass", () => {
  expect(isDenied(new AppError("forbidden", { message: "No" }))).toBe(true);
  expect(isDenied(new AppError("not_found", { message: "No" }))).toBe(true);
  expect(isDenied(new AppError("unavailable", { message: "No" }))).toBe(false);
  expect(isDenied(new Error("No"))).toBe(false);
});

test("counts missing or denied data as gone; a failed refresh keeps the loaded data", () => {
  const refused = new AppError("not_found", { message: "No" });
  const unreached = new AppError("unavailable", { message: "No" });
  expect(isGone({ data: undefined, error: null })).toBe(false);
  expect(isGone({ data: undefined, error: unreached })).toBe(true);
  expect(isGone({ data: {}, error: unreached })).toBe(false);
  expect(isGone({ data: {}, error: refused })).toBe(true);
});

test("a denied query makes the access guards check again", async () => {
  expect(isGateStale()).toBe(false);
  await fail(new AppError("not_found", { message: "Organization not found" }));
  expect(isGateStale()).toBe(true);
});

test("a denied mutation makes the access guards check again", async () => {
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => {
      throw new AppError("forbidden", { message: "Only an Owner may do this" });
    },
  });
  await Promise.allSettled([mutation.execute(undefined)]);
  expect(isGateStale()).toBe(true);
});

test("an unreachable server does not trigger the access guards", async () => {
  await fail(new AppError("unavailable", { message: "The server cannot be reached" }));
  expect(isGateStale()).toBe(false);
});
