import { lazyRouteComponent } from "@tanstack/react-router";
import type { AnyRoute } from "@tanstack/react-router";

import { screen } from "./screen.ts";

/** The screens inside a product. */
export function listProjectScreens(project: AnyRoute) {
  return [
    screen(
      project,
      "project",
      lazyRouteComponent(() => import("#web/routes/o/p/overview.tsx"), "OverviewScreen"),
    ),
    screen(
      project,
      "setup",
      lazyRouteComponent(() => import("#web/routes/o/p/setup/setup.tsx"), "SetupScreen"),
    ),
    screen(
      project,
      "setupImport",
      lazyRouteComponent(() => import("#web/routes/o/p/setup/import.tsx"), "SetupImportScreen"),
    ),
    screen(
      project,
      "setupDescription",
      lazyRouteComponent(() => import("#web/routes/o/p/setup/description.tsx"), "SetupDescriptionScreen"),
    ),
    screen(
      project,
      "setupDescriptionSession",
      lazyRouteComponent(() => import("#web/routes/o/p/setup/description.tsx"), "SetupDescriptionScreen"),
    ),
    screen(
      project,
      "setupFinalize",
      lazyRouteComponent(() => import("#web/routes/o/p/setup/finalize.tsx"), "SetupFinalizeScreen"),
    ),
    screen(
      project,
      "chat",
      lazyRouteComponent(() => import("#web/routes/o/p/chat.tsx"), "ChatScreen"),
    ),
    screen(
      project,
      "chatSession",
      lazyRouteComponent(() => import("#web/routes/o/p/chat.tsx"), "ChatScreen"),
    ),
    screen(
      project,
      "search",
      lazyRouteComponent(() => import("#web/routes/o/p/search.tsx"), "SearchScreen"),
    ),
    screen(
      project,
      "create",
      lazyRouteComponent(() => import("#web/routes/o/p/create.tsx"), "CreateScreen"),
    ),
    screen(
      project,
      "createSession",
      lazyRouteComponent(() => import("#web/routes/o/p/create-session.tsx"), "CreateSessionScreen"),
    ),
    screen(
      project,
      "createEditor",
      lazyRouteComponent(() => import("#web/routes/o/p/create-editor.tsx"), "CreateEditorScreen"),
    ),
    screen(
      project,
      "artifact",
      lazyRouteComponent(() => import("#web/routes/o/p/artifact.tsx"), "ArtifactScreen"),
    ),
    screen(
      project,
      "description",
      lazyRouteComponent(() => import("#web/routes/o/p/description.tsx"), "DescriptionScreen"),
    ),
    screen(
      project,
      "descriptionSession",
      lazyRouteComponent(() => import("#web/routes/o/p/description.tsx"), "DescriptionScreen"),
    ),
    screen(
      project,
      "context",
      lazyRouteComponent(() => import("#web/routes/o/p/context.tsx"), "ContextScreen"),
    ),
    ...listTaskScreens(project),
    ...listCodeScreens(project),
    ...listGuidanceScreens(project),
    screen(
      project,
      "projectSettings",
      lazyRouteComponent(() => import("#web/routes/o/p/settings.tsx"), "ProjectSettingsScreen"),
    ),
  ];
}

/** Screens for tasks. */
function listTaskScreens(project: AnyRoute) {
  return [
    screen(
      project,
      "tasks",
      lazyRouteComponent(() => import("#web/routes/o/p/tasks.tsx"), "TasksScreen"),
    ),
    screen(
      project,
      "taskCreate",
      lazyRouteComponent(() => import("#web/routes/o/p/task-create.tsx"), "TaskCreateScreen"),
    ),
    screen(
      project,
      "taskImport",
      lazyRouteComponent(() => import("#web/routes/o/p/task-import.tsx"), "TaskImportScreen"),
    ),
    screen(
      project,
      "task",
      lazyRouteComponent(() => import("#web/routes/o/p/task.tsx"), "TaskScreen"),
    ),
    screen(
      project,
      "plans",
      lazyRouteComponent(() => import("#web/routes/o/p/plans.tsx"), "PlansScreen"),
    ),
    screen(
      project,
      "plan",
      lazyRouteComponent(() => import("#web/routes/o/p/plan.tsx"), "PlanScreen"),
    ),
    screen(
      project,
      "reviews",
      lazyRouteComponent(() => import("#web/routes/o/p/reviews.tsx"), "ReviewsScreen"),
    ),
    screen(
      project,
      "review",
      lazyRouteComponent(() => import("#web/routes/o/p/review.tsx"), "ReviewScreen"),
    ),
  ];
}

/** Screens for code and services. */
function listCodeScreens(project: AnyRoute) {
  return [
    screen(
      project,
      "repositories",
      lazyRouteComponent(() => import("#web/routes/o/p/repositories.tsx"), "RepositoriesScreen"),
    ),
    screen(
      project,
      "repositoryFile",
      lazyRouteComponent(() => import("#web/routes/o/p/repository-file.tsx"), "RepositoryFileScreen"),
    ),
    screen(
      project,
      "repositorySettings",
      lazyRouteComponent(() => import("#web/routes/o/p/repository-settings.tsx"), "RepositorySettingsScreen"),
    ),
    screen(
      project,
      "repositoryKeyCreate",
      lazyRouteComponent(() => import("#web/routes/o/p/repository-key-create.tsx"), "RepositoryKeyCreateScreen"),
    ),
    screen(
      project,
      "setupArchitecture",
      lazyRouteComponent(() => import("#web/routes/o/p/architecture.tsx"), "ArchitectureScreen"),
    ),
    screen(
      project,
      "services",
      lazyRouteComponent(() => import("#web/routes/o/p/services.tsx"), "ServicesScreen"),
    ),
    screen(
      project,
      "service",
      lazyRouteComponent(() => import("#web/routes/o/p/service.tsx"), "ServiceScreen"),
    ),
  ];
}

/** Screens for rules, external context and MCP. */
function listGuidanceScreens(project: AnyRoute) {
  return [
    screen(
      project,
      "rules",
      lazyRouteComponent(() => import("#web/routes/o/p/rules.tsx"), "RulesScreen"),
    ),
    screen(
      project,
      "ruleCreate",
      lazyRouteComponent(() => import("#web/routes/o/p/rule-create.tsx"), "RuleCreateScreen"),
    ),
    screen(
      project,
      "rule",
      lazyRouteComponent(() => import("#web/routes/o/p/rule.tsx"), "RuleScreen"),
    ),
    screen(
      project,
      "externalContext",
      lazyRouteComponent(() => import("#web/routes/o/p/external-context.tsx"), "ExternalContextScreen"),
    ),
    screen(
      project,
      "topicCreate",
      lazyRouteComponent(() => import("#web/routes/o/p/topic-create.tsx"), "TopicCreateScreen"),
    ),
    screen(
      project,
      "topic",
      lazyRouteComponent(() => import("#web/routes/o/p/topic.tsx"), "TopicScreen"),
    ),
    screen(
      project,
      "mcp",
      lazyRouteComponent(() => import("#web/routes/o/p/mcp.tsx"), "McpScreen"),
    ),
    screen(
      project,
      "mcpSetup",
      lazyRouteComponent(() => import("#web/routes/o/p/mcp-setup.tsx"), "McpSetupScreen"),
    ),
    screen(
      project,
      "mcpSetupProduct",
      lazyRouteComponent(() => import("#web/routes/o/p/mcp-setup.tsx"), "McpSetupScreen"),
    ),
  ];
}
