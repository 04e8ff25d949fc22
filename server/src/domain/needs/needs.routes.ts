import * as contract from "@cairn/contract/needs";

import { defineRoute } from "../../edge.ts";
import { listNeeds } from "./list-needs.ts";

export const needRoutes = [defineRoute(contract.listNeeds, listNeeds)];
