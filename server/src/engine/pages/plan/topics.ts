import type { TopicName } from "#server/engine/intent/grammar/topic-phrases.ts";
import { draftDecisions } from "#server/engine/pages/decisions/draft-decisions.ts";
import { draftTest } from "#server/engine/pages/getting-started/draft-checks.ts";
import { draftContributing } from "#server/engine/pages/getting-started/draft-contributing.ts";
import { draftConventions } from "#server/engine/pages/getting-started/draft-conventions.ts";
import { draftInstall } from "#server/engine/pages/getting-started/draft-install.ts";
import { draftFirstReading, draftLayout } from "#server/engine/pages/getting-started/draft-orientation.ts";
import { draftReadmeSetup } from "#server/engine/pages/getting-started/draft-readme-setup.ts";
import { draftRun } from "#server/engine/pages/getting-started/draft-run.ts";
import { draftFirstSettings, draftPrerequisites } from "#server/engine/pages/getting-started/draft-setup.ts";
import { draftChanges } from "#server/engine/pages/overview/draft-changes.ts";
import { draftConcepts } from "#server/engine/pages/overview/draft-concepts.ts";
import { draftParts } from "#server/engine/pages/overview/draft-parts.ts";
import { draftPurpose } from "#server/engine/pages/overview/draft-purpose.ts";
import { draftRequestFlow } from "#server/engine/pages/overview/draft-request-flow.ts";
import { draftTechnology } from "#server/engine/pages/overview/draft-technology.ts";
import { draftAccess } from "#server/engine/pages/practice/draft-access.ts";
import { draftAdditions } from "#server/engine/pages/practice/draft-additions.ts";
import { draftGotchas } from "#server/engine/pages/practice/draft-gotchas.ts";
import { draftChangelog, draftReleaseNotes } from "#server/engine/pages/releases/draft-release-notes.ts";
import { draftAutomation } from "#server/engine/pages/runbook/draft-automation.ts";
import { draftDeployment } from "#server/engine/pages/runbook/draft-deployment.ts";
import { draftFailures } from "#server/engine/pages/runbook/draft-failures.ts";
import { draftHealth } from "#server/engine/pages/runbook/draft-health.ts";
import { draftLogs } from "#server/engine/pages/runbook/draft-logs.ts";
import {
  accessWords,
  backgroundFolder,
  backgroundWords,
  draftNamed,
} from "#server/engine/pages/runbook/draft-named.ts";
import { draftShutdown } from "#server/engine/pages/runbook/draft-shutdown.ts";
import { draftCommands } from "#server/engine/pages/service/draft-commands.ts";
import { draftDataAccess, draftMigrations } from "#server/engine/pages/service/draft-data-access.ts";
import { draftEndpoints } from "#server/engine/pages/service/draft-endpoints.ts";
import { draftDataTable, draftInterface } from "#server/engine/pages/service/draft-interface.ts";
import { draftConfiguration, draftDependencies, draftScripts } from "#server/engine/pages/service/draft-operation.ts";
import { draftEntryPoints, draftResponsibility } from "#server/engine/pages/service/draft-responsibility.ts";
import { draftTests } from "#server/engine/pages/service/draft-tests.ts";
import { draftTriggers } from "#server/engine/pages/service/draft-triggers.ts";
import { eachScope } from "#server/engine/sections/each-scope.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

type Drafter = (subject: PageSubject) => Promise<Draft | null>;

/** A topic that the built-in engine can write about for any code. */
export interface Topic {
  topic: TopicName;
  /** Its heading when a section has several topics. */
  heading: string;
  /** Tried in order until one has something to say. Empty for a topic that is several others. */
  drafts: readonly Drafter[];
  /** The diagram that shows it; null where none does. */
  diagram: DiagramKind | null;
}

export type DiagramKind = "system" | "components" | "entities" | "request" | "folders";

/** Of a folder, what it answers for says more than what its repository is for. */
const purposeOrResponsibility: Drafter = async (subject) =>
  (subject.service === null && subject.scopes.some(({ folder }) => folder === "")
    ? null
    : await draftResponsibility(subject)) ??
  (await draftPurpose(subject)) ??
  (await eachScope(draftResponsibility)(subject));

/** What a repository's automation does says nothing about one folder of it. */
function ofWhole(draft: Drafter): Drafter {
  return async (subject) => (subject.scopes.some(({ folder }) => folder === "") ? await draft(subject) : null);
}

function topic(
  name: TopicName,
  heading: string,
  { drafts = [], diagram = null }: { drafts?: readonly Drafter[]; diagram?: DiagramKind | null },
): Topic {
  return { topic: name, heading, drafts, diagram };
}

