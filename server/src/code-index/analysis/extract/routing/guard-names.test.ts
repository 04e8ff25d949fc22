import { expect, it } from "vitest";

import { isCertainGuardName, isGuardName } from "./guard-names.ts";

it.each([
  "requireLogin",
  "auth",
  "AuthMiddleware",
  "jwt_required",
  "passport.authenticate",
  "authorize",
  "get_current_active_user",
  "CurrentUser",
  "isAdmin",
])("takes %s for what lets only some through", (name) => {
  expect(isGuardName(name)).toBe(true);
});

it.each([
  "getAuthor",
  "authentication.Optional",
  "authRouter",
  "listBoats",
  "authController.login",
  "express.json",
  "require",
  "cors",
])("does not take %s for it", (name) => {
  expect(isGuardName(name)).toBe(false);
});

it("is not certain of a name that routes of signing in may have", () => {
  expect(["auth", "requireAuth"].map(isCertainGuardName)).toEqual([false, true]);
});
