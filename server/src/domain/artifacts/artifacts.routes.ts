import * as contract from "@cairn/contract/artifacts";

import { defineRoute } from "../../edge.ts";
import { deleteArtifact } from "./delete-artifact.ts";
import { getArtifact } from "./get-artifact.ts";
import { listArtifacts } from "./list-artifacts.ts";
import { searchArtifacts } from "./search-artifacts.ts";

export const artifactRoutes = [
  defineRoute(contract.listArtifacts, listArtifacts),
  defineRoute(contract.getArtifact, getArtifact),
  defineRoute(contract.deleteArtifact, deleteArtifact),
  defineRoute(contract.searchContext, searchArtifacts),
];
