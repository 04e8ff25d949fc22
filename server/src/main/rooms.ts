import { artifactJobs, artifactListeners } from "../domain/artifacts/artifacts.jobs.ts";
import { artifactRoutes } from "../domain/artifacts/artifacts.routes.ts";
import { artifactTools } from "../domain/artifacts/artifacts.tools.ts";
import { authRoutes } from "../domain/auth/auth.routes.ts";
import type { ChatStreams } from "../domain/chat/chat-streams.ts";
import { createChatRoutes } from "../domain/chat/chat.routes.ts";
import { indexingJobs } from "../domain/indexing/indexing.jobs.ts";
import { keysRoutes } from "../domain/keys/keys.routes.ts";
import { organizationRoutes } from "../domain/organizations/organizations.routes.ts";
import { projectRoutes } from "../domain/projects/projects.routes.ts";
import { repositoryRoutes } from "../domain/repositories/repositories.routes.ts";
import { searchRoutes } from "../domain/search/search.routes.ts";
import { searchTools } from "../domain/search/search.tools.ts";
import { serviceRoutes } from "../domain/services/services.routes.ts";
import type { EventListener, Job, Route, Tool } from "../edge.ts";

/** Every call of every room; what is not listed here cannot be reached. `streams` are the answers of this process. */
export function listRoutes(streams: ChatStreams): readonly Route[] {
  return [
    ...authRoutes,
    ...keysRoutes,
    ...organizationRoutes,
    ...projectRoutes,
    ...serviceRoutes,
    ...repositoryRoutes,
    ...artifactRoutes,
    ...searchRoutes,
    ...createChatRoutes(streams),
  ];
}

export const jobs: readonly Job[] = [...indexingJobs, ...artifactJobs];

export const listeners: readonly EventListener[] = [...artifactListeners];

/** What a model may look up while it answers, and what agents outside may. */
export const tools: readonly Tool[] = [...searchTools, ...artifactTools];
