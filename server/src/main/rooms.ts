import { artifactJobs, artifactListeners } from "../domain/artifacts/artifacts.jobs.ts";
import { artifactRoutes } from "../domain/artifacts/artifacts.routes.ts";
import { artifactTools } from "../domain/artifacts/artifacts.tools.ts";
import { authJobs } from "../domain/auth/auth.jobs.ts";
import { authRoutes } from "../domain/auth/auth.routes.ts";
import { createAskTool } from "../domain/chat/ask-once.ts";
import type { ChatStreams } from "../domain/chat/chat-streams.ts";
import { createChatRoutes } from "../domain/chat/chat.routes.ts";
import { historyTools } from "../domain/chat/history.tools.ts";
import { codeGraphRoutes } from "../domain/code-graph/code-graph.routes.ts";
import { codeGraphTools } from "../domain/code-graph/code-graph.tools.ts";
import { externalContextJobs } from "../domain/external-context/external-context.jobs.ts";
import { externalContextRoutes } from "../domain/external-context/external-context.routes.ts";
import { fileJobs, fileListeners } from "../domain/files/files.jobs.ts";
import { fileRoutes } from "../domain/files/files.routes.ts";
import { indexingJobs } from "../domain/indexing/indexing.jobs.ts";
import { integrationRoutes } from "../domain/integrations/integrations.routes.ts";
import { keysRoutes } from "../domain/keys/keys.routes.ts";
import { ledgerListeners } from "../domain/ledger/ledger.jobs.ts";
import { createMcpRoutes } from "../domain/mcp/mcp.routes.ts";
import { memberJobs } from "../domain/members/members.jobs.ts";
import { memberRoutes } from "../domain/members/members.routes.ts";
import { needRoutes } from "../domain/needs/needs.routes.ts";
import { organizationRoutes } from "../domain/organizations/organizations.routes.ts";
import { projectRoutes } from "../domain/projects/projects.routes.ts";
import { repositoryJobs } from "../domain/repositories/repositories.jobs.ts";
import { repositoryRoutes } from "../domain/repositories/repositories.routes.ts";
import { repositoryKeyRoutes } from "../domain/repository-keys/repository-keys.routes.ts";
import { ruleRoutes } from "../domain/rules/rules.routes.ts";
import { ruleTools } from "../domain/rules/rules.tools.ts";
import { contextTools } from "../domain/search/context.tools.ts";
import { searchRoutes } from "../domain/search/search.routes.ts";
import { searchTools } from "../domain/search/search.tools.ts";
import { serviceRoutes } from "../domain/services/services.routes.ts";
import { templateRoutes } from "../domain/templates/templates.routes.ts";
import { transferRoutes } from "../domain/transfer/transfer.routes.ts";
import type { EventListener, Job, Route, Tool } from "../edge.ts";

/** Every call of every room; what is not listed here cannot be reached. `streams` are the answers of this process. */
export function listRoutes(streams: ChatStreams): readonly Route[] {
  return [
    ...authRoutes,
    ...keysRoutes,
    ...organizationRoutes,
    ...memberRoutes,
    ...projectRoutes,
    ...serviceRoutes,
    ...repositoryRoutes,
    ...repositoryKeyRoutes,
    ...integrationRoutes,
    ...artifactRoutes,
    ...templateRoutes,
    ...transferRoutes,
    ...ruleRoutes,
    ...externalContextRoutes,
    ...needRoutes,
    ...fileRoutes,
    ...searchRoutes,
    ...codeGraphRoutes,
    ...createMcpRoutes(agentTools),
    ...createChatRoutes(streams),
  ];
}

export const jobs: readonly Job[] = [
  ...authJobs,
  ...memberJobs,
  ...indexingJobs,
  ...repositoryJobs,
  ...artifactJobs,
  ...externalContextJobs,
  ...fileJobs,
];

export const listeners: readonly EventListener[] = [...artifactListeners, ...ledgerListeners, ...fileListeners];

/** What a model may look up while it answers. */
export const tools: readonly Tool[] = [
  ...searchTools,
  ...codeGraphTools,
  ...artifactTools,
  ...ruleTools,
  ...historyTools,
  ...contextTools,
];

/** What agents outside may use: the same, and asking. */
export const agentTools: readonly Tool[] = [...tools, createAskTool(tools)];
