import { AppError } from "@cairn/contract/errors";
import { expect, it } from "vitest";

import { refuseBundle } from "./refuse-bundle.ts";

const refused = (error: unknown): unknown => {
  try {
    return refuseBundle(error);
  } catch (thrown) {
    return thrown;
  }
};

it("says in its own words what git refused itself", () => {
  const cause = new Error("git fetch exited with 128: early EOF");
  const told = refused(new AppError("vendor_unavailable", { message: "The connection broke off.", cause }));
  expect(told).toMatchObject({ code: "unprocessable", message: expect.stringContaining("cut off") as string });
});

it.each(["cancelled", "too_large", "unavailable", "disk_full"] as const)("leaves %s as it is", (code) => {
  const error = new AppError(code, { message: "Stopped.", cause: new Error("git fetch exited with 128: no space") });
  expect(refused(error)).toBe(error);
});

it("leaves a time limit, a kill and errors of its own as they are", () => {
  const late = new AppError("vendor_unavailable", {
    message: "Git did not finish within 120 seconds and was stopped.",
  });
  const cause = new Error("git fetch was ended by SIGKILL: ");
  const killed = new AppError("vendor_failed", { message: "Git could not read the repository.", cause });
  for (const error of [late, killed, new TypeError("none")]) expect(refused(error)).toBe(error);
});
