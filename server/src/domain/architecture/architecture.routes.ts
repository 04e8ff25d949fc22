import * as contract from "@cairn/contract/architecture";
import * as analysis from "@cairn/contract/architecture-analysis";
import * as changes from "@cairn/contract/architecture-changes";
import * as edits from "@cairn/contract/architecture-edits";
import * as files from "@cairn/contract/architecture-export";
import * as history from "@cairn/contract/architecture-history";
import * as imports from "@cairn/contract/architecture-import";
import * as modules from "@cairn/contract/architecture-modules";
import * as corrections from "@cairn/contract/proposal-corrections";

import { defineRoute } from "#server/edge.ts";

import { analyseArchitecture } from "./analyse-architecture.ts";
import { editArchitecture } from "./edit-architecture.ts";
import { exportArchitecture } from "./export-architecture.ts";
import { getArchitectureAt } from "./get-architecture-at.ts";
import { getArchitecture } from "./get-architecture.ts";
import { getServiceModules } from "./get-service-modules.ts";
import { listArchitectureChanges } from "./list-architecture-changes.ts";
import { listProposalCorrections } from "./list-proposal-corrections.ts";
import { listServiceProposals } from "./list-service-proposals.ts";
import { moveArchitectureNodes } from "./move-architecture-nodes.ts";
import { previewArchitectureImport } from "./preview-architecture-import.ts";
import { removeArchitectureBaseline } from "./remove-architecture-baseline.ts";
import { removeArchitectureEdge } from "./remove-architecture-edge.ts";
import { removeDrawnNode } from "./remove-drawn-node.ts";
import { saveDrawnNode } from "./save-drawn-node.ts";
import { saveProposalCorrections } from "./save-proposal-corrections.ts";
import { setArchitectureBaseline } from "./set-architecture-baseline.ts";
import { setArchitectureEdge } from "./set-architecture-edge.ts";
import { suggestArchitecture } from "./suggest-architecture.ts";

export const architectureRoutes = [
  defineRoute(contract.getArchitecture, getArchitecture),
  defineRoute(changes.listArchitectureChanges, listArchitectureChanges),
  defineRoute(history.getArchitectureAt, getArchitectureAt),
  defineRoute(modules.getServiceModules, getServiceModules),
  defineRoute(contract.listServiceProposals, listServiceProposals),
  defineRoute(corrections.listProposalCorrections, listProposalCorrections),
  defineRoute(corrections.saveProposalCorrections, saveProposalCorrections),
  defineRoute(contract.moveArchitectureNodes, moveArchitectureNodes),
  defineRoute(contract.saveDrawnNode, saveDrawnNode),
  defineRoute(contract.removeDrawnNode, removeDrawnNode),
  defineRoute(contract.setArchitectureEdge, setArchitectureEdge),
  defineRoute(contract.removeArchitectureEdge, removeArchitectureEdge),
  defineRoute(contract.setArchitectureBaseline, setArchitectureBaseline),
  defineRoute(contract.removeArchitectureBaseline, removeArchitectureBaseline),
  defineRoute(files.exportArchitecture, exportArchitecture),
  defineRoute(imports.previewArchitectureImport, previewArchitectureImport),
  defineRoute(analysis.analyseArchitecture, analyseArchitecture),
  defineRoute(edits.editArchitecture, editArchitecture),
  defineRoute(edits.suggestArchitecture, suggestArchitecture),
];