const topics: readonly Topic[] = [
  topic("purpose", "Purpose", {
    drafts: [purposeOrResponsibility],
  }),
  topic("overview", "Overview", {
    diagram: "system",
  }),
  topic("service-reference", "Service reference", {
    diagram: "system",
  }),
  topic("architecture", "What each part does", {
    drafts: [draftParts],
    diagram: "system",
  }),
  topic("request-flow", "How a request flows", {
    drafts: [draftRequestFlow],
    diagram: "request",
  }),
  topic("concepts", "Main concepts", {
    drafts: [draftConcepts],
  }),
  topic("data-model", "Tables and fields", {
    drafts: [eachScope(draftDataTable)],
    diagram: "entities",
  }),
  topic("technology", "Technology", {
    drafts: [draftTechnology],
  }),
  topic("release-notes", "Release notes", {
    drafts: [draftReleaseNotes, eachScope(draftChanges)],
  }),
  topic("changelog", "From the changelog", {
    drafts: [eachScope(draftChangelog)],
  }),
  topic("changes", "Recent changes", {
    drafts: [draftChanges],
  }),
  topic("entry-points", "Entry points", {
    drafts: [eachScope(draftEntryPoints)],
  }),
  topic("commands", "Commands", {
    drafts: [eachScope(draftCommands)],
  }),
  topic("endpoints", "Endpoints", {
    drafts: [eachScope(draftEndpoints)],
  }),
  topic("api", "Interface", {
    drafts: [eachScope(draftEndpoints), eachScope(draftInterface), eachScope(draftCommands)],
  }),
  topic("interface", "Public interface", {
    drafts: [eachScope(draftInterface)],
  }),
  topic("first-settings", "Settings", {
    drafts: [draftFirstSettings, eachScope(draftConfiguration)],
  }),
  topic("configuration", "Configuration", {
    drafts: [eachScope(draftConfiguration)],
  }),
  topic("scripts", "Scripts", {
    drafts: [eachScope(draftScripts), draftRun],
  }),
  topic("dependencies", "Dependencies", {
    drafts: [eachScope(draftDependencies), draftTechnology],
    diagram: "components",
  }),
  topic("tests", "Tests", {
    drafts: [eachScope(draftTests), ofWhole(draftTest)],
  }),
  topic("checks", "Test and check", {
    drafts: [draftTest],
  }),
  topic("prerequisites", "Before you begin", {
    drafts: [draftPrerequisites],
  }),
  topic("install", "Install", {
    drafts: [draftInstall],
  }),
  topic("run", "Run", {
    drafts: [draftRun],
  }),
  topic("readme", "In the README's words", {
    drafts: [draftReadmeSetup, draftPurpose],
  }),
  topic("layout", "Project layout", {
    drafts: [draftLayout],
    diagram: "folders",
  }),
  topic("reading", "Where to start reading", {
    drafts: [draftFirstReading],
  }),
  topic("contributing", "Contributing", {
    drafts: [draftContributing],
  }),
  topic("onboarding", "Onboarding", {
  }),
  topic("deployment", "Deployment", {
    drafts: [eachScope(draftDeployment)],
  }),
  topic("health", "Health checks", {
    drafts: [eachScope(draftHealth)],
  }),
  topic("logs", "Logs and alarms", {
    drafts: [eachScope(draftLogs)],
  }),
  topic("shutdown", "Stopping", {
    drafts: [eachScope(draftShutdown)],
  }),
  topic("failures", "When something fails", {
    drafts: [eachScope(draftFailures)],
  }),
  topic("runbook", "Runbook", {
  }),
  topic("decisions", "Decisions", {
    drafts: [draftDecisions],
  }),
  topic("access", "Who may call", {
    drafts: [eachScope(draftAccess), draftNamed(accessWords)],
  }),
  topic("additions", "How to add one more", {
    drafts: [draftAdditions],
  }),
  topic("conventions", "Rules for changes", {
    drafts: [draftConventions],
  }),
  topic("gotchas", "Gotchas", {
    drafts: [draftGotchas],
  }),
  topic("background", "Scheduled work", {
    drafts: [eachScope(draftTriggers), draftNamed(backgroundWords, backgroundFolder)],
  }),
  topic("data-access", "Where data is read and written", {
    drafts: [draftDataAccess],
  }),
  topic("migrations", "Changing the schema", {
    drafts: [draftMigrations],
  }),
  topic("automation", "Build and release", {
    drafts: [draftAutomation],
  }),
]; // prettier-ignore

const topicByName = new Map(topics.map((one) => [one.topic, one]));

export function topicNamed(name: TopicName): Topic {
  const named = topicByName.get(name);
  if (named === undefined) throw new Error(`Nothing writes about ${name}`);
  return named;
}
