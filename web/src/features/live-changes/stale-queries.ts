import { getArchitecture, listServiceProposals } from "@cairn/contract/architecture";
import { listArchitectureChanges } from "@cairn/contract/architecture-changes";
import { getArchitectureAt } from "@cairn/contract/architecture-history";
import { getServiceModules } from "@cairn/contract/architecture-modules";
import { listChangeOverlaps, listReviewOverlaps, listTaskOverlaps } from "@cairn/contract/change-overlaps";
import { getCodeMap } from "@cairn/contract/code-graph";
import { getConflicts } from "@cairn/contract/conflict-resolution";
import { listDocumentChanges } from "@cairn/contract/document-changes";
import { listImplementationDocuments } from "@cairn/contract/implementation-documents";
import { previewMerge } from "@cairn/contract/implementation-merging";
import { listImplementations } from "@cairn/contract/implementations";
import { getMcpStatus } from "@cairn/contract/mcp";
import { getOrganizationTaskBoard } from "@cairn/contract/organization-tasks";
import { listArtifacts, searchContext } from "@cairn/contract/pages";
import { getPlan, listPlans } from "@cairn/contract/plans";
import type { ProjectChange } from "@cairn/contract/project-changes";
import { getIndexingStats, getInitialSetup, getProject, listProjects } from "@cairn/contract/projects";
import { listProposalCorrections } from "@cairn/contract/proposal-corrections";
import { listRepositories } from "@cairn/contract/repositories";
import { listReviewableBranches, listReviews } from "@cairn/contract/reviews";
import { searchCode, searchFiles, searchLines, searchSymbols } from "@cairn/contract/search";
import { getCommandOutput, getServiceCommands } from "@cairn/contract/service-commands";
import { listServices } from "@cairn/contract/services";
import { getTaskLocations } from "@cairn/contract/task-locations";
import { getTaskMentions } from "@cairn/contract/task-mentions";
import {
  getTaskBoard,
  getTaskNeighbours,
  getTaskSummary,
  listMentionedTasks,
  listTasks,
  searchTasks,
} from "@cairn/contract/tasks";

import type { Stale } from "./change-state.ts";

/** A product by all names that queries ask for it with. */
export interface ProductNames {
  organization: readonly string[];
  project: readonly string[];
}

/** What `endpointKey` makes a key of. */
interface KeyInput {
  params: Partial<
    Record<
      | "organizationId"
      | "projectId"
      | "artifactId"
      | "serviceId"
      | "repositoryId"
      | "taskId"
      | "implementationId"
      | "planId"
      | "oid",
      string
    >
  > & {
    branchName?: string;
  };
  query: { projectId?: string };
}

/** What answers beside the changed thing itself depend on. */
const dependentPaths: Record<ProjectChange["type"], ReadonlySet<string>> = {
  project: pathsOf([getProject, listProjects, getInitialSetup, getMcpStatus, previewMerge]),
  // Tasks and plans are shown with the names of services.
  service: pathsOf([
    getProject,
    listProjects,
    getInitialSetup,
    getIndexingStats,
    listServices,
    listTasks,
    getTaskBoard,
    getPlan,
    getArchitecture,
    getArchitectureAt,
    getServiceModules,
    listServiceProposals,
    listProposalCorrections,
  ]),
  repository: pathsOf([
    getProject,
    listProjects,
    getInitialSetup,
    getIndexingStats,
    listServices,
    listRepositories,
    getArchitecture,
  ]),
  // Another commit may be one that an implementation no longer merges into.
  code: pathsOf([
    searchCode,
    searchLines,
    searchSymbols,
    searchFiles,
    getCodeMap,
    getArchitecture,
    getServiceModules,
    listServiceProposals,
    getTaskLocations,
    listImplementations,
    listReviews,
    previewMerge,
    listImplementationDocuments,
    getConflicts,
  ]),
  artifact: pathsOf([listArtifacts, listDocumentChanges, searchContext, getInitialSetup, getTaskMentions]),
  // The board takes the tasks themselves, which come before the change. A plan says what became of its items.
  task: pathsOf([
    getOrganizationTaskBoard,
    listTasks,
    listMentionedTasks,
    getTaskMentions,
    searchTasks,
    getTaskSummary,
    getIndexingStats,
    getTaskNeighbours,
    getPlan,
    listReviews,
  ]),
  implementation: pathsOf([
    getTaskSummary,
    listImplementations,
    listReviews,
    listReviewableBranches,
    listChangeOverlaps,
    listReviewOverlaps,
    listTaskOverlaps,
  ]),
  plan: pathsOf([listPlans]),
  "service-commands": new Set(),
  architecture: pathsOf([getArchitecture, listArchitectureChanges, listProposalCorrections]),
  "drawn-node": new Set(),
};
const commandPaths = pathsOf([getServiceCommands, getCommandOutput]);
const allPaths = new Set(Object.values(dependentPaths).flatMap((paths) => [...paths]));

function pathsOf(endpoints: readonly { path: string }[]): ReadonlySet<string> {
  return new Set(endpoints.map(({ path }) => path));
}

/** Whether what a query loaded may be another now. */
export function isStale(queryKey: readonly unknown[], stale: Stale, names: ProductNames): boolean {
  const [path, input] = queryKey;
  if (typeof path !== "string" || !isKeyInput(input) || !isOfProduct(input, names)) return false;
  switch (stale.kind) {
    case "nothing":
      return false;
    case "access":
      return path === getProject.path;
    case "everything":
      return !isOfOneCommit(input) && (allPaths.has(path) || isInsideProduct(input));
    case "changes":
      return stale.changes.some((change) => isAbout(change, path, input));
  }
}

function isAbout({ type, id, operation }: ProjectChange, path: string, input: KeyInput): boolean {
  const { artifactId, serviceId, repositoryId, taskId, implementationId, planId, branchName } = input.params;
  // What is gone cannot be loaded again; who deleted it still has it on the screen for a moment.
  const isGone = operation === "deleted" && Object.values(input.params).includes(id);
  if (dependentPaths[type].has(path)) return !isGone;
  if (operation === "deleted") return false;
  switch (type) {
    case "project":
    case "architecture":
    case "drawn-node":
      return false;
    case "artifact":
      return artifactId === id;
    case "service":
      return serviceId === id;
    case "task":
      return taskId === id;
    case "implementation":
      return implementationId === id;
    case "plan":
      return planId === id;
    case "service-commands":
      return serviceId === id && commandPaths.has(path);
    // Repositories are queried by slug as well, which the change does not contain.
    case "repository":
      return repositoryId !== undefined && branchName === undefined && !isOfOneCommit(input);
    case "code":
      return repositoryId !== undefined && !isOfOneCommit(input);
  }
}

function isKeyInput(input: unknown): input is KeyInput {
  return typeof input === "object" && input !== null && "params" in input && "query" in input;
}

/** Not of another organization or product; lists of the whole organization are of this product, too. */
function isOfProduct({ params, query }: KeyInput, names: ProductNames): boolean {
  const projectName = params.projectId ?? query.projectId;
  if (params.organizationId !== undefined && !names.organization.includes(params.organizationId)) return false;
  return projectName === undefined || names.project.includes(projectName);
}

function isInsideProduct({ params, query }: KeyInput): boolean {
  return params.projectId !== undefined || query.projectId !== undefined || params.artifactId !== undefined;
}

const commitId = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** What is read of a commit never changes. */
function isOfOneCommit({ params }: KeyInput): boolean {
  return params.oid !== undefined || commitId.test(params.branchName ?? "");
}
