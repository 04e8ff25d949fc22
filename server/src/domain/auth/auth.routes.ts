import * as contract from "@cairn/contract/auth";

import { defineRoute, type Route } from "#server/edge.ts";

import { getSession } from "./get-session.ts";
import { updateUserData } from "./update-user-data.ts";

/** The calls of the signed-in user. Those on tokens need cookies and are mounted by http/oidc/token-routes.ts. */
export const authRoutes: readonly Route[] = [
  defineRoute(contract.getSession, getSession),
  defineRoute(contract.updateUserData, updateUserData),
];
