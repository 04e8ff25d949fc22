import { expect, test } from "vitest";

import { inviteRoleOptions, memberRoleOptions } from "./role-options.ts";

test("nobody can invite above their own role", () => {
  expect(inviteRoleOptions("owner").map(({ value }) => value)).toEqual(["owner", "admin", "editor"]);
  expect(inviteRoleOptions("admin").map(({ value }) => value)).toEqual(["admin", "editor"]);
  expect(inviteRoleOptions("editor")).toEqual([]);
});

test("a role that the caller may not grant is disabled with a reason", () => {
  const blocked = (actor: "owner" | "admin") =>
    memberRoleOptions(actor, "editor")
      .filter(({ disabledReason }) => disabledReason)
      .map(({ value }) => value);
  expect(blocked("admin")).toEqual(["owner"]);
  expect(blocked("owner")).toEqual([]);
});
