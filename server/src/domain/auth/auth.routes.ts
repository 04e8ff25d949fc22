import * as contract from "@cairn/contract/auth";

import { defineRoute, type Route } from "#server/edge.ts";

import { deleteUser } from "./delete-user.ts";
import { endOtherSignIns } from "./end-other-sign-ins.ts";
import { endSignIn } from "./end-sign-in.ts";
import { getSession } from "./get-session.ts";
import { listSignIns } from "./list-sign-ins.ts";
import { updatePassword } from "./update-password.ts";
import { updateUserData } from "./update-user-data.ts";

/** The calls of the signed-in user. Those on tokens need cookies and are mounted by http/oidc/token-routes.ts. */
export const authRoutes: readonly Route[] = [
  defineRoute(contract.getSession, getSession),
  defineRoute(contract.updateUserData, updateUserData),
  defineRoute(contract.updatePassword, updatePassword),
  defineRoute(contract.deleteUser, deleteUser),
  defineRoute(contract.listSignIns, listSignIns),
  defineRoute(contract.endSignIn, endSignIn),
  defineRoute(contract.endOtherSignIns, endOtherSignIns),
];
