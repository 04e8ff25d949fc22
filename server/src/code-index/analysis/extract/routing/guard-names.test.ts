import { expect, it } from "vitest";

import { isActionGuard, isCertainGuardName, isGuardName, marksNoGuard } from "./guard-names.ts";

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
  "csrfProtection",
  "ThrottlerGuard",
  "ensureHttps",
])("does not take %s for it", (name) => {
  expect(isGuardName(name)).toBe(false);
});

it("is not certain of a name that routes of signing in may have", () => {
  expect(["auth", "requireAuth"].map(isCertainGuardName)).toEqual([false, true]);
});

it.each([
  "authenticate_user!",
  "require_admin",
  "requires_login",
  "redirect_to_signin",
  "Guardian.Plug.EnsureAuthenticated",
  "HexpmWeb.Plugs.Sudo",
  "verify_api_key_gem_scope",
  "doorkeeper_authorize!",
])("takes %s for what asks who it is before an action", (name) => {
  expect(isActionGuard(name)).toBe(true);
});

it.each([
  "verify_authenticity_token",
  "protect_from_forgery",
  "set_current_user",
  "require_no_authentication",
  "redirect_if_user_is_authenticated",
  "require_params",
  "find_user",
  "rate_limit_user",
  "fetch_current_user",
])("does not take %s for that", (name) => {
  expect(isActionGuard(name)).toBe(false);
});

it("does not take guards for it that all ask for nobody", () => {
  const marks = [
    "UseGuards(ThrottlerGuard)",
    "UseGuards(ThrottlerGuard, AuthGuard)",
    "UseGuards(OwnerGuard)",
    "Public",
  ];
  expect(marks.map(marksNoGuard)).toEqual([true, false, false, false]);
});
