import * as contract from "@cairn/contract/implementations";

import { defineRoute } from "#server/edge.ts";

import { getImplementationDiff } from "./get-implementation-diff.ts";
import { getImplementationLog } from "./get-implementation-log.ts";
import { getImplementation } from "./get-implementation.ts";
import { listImplementations } from "./list-implementations.ts";

export const implementationRoutes = [
  defineRoute(contract.listImplementations, listImplementations),
  defineRoute(contract.getImplementation, getImplementation),
  defineRoute(contract.getImplementationDiff, getImplementationDiff),
  defineRoute(contract.getImplementationLog, getImplementationLog),
];
