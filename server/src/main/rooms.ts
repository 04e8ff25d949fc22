import { authRoutes } from "../domain/auth/auth.routes.ts";
import { indexingJobs } from "../domain/indexing/indexing.jobs.ts";
import { keysRoutes } from "../domain/keys/keys.routes.ts";
import { organizationRoutes } from "../domain/organizations/organizations.routes.ts";
import { projectRoutes } from "../domain/projects/projects.routes.ts";
import { repositoryRoutes } from "../domain/repositories/repositories.routes.ts";
import { serviceRoutes } from "../domain/services/services.routes.ts";
import type { EventListener, Job, Route, Tool } from "../edge.ts";

/** Every edge of every room. What is not listed here cannot be reached. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...keysRoutes,
  ...organizationRoutes,
  ...projectRoutes,
  ...serviceRoutes,
  ...repositoryRoutes,
];

export const jobs: readonly Job[] = [...indexingJobs];

export const listeners: readonly EventListener[] = [];

export const tools: readonly Tool[] = [];
