import { architectureJobs, architectureListeners } from "#server/domain/architecture/architecture.jobs.ts";
import { architectureRoutes } from "#server/domain/architecture/architecture.routes.ts";
import { architectureTools } from "#server/domain/architecture/architecture.tools.ts";
import { needJobs } from "#server/domain/attention-items/needs.jobs.ts";
import { needRoutes } from "#server/domain/attention-items/needs.routes.ts";
import { authJobs } from "#server/domain/auth/auth.jobs.ts";
import { authRoutes } from "#server/domain/auth/auth.routes.ts";
import { createAskTool } from "#server/domain/chat/answering/ask-once.ts";
import { createChatRoutes } from "#server/domain/chat/chat.routes.ts";
import { historyTools } from "#server/domain/chat/history.tools.ts";
import type { ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { codeGraphRoutes } from "#server/domain/code-graph/code-graph.routes.ts";
import { codeGraphTools } from "#server/domain/code-graph/code-graph.tools.ts";
import { criterionCheckJobs } from "#server/domain/criterion-checks/criterion-checks.jobs.ts";
import { criterionCheckRoutes } from "#server/domain/criterion-checks/criterion-checks.routes.ts";
import { demoRoutes } from "#server/domain/demo/demo.routes.ts";
import { eventHookRoutes } from "#server/domain/event-hooks/event-hooks.routes.ts";
import { externalContextJobs } from "#server/domain/external-context/external-context.jobs.ts";
import { externalContextRoutes } from "#server/domain/external-context/external-context.routes.ts";
import { fileJobs, fileListeners } from "#server/domain/files/files.jobs.ts";
import { fileRoutes } from "#server/domain/files/files.routes.ts";
import { implementationJobs, implementationListeners } from "#server/domain/implementations/implementations.jobs.ts";
import { implementationRoutes } from "#server/domain/implementations/implementations.routes.ts";
import {
  implementationTools,
  implementationWritingTools,
} from "#server/domain/implementations/implementations.tools.ts";
import { reviewTools, reviewWritingTools } from "#server/domain/implementations/review.tools.ts";
import { indexingJobs } from "#server/domain/indexing/indexing.jobs.ts";
import { integrationRoutes } from "#server/domain/integrations/integrations.routes.ts";
import { keysRoutes } from "#server/domain/keys/keys.routes.ts";
import { ledgerListeners } from "#server/domain/ledger/ledger.jobs.ts";
import { createMcpRoutes } from "#server/domain/mcp/mcp.routes.ts";
import { memberJobs } from "#server/domain/members/members.jobs.ts";
import { memberRoutes } from "#server/domain/members/members.routes.ts";
import { organizationRoutes } from "#server/domain/organizations/organizations.routes.ts";
import { artifactJobs, artifactListeners } from "#server/domain/pages/artifacts.jobs.ts";
import { artifactRoutes } from "#server/domain/pages/artifacts.routes.ts";
import { artifactTools } from "#server/domain/pages/artifacts.tools.ts";
import { planJobs, planListeners } from "#server/domain/plans/plans.jobs.ts";
import { planRoutes } from "#server/domain/plans/plans.routes.ts";
import { projectRoutes } from "#server/domain/projects/projects.routes.ts";
import { repositoryJobs } from "#server/domain/repositories/repositories.jobs.ts";
import { repositoryRoutes } from "#server/domain/repositories/repositories.routes.ts";
import { repositoryKeyRoutes } from "#server/domain/repository-keys/repository-keys.routes.ts";
import { ruleRoutes } from "#server/domain/rules/rules.routes.ts";
import { ruleTools } from "#server/domain/rules/rules.tools.ts";
import { contextTools } from "#server/domain/search/context.tools.ts";
import { searchRoutes } from "#server/domain/search/search.routes.ts";
import { searchTools } from "#server/domain/search/search.tools.ts";
import { serviceCommandJobs, serviceCommandListeners } from "#server/domain/service-commands/service-commands.jobs.ts";
import { serviceCommandRoutes } from "#server/domain/service-commands/service-commands.routes.ts";
import { serviceRoutes } from "#server/domain/services/services.routes.ts";
import { taskExportRoutes } from "#server/domain/task-exports/task-exports.routes.ts";
import { taskImportJobs } from "#server/domain/task-imports/task-imports.jobs.ts";
import { taskImportRoutes } from "#server/domain/task-imports/task-imports.routes.ts";
import { taskMentionRoutes } from "#server/domain/task-mentions/task-mentions.routes.ts";
import { taskWritingTools } from "#server/domain/tasks/task-writing.tools.ts";
import { taskListeners } from "#server/domain/tasks/tasks.jobs.ts";
import { taskRoutes } from "#server/domain/tasks/tasks.routes.ts";
import { taskTools } from "#server/domain/tasks/tasks.tools.ts";
import { templateRoutes } from "#server/domain/templates/templates.routes.ts";
import { transferRoutes } from "#server/domain/transfer/transfer.routes.ts";
import type { EventListener, Job, Route, Tool } from "#server/edge.ts";
import { createDemoJobs } from "#server/main/demo/demo-copies.jobs.ts";

/** Calls that need nothing of this process. */
const plainRoutes: readonly Route[] = [
  ...authRoutes,
  ...keysRoutes,
  ...organizationRoutes,
  ...demoRoutes,
  ...memberRoutes,
  ...projectRoutes,
  ...serviceRoutes,
  ...serviceCommandRoutes,
  ...repositoryRoutes,
  ...repositoryKeyRoutes,
  ...integrationRoutes,
  ...artifactRoutes,
  ...templateRoutes,
  ...transferRoutes,
  // Before the calls of one task, for whose id their word would be taken.
  ...taskImportRoutes,
  ...taskExportRoutes,
  ...taskRoutes,
  ...taskMentionRoutes,
  ...criterionCheckRoutes,
  ...implementationRoutes,
  ...planRoutes,
  ...ruleRoutes,
  ...eventHookRoutes,
  ...externalContextRoutes,
  ...needRoutes,
  ...fileRoutes,
  ...searchRoutes,
  ...codeGraphRoutes,
  ...architectureRoutes,
];

/** Every API call; what is not listed here cannot be reached. `streams` are the answers of this process. */
export function listRoutes(streams: ChatStreams): readonly Route[] {
  return [...plainRoutes, ...createMcpRoutes(agentTools), ...createChatRoutes(streams)];
}

export const jobs: readonly Job[] = [
  ...authJobs,
  ...memberJobs,
  ...needJobs,
  ...indexingJobs,
  ...repositoryJobs,
  ...artifactJobs,
  ...planJobs,
  ...criterionCheckJobs,
  ...externalContextJobs,
  ...fileJobs,
  ...taskImportJobs,
  ...serviceCommandJobs,
  ...architectureJobs,
  ...implementationJobs,
  ...createDemoJobs(plainRoutes),
];

export const listeners: readonly EventListener[] = [
  ...artifactListeners,
  ...ledgerListeners,
  ...fileListeners,
  ...taskListeners,
  ...planListeners,
  ...implementationListeners,
  ...serviceCommandListeners,
  ...architectureListeners,
];

/** What a model may look up while it answers. */
export const tools: readonly Tool[] = [
  ...searchTools,
  ...codeGraphTools,
  ...architectureTools,
  ...artifactTools,
  ...ruleTools,
  ...taskTools,
  ...implementationTools,
  ...reviewTools,
  ...historyTools,
  ...contextTools,
];

/** What agents outside may use: the same, asking, and what a product allows them to change. */
export const agentTools: readonly Tool[] = [
  ...tools,
  ...taskWritingTools,
  ...implementationWritingTools,
  ...reviewWritingTools,
  createAskTool(tools),
];
