import * as revisions from "@cairn/contract/artifact-revisions";
import * as untold from "@cairn/contract/artifact-untold";
import * as contract from "@cairn/contract/artifacts";
import * as organizations from "@cairn/contract/organizations";
import * as projects from "@cairn/contract/projects";

import { deleteArtifact } from "#server/domain/pages/catalog/delete-artifact.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { placeArtifact } from "#server/domain/pages/catalog/place-artifact.ts";
import { searchArtifacts } from "#server/domain/pages/catalog/search-artifacts.ts";
import { createArtifact } from "#server/domain/pages/editing/create-artifact.ts";
import { updateArtifact } from "#server/domain/pages/editing/update-artifact.ts";
import { decideHeldSection } from "#server/domain/pages/history/decide-held-section.ts";
import { getRevision } from "#server/domain/pages/history/get-revision.ts";
import { getSectionChanges } from "#server/domain/pages/history/get-section-changes.ts";
import { listRevisions } from "#server/domain/pages/history/list-revisions.ts";
import { restoreRevision } from "#server/domain/pages/history/restore-revision.ts";
import { estimateRegeneration } from "#server/domain/pages/writing/estimate-regeneration.ts";
import { listUntoldFacts } from "#server/domain/pages/writing/list-untold-facts.ts";
import { previewSections } from "#server/domain/pages/writing/preview-sections.ts";
import { regenerateArtifact } from "#server/domain/pages/writing/regenerate-artifact.ts";
import { stopRegeneration } from "#server/domain/pages/writing/stop-regeneration.ts";
import { defineRoute } from "#server/edge.ts";

import { resetOrganizationContext } from "./reset-organization-context.ts";
import { resetProjectContext } from "./reset-project-context.ts";

export const artifactRoutes = [
  defineRoute(contract.listArtifacts, listArtifacts),
  defineRoute(contract.createArtifact, createArtifact),
  defineRoute(contract.getArtifact, getArtifact),
  defineRoute(contract.updateArtifact, updateArtifact),
  defineRoute(contract.deleteArtifact, deleteArtifact),
  defineRoute(contract.placeArtifact, placeArtifact),
  defineRoute(revisions.listRevisions, listRevisions),
  defineRoute(revisions.getRevision, getRevision),
  defineRoute(revisions.restoreRevision, restoreRevision),
  defineRoute(contract.previewSections, previewSections),
  defineRoute(contract.estimateRegeneration, estimateRegeneration),
  defineRoute(contract.regenerateArtifact, regenerateArtifact),
  defineRoute(contract.stopRegeneration, stopRegeneration),
  defineRoute(contract.getSectionChanges, getSectionChanges),
  defineRoute(untold.listUntoldFacts, listUntoldFacts),
  defineRoute(contract.decideHeldSection, decideHeldSection),
  defineRoute(contract.searchContext, searchArtifacts),
  defineRoute(organizations.resetOrganizationContext, resetOrganizationContext),
  defineRoute(projects.resetProjectContext, resetProjectContext),
];
