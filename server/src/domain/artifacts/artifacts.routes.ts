import * as contract from "@cairn/contract/artifacts";
import * as organizations from "@cairn/contract/organizations";
import * as projects from "@cairn/contract/projects";

import { defineRoute } from "../../edge.ts";
import { deleteArtifact } from "./delete-artifact.ts";
import { getArtifact } from "./get-artifact.ts";
import { listArtifacts } from "./list-artifacts.ts";
import { resetOrganizationContext } from "./reset-organization-context.ts";
import { resetProjectContext } from "./reset-project-context.ts";
import { searchArtifacts } from "./search-artifacts.ts";

export const artifactRoutes = [
  defineRoute(contract.listArtifacts, listArtifacts),
  defineRoute(contract.getArtifact, getArtifact),
  defineRoute(contract.deleteArtifact, deleteArtifact),
  defineRoute(contract.searchContext, searchArtifacts),
  defineRoute(organizations.resetOrganizationContext, resetOrganizationContext),
  defineRoute(projects.resetProjectContext, resetProjectContext),
];
