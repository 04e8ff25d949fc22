import * as contract from "@cairn/contract/architecture";
import { listArchitectureChanges as listArchitectureChangesEndpoint } from "@cairn/contract/architecture-changes";

import { defineRoute } from "#server/edge.ts";

import { getArchitecture } from "./get-architecture.ts";
import { listArchitectureChanges } from "./list-architecture-changes.ts";
import { listServiceProposals } from "./list-service-proposals.ts";
import { moveArchitectureNodes } from "./move-architecture-nodes.ts";
import { removeArchitectureEdge } from "./remove-architecture-edge.ts";
import { setArchitectureBaseline } from "./set-architecture-baseline.ts";
import { setArchitectureEdge } from "./set-architecture-edge.ts";

export const architectureRoutes = [
  defineRoute(contract.getArchitecture, getArchitecture),
  defineRoute(listArchitectureChangesEndpoint, listArchitectureChanges),
  defineRoute(contract.listServiceProposals, listServiceProposals),
  defineRoute(contract.moveArchitectureNodes, moveArchitectureNodes),
  defineRoute(contract.setArchitectureEdge, setArchitectureEdge),
  defineRoute(contract.removeArchitectureEdge, removeArchitectureEdge),
  defineRoute(contract.setArchitectureBaseline, setArchitectureBaseline),
];
