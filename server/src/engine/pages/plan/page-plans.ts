import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageInput, PageService } from "#server/engine/facts/scope/page-input.ts";
import { draftTest } from "#server/engine/pages/getting-started/draft-checks.ts";
import { draftInstall } from "#server/engine/pages/getting-started/draft-install.ts";
import { draftFirstReading, draftLayout } from "#server/engine/pages/getting-started/draft-orientation.ts";
import { draftReadmeSetup } from "#server/engine/pages/getting-started/draft-readme-setup.ts";
import { draftRun } from "#server/engine/pages/getting-started/draft-run.ts";
import { draftFirstSettings, draftPrerequisites } from "#server/engine/pages/getting-started/draft-setup.ts";
import { draftChanges } from "#server/engine/pages/overview/draft-changes.ts";
import { draftConcepts } from "#server/engine/pages/overview/draft-concepts.ts";
import { draftComponents, draftParts } from "#server/engine/pages/overview/draft-parts.ts";
import { draftPurpose } from "#server/engine/pages/overview/draft-purpose.ts";
import { draftRequestFlow } from "#server/engine/pages/overview/draft-request-flow.ts";
import { draftTechnology } from "#server/engine/pages/overview/draft-technology.ts";
import { draftCommands } from "#server/engine/pages/service/draft-commands.ts";
import {
  draftDataDiagram,
  draftDataTable,
  draftEndpoints,
  draftLibraryInterface,
} from "#server/engine/pages/service/draft-interface.ts";
import { draftConfiguration, draftDependencies, draftScripts } from "#server/engine/pages/service/draft-operation.ts";
import { draftEntryPoints, draftResponsibility } from "#server/engine/pages/service/draft-responsibility.ts";
import { draftTests } from "#server/engine/pages/service/draft-tests.ts";
import { draftTriggers } from "#server/engine/pages/service/draft-triggers.ts";
import type { PageSubject, SectionTemplate } from "#server/engine/sections/section-template.ts";

/** A first page: what it is about and the sections it may have, in order. */
export interface PagePlan {
  plan: "overview" | "getting-started" | "service";
  title: string;
  templates: readonly SectionTemplate[];
  subject: PageSubject;
}

const overview: readonly SectionTemplate[] = [
  { templateKey: "purpose", title: "Purpose", output: "markdown", draft: draftPurpose, prompt: "Say what the product is for and for whom, in the words of its README and manifests." },
  { templateKey: "components", title: "Components", output: "mermaid", draft: draftComponents, prompt: "Draw what runs, the stores, queues and services outside that it talks to, and who talks to whom; where nothing declares what runs, the parts of the code and which of them imports which." },
  { templateKey: "parts", title: "What each part does", output: "markdown", draft: draftParts, prompt: "For every component: what it does, how large it is, and which modules the rest leans on." },
  { templateKey: "request-flow", title: "How a request flows", output: "markdown", draft: draftRequestFlow, prompt: "Follow one typical request from its route to where its data lies." },
  { templateKey: "concepts", title: "Main concepts", output: "markdown", draft: draftConcepts, prompt: "Explain the types and functions that the rest of the code is built on." },
  { templateKey: "data-model", title: "Data model", output: "mermaid", draft: draftDataDiagram, prompt: "Draw the stored entities with their fields and relations." },
  { templateKey: "technology", title: "Technology", output: "markdown", draft: draftTechnology, prompt: "List the languages with their shares and the frameworks with what they are used for." },
  { templateKey: "changes", title: "Recent changes", output: "markdown", draft: draftChanges, prompt: "Say what the last version and the last commits changed, as far as the code shows it." },
]; // prettier-ignore

