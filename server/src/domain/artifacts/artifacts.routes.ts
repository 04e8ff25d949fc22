import * as untold from "@cairn/contract/artifact-untold";
import * as organizations from "@cairn/contract/organizations";
import * as revisions from "@cairn/contract/page-history";
import * as writing from "@cairn/contract/page-writing";
import * as pages from "@cairn/contract/pages";
import * as projects from "@cairn/contract/projects";

import { defineRoute } from "../../edge.ts";
import { createArtifact } from "./create-artifact.ts";
import { decideHeldSection } from "./decide-held-section.ts";
import { deleteArtifact } from "./delete-artifact.ts";
import { estimateRegeneration } from "./estimate-regeneration.ts";
import { getArtifact } from "./get-artifact.ts";
import { getRevision } from "./get-revision.ts";
import { getSectionChanges } from "./get-section-changes.ts";
import { listArtifacts } from "./list-artifacts.ts";
import { listRevisions } from "./list-revisions.ts";
import { listUntoldFacts } from "./list-untold-facts.ts";
import { placeArtifact } from "./place-artifact.ts";
import { previewSections } from "./preview-sections.ts";
import { regenerateArtifact } from "./regenerate-artifact.ts";
import { resetOrganizationContext } from "./reset-organization-context.ts";
import { resetProjectContext } from "./reset-project-context.ts";
import { restoreRevision } from "./restore-revision.ts";
import { searchArtifacts } from "./search-artifacts.ts";
import { stopRegeneration } from "./stop-regeneration.ts";
import { updateArtifact } from "./update-artifact.ts";

export const artifactRoutes = [
  defineRoute(pages.listArtifacts, listArtifacts),
  defineRoute(pages.createArtifact, createArtifact),
  defineRoute(pages.getArtifact, getArtifact),
  defineRoute(pages.updateArtifact, updateArtifact),
  defineRoute(pages.deleteArtifact, deleteArtifact),
  defineRoute(pages.placeArtifact, placeArtifact),
  defineRoute(revisions.listRevisions, listRevisions),
  defineRoute(revisions.getRevision, getRevision),
  defineRoute(revisions.restoreRevision, restoreRevision),
  defineRoute(writing.previewSections, previewSections),
  defineRoute(writing.estimateRegeneration, estimateRegeneration),
  defineRoute(writing.regenerateArtifact, regenerateArtifact),
  defineRoute(writing.stopRegeneration, stopRegeneration),
  defineRoute(writing.getSectionChanges, getSectionChanges),
  defineRoute(untold.listUntoldFacts, listUntoldFacts),
  defineRoute(writing.decideHeldSection, decideHeldSection),
  defineRoute(pages.searchContext, searchArtifacts),
  defineRoute(organizations.resetOrganizationContext, resetOrganizationContext),
  defineRoute(projects.resetProjectContext, resetProjectContext),
];
