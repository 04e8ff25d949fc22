import * as coverageGaps from "@cairn/contract/coverage-gaps";
import * as documentChanges from "@cairn/contract/document-changes";
import * as organizations from "@cairn/contract/organizations";
import * as revisions from "@cairn/contract/page-history";
import * as outline from "@cairn/contract/page-outline";
import * as writing from "@cairn/contract/page-writing";
import * as pages from "@cairn/contract/pages";
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
import { listDocumentChanges } from "#server/domain/pages/history/list-document-changes.ts";
import { listRevisions } from "#server/domain/pages/history/list-revisions.ts";
import { restoreRevision } from "#server/domain/pages/history/restore-revision.ts";
import { addWishedPage } from "#server/domain/pages/outline/add-wished-page.ts";
import { dropArtifact } from "#server/domain/pages/outline/drop-artifact.ts";
import { listDroppedPages } from "#server/domain/pages/outline/list-dropped-pages.ts";
import { pinArtifact } from "#server/domain/pages/outline/pin-artifact.ts";
import { restoreDroppedPage } from "#server/domain/pages/outline/restore-dropped-page.ts";
import { estimateRegeneration } from "#server/domain/pages/writing/estimate-regeneration.ts";
import { listCoverageGaps } from "#server/domain/pages/writing/list-coverage-gaps.ts";
import { previewSections } from "#server/domain/pages/writing/preview-sections.ts";
import { regenerateArtifact } from "#server/domain/pages/writing/regenerate-artifact.ts";
import { stopRegeneration } from "#server/domain/pages/writing/stop-regeneration.ts";
import { defineRoute } from "#server/edge.ts";

import { resetOrganizationContext } from "./reset-organization-context.ts";
import { resetProjectContext } from "./reset-project-context.ts";

export const artifactRoutes = [
  defineRoute(pages.listArtifacts, listArtifacts),
  defineRoute(pages.createArtifact, createArtifact),
  defineRoute(pages.getArtifact, getArtifact),
  defineRoute(pages.updateArtifact, updateArtifact),
  defineRoute(pages.deleteArtifact, deleteArtifact),
  defineRoute(pages.placeArtifact, placeArtifact),
  defineRoute(outline.pinArtifact, pinArtifact),
  defineRoute(outline.dropArtifact, dropArtifact),
  defineRoute(outline.listDroppedPages, listDroppedPages),
  defineRoute(outline.restoreDroppedPage, restoreDroppedPage),
  defineRoute(outline.addWishedPage, addWishedPage),
  defineRoute(revisions.listRevisions, listRevisions),
  defineRoute(documentChanges.listDocumentChanges, listDocumentChanges),
  defineRoute(revisions.getRevision, getRevision),
  defineRoute(revisions.restoreRevision, restoreRevision),
  defineRoute(writing.previewSections, previewSections),
  defineRoute(writing.estimateRegeneration, estimateRegeneration),
  defineRoute(writing.regenerateArtifact, regenerateArtifact),
  defineRoute(writing.stopRegeneration, stopRegeneration),
  defineRoute(writing.getSectionChanges, getSectionChanges),
  defineRoute(coverageGaps.listCoverageGaps, listCoverageGaps),
  defineRoute(writing.decideHeldSection, decideHeldSection),
  defineRoute(pages.searchContext, searchArtifacts),
  defineRoute(organizations.resetOrganizationContext, resetOrganizationContext),
  defineRoute(projects.resetProjectContext, resetProjectContext),
];
