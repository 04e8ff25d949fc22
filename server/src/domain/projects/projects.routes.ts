import * as contract from "@cairn/contract/projects";

import { defineRoute } from "#server/edge.ts";

import { createProject } from "./create-project.ts";
import { deleteProject } from "./delete-project.ts";
import { finishInitialSetup } from "./finish-initial-setup.ts";
import { getIndexingStats } from "./get-indexing-stats.ts";
import { getInitialSetup } from "./get-initial-setup.ts";
import { getProject } from "./get-project.ts";
import { listProjects } from "./list-projects.ts";
import { projectExists } from "./project-exists.ts";
import { updateProjectData } from "./update-project-data.ts";
import { updateProject } from "./update-project.ts";

export const projectRoutes = [
  defineRoute(contract.listProjects, listProjects),
  defineRoute(contract.createProject, createProject),
  defineRoute(contract.getProject, getProject),
  defineRoute(contract.projectExists, projectExists),
  defineRoute(contract.updateProject, updateProject),
  defineRoute(contract.updateProjectData, updateProjectData),
  defineRoute(contract.deleteProject, deleteProject),
  defineRoute(contract.getIndexingStats, getIndexingStats),
  defineRoute(contract.getInitialSetup, getInitialSetup),
  defineRoute(contract.finishInitialSetup, finishInitialSetup),
];
