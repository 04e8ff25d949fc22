import * as contract from "@cairn/contract/attention-items";

import { defineRoute } from "#server/edge.ts";

import { listNeeds } from "./list-needs.ts";

export const needRoutes = [defineRoute(contract.listNeeds, listNeeds)];
