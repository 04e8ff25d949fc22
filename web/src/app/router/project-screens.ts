import type { AnyRoute } from "@tanstack/react-router";

import { lazyScreen } from "./lazy-screen.tsx";
import { screen } from "./screen.ts";

/** The screens inside a product. */
export function listProjectScreens(project: AnyRoute) {
  return [
    screen(
      project,
      "project",
      lazyScreen(() => import("#web/routes/o/p/overview.tsx"), "OverviewScreen"),
    ),
    screen(
      project,
      "setup",
      lazyScreen(() => import("#web/routes/o/p/setup/setup.tsx"), "SetupScreen"),
    ),
    screen(
      project,
      "setupImport",
      lazyScreen(() => import("#web/routes/o/p/setup/import.tsx"), "SetupImportScreen"),
    ),
    screen(
      project,
      "setupDescription",
      lazyScreen(() => import("#web/routes/o/p/setup/description.tsx"), "SetupDescriptionScreen"),
    ),
    screen(
      project,
      "setupDescriptionSession",
      lazyScreen(() => import("#web/routes/o/p/setup/description.tsx"), "SetupDescriptionScreen"),
    ),
    screen(
      project,
      "setupFinalize",
      lazyScreen(() => import("#web/routes/o/p/setup/finalize.tsx"), "SetupFinalizeScreen"),
    ),
    screen(
      project,
      "chat",
      lazyScreen(() => import("#web/routes/o/p/chat.tsx"), "ChatScreen"),
    ),
    screen(
      project,
      "chatSession",
      lazyScreen(() => import("#web/routes/o/p/chat.tsx"), "ChatScreen"),
    ),
    screen(
      project,
      "search",
      lazyScreen(() => import("#web/routes/o/p/search.tsx"), "SearchScreen"),
    ),
    screen(
      project,
      "create",
      lazyScreen(() => import("#web/routes/o/p/create.tsx"), "CreateScreen"),
    ),
    screen(
      project,
      "createSession",
      lazyScreen(() => import("#web/routes/o/p/create-session.tsx"), "CreateSessionScreen"),
    ),
    screen(
      project,
      "createEditor",
      lazyScreen(() => import("#web/routes/o/p/create-editor.tsx"), "CreateEditorScreen"),
    ),
    screen(
      project,
      "artifact",
      lazyScreen(() => import("#web/routes/o/p/artifact.tsx"), "ArtifactScreen"),
    ),
    screen(
      project,
      "description",
      lazyScreen(() => import("#web/routes/o/p/description.tsx"), "DescriptionScreen"),
    ),
    screen(
      project,
      "descriptionSession",
      lazyScreen(() => import("#web/routes/o/p/description.tsx"), "DescriptionScreen"),
    ),
    screen(
      project,
      "context",
      lazyScreen(() => import("#web/routes/o/p/context.tsx"), "ContextScreen"),
    ),
    ...listTaskScreens(project),
    ...listCodeScreens(project),
    ...listGuidanceScreens(project),
    screen(
      project,
      "projectSettings",
      lazyScreen(() => import("#web/routes/o/p/settings.tsx"), "ProjectSettingsScreen"),
    ),
  ];
}

/** Screens for tasks. */
function listTaskScreens(project: AnyRoute) {
  return [
    screen(
      project,
      "tasks",
      lazyScreen(() => import("#web/routes/o/p/tasks.tsx"), "TasksScreen"),
    ),
    screen(
      project,
      "taskCreate",
      lazyScreen(() => import("#web/routes/o/p/task-create.tsx"), "TaskCreateScreen"),
    ),
    screen(
      project,
      "taskImport",
      lazyScreen(() => import("#web/routes/o/p/task-import.tsx"), "TaskImportScreen"),
    ),
    screen(
      project,
      "task",
      lazyScreen(() => import("#web/routes/o/p/task.tsx"), "TaskScreen"),
    ),
    screen(
      project,
      "plans",
      lazyScreen(() => import("#web/routes/o/p/plans.tsx"), "PlansScreen"),
    ),
    screen(
      project,
      "plan",
      lazyScreen(() => import("#web/routes/o/p/plan.tsx"), "PlanScreen"),
    ),
    screen(
      project,
      "reviews",
      lazyScreen(() => import("#web/routes/o/p/reviews.tsx"), "ReviewsScreen"),
    ),
    screen(
      project,
      "review",
      lazyScreen(() => import("#web/routes/o/p/review.tsx"), "ReviewScreen"),
    ),
  ];
}

/** Screens for code and services. */
function listCodeScreens(project: AnyRoute) {
  return [
    screen(
      project,
      "repositories",
      lazyScreen(() => import("#web/routes/o/p/repositories.tsx"), "RepositoriesScreen"),
    ),
    screen(
      project,
      "repositoryFile",
      lazyScreen(() => import("#web/routes/o/p/repository-file.tsx"), "RepositoryFileScreen"),
    ),
    screen(
      project,
      "repositorySettings",
      lazyScreen(() => import("#web/routes/o/p/repository-settings.tsx"), "RepositorySettingsScreen"),
    ),
    screen(
      project,
      "repositoryKeyCreate",
      lazyScreen(() => import("#web/routes/o/p/repository-key-create.tsx"), "RepositoryKeyCreateScreen"),
    ),
    screen(
      project,
      "setupArchitecture",
      lazyScreen(() => import("#web/routes/o/p/architecture.tsx"), "ArchitectureScreen"),
    ),
    screen(
      project,
      "services",
      lazyScreen(() => import("#web/routes/o/p/services.tsx"), "ServicesScreen"),
    ),
    screen(
      project,
      "service",
      lazyScreen(() => import("#web/routes/o/p/service.tsx"), "ServiceScreen"),
    ),
  ];
}

/** Screens for rules, external context and MCP. */
function listGuidanceScreens(project: AnyRoute) {
  return [
    screen(
      project,
      "rules",
      lazyScreen(() => import("#web/routes/o/p/rules.tsx"), "RulesScreen"),
    ),
    screen(
      project,
      "ruleCreate",
      lazyScreen(() => import("#web/routes/o/p/rule-create.tsx"), "RuleCreateScreen"),
    ),
    screen(
      project,
      "rule",
      lazyScreen(() => import("#web/routes/o/p/rule.tsx"), "RuleScreen"),
    ),
    screen(
      project,
      "externalContext",
      lazyScreen(() => import("#web/routes/o/p/external-context.tsx"), "ExternalContextScreen"),
    ),
    screen(
      project,
      "topicCreate",
      lazyScreen(() => import("#web/routes/o/p/topic-create.tsx"), "TopicCreateScreen"),
    ),
    screen(
      project,
      "topic",
      lazyScreen(() => import("#web/routes/o/p/topic.tsx"), "TopicScreen"),
    ),
    screen(
      project,
      "mcp",
      lazyScreen(() => import("#web/routes/o/p/mcp.tsx"), "McpScreen"),
    ),
    screen(
      project,
      "mcpSetup",
      lazyScreen(() => import("#web/routes/o/p/mcp-setup.tsx"), "McpSetupScreen"),
    ),
    screen(
      project,
      "mcpSetupProduct",
      lazyScreen(() => import("#web/routes/o/p/mcp-setup.tsx"), "McpSetupScreen"),
    ),
  ];
}