const service: readonly SectionTemplate[] = [
  { templateKey: "responsibility", title: "Responsibility", output: "markdown", draft: draftResponsibility, prompt: "Say what this service is responsible for." },
  { templateKey: "entry-points", title: "Entry points", output: "markdown", draft: draftEntryPoints, prompt: "Name the files where the service starts and what each brings together." },
  { templateKey: "commands", title: "Commands", output: "markdown", draft: draftCommands, prompt: "List the subcommands and flags of the command line with what each does." },
  { templateKey: "interface", title: "Public interface", output: "markdown", draft: draftLibraryInterface, prompt: "List the exported functions, classes and components that matter most, by module, with their signatures." },
  { templateKey: "endpoints", title: "Endpoints", output: "markdown", draft: draftEndpoints, prompt: "List the HTTP endpoints with method, path, handler and what each does." },
  { templateKey: "background", title: "Jobs and messages", output: "markdown", draft: draftTriggers, prompt: "Which jobs, queues and scheduled tasks run in the background?" },
  { templateKey: "data-model", title: "Data model", output: "mermaid", draft: draftDataDiagram, prompt: "Draw the stored entities with their fields and relations." },
  { templateKey: "data-fields", title: "Tables and fields", output: "markdown", draft: draftDataTable, prompt: "List every table and model with its fields and what it refers to." },
  { templateKey: "configuration", title: "Configuration", output: "markdown", draft: draftConfiguration, prompt: "List the settings with their defaults and what each is for." },
  { templateKey: "scripts", title: "Scripts", output: "markdown", draft: draftScripts, prompt: "List the scripts with what each does." },
  { templateKey: "dependencies", title: "Dependencies", output: "markdown", draft: draftDependencies, prompt: "Say which other parts and which packages the service uses, and who uses it." },
  { templateKey: "tests", title: "Tests", output: "markdown", draft: draftTests, prompt: "Say where the tests are, how they run and what they reach." },
]; // prettier-ignore

const gettingStarted: readonly SectionTemplate[] = [
  { templateKey: "prerequisites", title: "Before you begin", output: "markdown", draft: draftPrerequisites, prompt: "List what must be installed first, with versions." },
  { templateKey: "install", title: "Install", output: "markdown", draft: draftInstall, prompt: "Say how the dependencies are installed." },
  { templateKey: "settings", title: "Settings", output: "markdown", draft: draftFirstSettings, prompt: "List the settings that must be set before the first run." },
  { templateKey: "run", title: "Run", output: "markdown", draft: draftRun, prompt: "Say how the product is started while developing." },
  { templateKey: "test", title: "Test and check", output: "markdown", draft: draftTest, prompt: "Say how tests and checks are run, here and in the project's automation." },
  { templateKey: "readme", title: "In the README's words", output: "markdown", draft: draftReadmeSetup, prompt: "Quote what the README says about installing, running and using the product." },
  { templateKey: "layout", title: "Project layout", output: "markdown", draft: draftLayout, prompt: "Show the important folders with what is in each." },
  { templateKey: "reading", title: "Where to start reading", output: "markdown", draft: draftFirstReading, prompt: "Name the files a newcomer should read first and why." },
]; // prettier-ignore

/** The first pages of a product, in the order of its list. A service without code gets none. */
export function planPages(input: PageInput): PagePlan[] {
  const whole = input.repositories.map((repository) => openScope(repository, "/"));
  const product: PageSubject = { name: input.productName, scopes: whole, service: null, services: input.services };
  if (whole.length === 0) return [];
  return [
    { plan: "overview", title: "System overview", templates: overview, subject: product },
    { plan: "getting-started", title: "Getting started", templates: gettingStarted, subject: product },
    ...input.services.flatMap((one) => planService(input, whole, one)),
  ];
}

function planService(input: PageInput, whole: readonly CodeScope[], one: PageService): PagePlan[] {
  const root = whole.find(({ repository }) => repository.repositoryId === one.repositoryId);
  if (!root) return [];
  const narrow = openScope(root.repository, one.workingPath);
  const scope = narrow.folder === "" ? root : narrow;
  return [
    {
      plan: "service",
      title: one.name,
      templates: service,
      subject: { name: one.name, scopes: [scope], service: one, services: input.services },
    },
  ];
}
