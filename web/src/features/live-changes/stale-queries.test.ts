import { getFile, listBranches } from "@cairn/contract/code-browsing";
import { listDocumentChanges } from "@cairn/contract/document-changes";
import { getImplementation, listImplementations } from "@cairn/contract/implementations";
import { getMcpStatus } from "@cairn/contract/mcp";
import { getArtifact, listArtifacts } from "@cairn/contract/pages";
import { getPlan, listPlans } from "@cairn/contract/plans";
import type { ProjectChange } from "@cairn/contract/project-changes";
import { getInitialSetup, getProject, listProjects } from "@cairn/contract/projects";
import { getRepository } from "@cairn/contract/repositories";
import { listRules } from "@cairn/contract/rules";
import { searchCode } from "@cairn/contract/search";
import { listServices } from "@cairn/contract/services";
import { getTask, getTaskBoard, getTaskNeighbours, getTaskSummary, listTasks } from "@cairn/contract/tasks";
import { expect, it } from "vitest";

import { endpointKey } from "#web/lib/api/endpoint-query.ts";

import type { Stale } from "./change-state.ts";
import { isStale } from "./stale-queries.ts";

const names = { organization: ["o-1", "northquay"], project: ["p-1", "ferry-board"] };
const here = { organizationId: "northquay", projectId: "ferry-board" };
const repository = { ...here, repositoryId: "board" };
const commit = "0123456789abcdef0123456789abcdef01234567";

/** One query of each kind that a product's screens have open, and some of other products. */
const queries = {
  product: endpointKey(getProject, { params: here }),
  setup: endpointKey(getInitialSetup, { params: { organizationId: "o-1", projectId: "p-1" } }),
  products: endpointKey(listProjects, { params: { organizationId: "northquay" }, query: {} }),
  services: endpointKey(listServices, { params: here, query: { page: 1 } }),
  repository: endpointKey(getRepository, { params: repository }),
  branches: endpointKey(listBranches, { params: repository }),
  file: endpointKey(getFile, { params: { ...repository, branchName: "main" }, query: { path: "a.ts" } }),
  fileOfCommit: endpointKey(getFile, { params: { ...repository, branchName: commit }, query: { path: "a.ts" } }),
  search: endpointKey(searchCode, { params: here, query: { query: "tide" } }),
  pages: endpointKey(listArtifacts, { params: { organizationId: "o-1" }, query: { projectId: "p-1" } }),
  allPages: endpointKey(listArtifacts, { params: { organizationId: "northquay" }, query: {} }),
  pageChanges: endpointKey(listDocumentChanges, { params: here }),
  page: endpointKey(getArtifact, { params: { organizationId: "northquay", artifactId: "a-1" } }),
  otherPage: endpointKey(getArtifact, { params: { organizationId: "northquay", artifactId: "a-2" } }),
  tasks: endpointKey(listTasks, { params: here, query: { page: 1 } }),
  summary: endpointKey(getTaskSummary, { params: here }),
  board: endpointKey(getTaskBoard, { params: here, query: {} }),
  task: endpointKey(getTask, { params: { ...here, taskId: "t-1" } }),
  otherTask: endpointKey(getTask, { params: { ...here, taskId: "t-2" } }),
  besideTask: endpointKey(getTaskNeighbours, { params: { ...here, taskId: "t-1" } }),
  besideOtherTask: endpointKey(getTaskNeighbours, { params: { ...here, taskId: "t-2" } }),
  implementations: endpointKey(listImplementations, { params: { ...here, taskId: "t-1" }, query: {} }),
  implementation: endpointKey(getImplementation, { params: { ...here, taskId: "t-1", implementationId: "i-1" } }),
  plans: endpointKey(listPlans, { params: here, query: {} }),
  plan: endpointKey(getPlan, { params: { ...here, planId: "l-1" } }),
  mcp: endpointKey(getMcpStatus, { params: here }),
  rules: endpointKey(listRules, { params: here, query: {} }),
  elsewhere: endpointKey(listServices, { params: { ...here, projectId: "crew" }, query: {} }),
  pagesElsewhere: endpointKey(listArtifacts, { params: { organizationId: "o-1" }, query: { projectId: "p-2" } }),
  productsElsewhere: endpointKey(listProjects, { params: { organizationId: "o-2" }, query: {} }),
  foreign: ["something", "else"],
};

const staleOf = (stale: Stale) =>
  Object.entries(queries).flatMap(([name, key]) => (isStale(key, stale, names) ? [name] : []));

const changed = (
  type: ProjectChange["type"],
  id: string,
  operation: ProjectChange["operation"] = "updated",
): Stale => ({ kind: "changes", changes: [{ sequence: 1, type, id, operation }] });

it.each<[string, Stale, string[]]>([
  ["a page", changed("artifact", "a-1"), ["setup", "pages", "allPages", "pageChanges", "page"]],
  ["a page that was deleted", changed("artifact", "a-1", "deleted"), ["setup", "pages", "allPages", "pageChanges"]],
  [
    "how an index stands",
    changed("repository", "r-1"),
    ["product", "setup", "products", "services", "repository", "branches"],
  ],
  ["another commit", changed("code", "r-1"), ["repository", "branches", "file", "search", "implementations"]],
  ["a service", changed("service", "s-1"), ["product", "setup", "products", "services", "tasks", "board", "plan"]],
  [
    "a task",
    changed("task", "t-1"),
    ["tasks", "summary", "task", "besideTask", "besideOtherTask", "implementations", "implementation", "plan"],
  ],
  ["an implementation", changed("implementation", "i-1"), ["summary", "implementations", "implementation"]],
  ["a task that was deleted", changed("task", "t-1", "deleted"), ["tasks", "summary", "besideOtherTask", "plan"]],
  ["a plan", changed("plan", "l-1"), ["plans", "plan"]],
  ["a plan that was deleted", changed("plan", "l-1", "deleted"), ["plans"]],
  ["what was drawn and deleted", changed("drawn-node", "d-1", "deleted"), []],
  ["the product", changed("project", "p-1"), ["product", "setup", "products", "mcp"]],
  ["who may see it", { kind: "access" }, ["product"]],
  ["nothing", { kind: "nothing" }, []],
])("%s makes just these stale", (_name, stale, expected) => {
  expect(staleOf(stale)).toEqual(expected);
});

it("loads everything of the product again but what never changes, and nothing of other products", () => {
  const kept = ["fileOfCommit", "elsewhere", "pagesElsewhere", "productsElsewhere", "foreign"];
  expect(staleOf({ kind: "everything" })).toEqual(Object.keys(queries).filter((name) => !kept.includes(name)));
});
