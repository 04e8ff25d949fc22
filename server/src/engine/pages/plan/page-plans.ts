import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageInput, PageService } from "#server/engine/facts/scope/page-input.ts";
import { flowTemplates } from "#server/engine/pages/flows/draft-flow.ts";
import { findFlowStarts, type FlowStart } from "#server/engine/pages/flows/flow-start.ts";
import { draftTest } from "#server/engine/pages/getting-started/draft-checks.ts";
import { draftConventions } from "#server/engine/pages/getting-started/draft-conventions.ts";
import { draftInstall } from "#server/engine/pages/getting-started/draft-install.ts";
import { draftFirstReading } from "#server/engine/pages/getting-started/draft-orientation.ts";
import { draftReadmeSetup } from "#server/engine/pages/getting-started/draft-readme-setup.ts";
import { draftRun } from "#server/engine/pages/getting-started/draft-run.ts";
import { draftFirstSettings, draftPrerequisites } from "#server/engine/pages/getting-started/draft-setup.ts";
import { draftConcepts } from "#server/engine/pages/overview/draft-concepts.ts";
import { draftComponents, draftLayers, draftParts } from "#server/engine/pages/overview/draft-parts.ts";
import { draftPurpose } from "#server/engine/pages/overview/draft-purpose.ts";
import { draftTechnologyInShort } from "#server/engine/pages/overview/draft-technology.ts";
import { draftAccess } from "#server/engine/pages/practice/draft-access.ts";
import { draftAdditions } from "#server/engine/pages/practice/draft-additions.ts";
import { draftGotchas } from "#server/engine/pages/practice/draft-gotchas.ts";
import { draftDeployment } from "#server/engine/pages/runbook/draft-deployment.ts";
import { draftTellingCommands } from "#server/engine/pages/service/draft-commands.ts";
import { draftMigrating } from "#server/engine/pages/service/draft-data-access.ts";
import { draftTellingEndpoints } from "#server/engine/pages/service/draft-endpoints.ts";
import { draftDataDiagram, draftLibraryInterface } from "#server/engine/pages/service/draft-interface.ts";
import {
  draftNeighbours,
  draftOtherConfiguration,
  draftOtherScripts,
} from "#server/engine/pages/service/draft-operation.ts";
import { draftRelations } from "#server/engine/pages/service/draft-relations.ts";
import { draftOwnEntryPoints, draftResponsibility } from "#server/engine/pages/service/draft-responsibility.ts";
import { draftRowRules } from "#server/engine/pages/service/draft-row-rules.ts";
import { draftTriggers } from "#server/engine/pages/service/draft-triggers.ts";
import { eachScope } from "#server/engine/sections/each-scope.ts";
import type { PageSubject, SectionTemplate } from "#server/engine/sections/section-template.ts";

/** A page of the outline: what it is about and the sections it may have, in order. */
export interface PagePlan {
  /** Which page of its product or service this is; the same after every push, so that rows are found by it. */
  plan: string;
  title: string;
  templates: readonly SectionTemplate[];
  subject: PageSubject;
  /** What it follows; null for pages that follow nothing. */
  flow: { scope: CodeScope; start: FlowStart } | null;
}

const overview: readonly SectionTemplate[] = [
  { templateKey: "purpose", title: "Purpose", output: "markdown", draft: draftPurpose, prompt: "Say what the product is for and for whom, in the words of its README and manifests." },
  { templateKey: "components", title: "Components", output: "mermaid", draft: draftComponents, prompt: "Draw what runs, the stores, queues and services outside that it talks to, and who talks to whom; where nothing declares what runs, the parts of the code and which of them imports which." },
  { templateKey: "parts", title: "What each part does", output: "markdown", draft: draftParts, prompt: "For every component: what it does, how large it is, and which modules the rest leans on." },
  { templateKey: "layers", title: "What builds on what", output: "mermaid", draft: draftLayers, prompt: "Draw the architecture of the code: which of its parts build on which others." },
  { templateKey: "concepts", title: "Main concepts", output: "markdown", draft: draftConcepts, prompt: "Explain the types and functions that the rest of the code is built on." },
]; // prettier-ignore

const service: readonly SectionTemplate[] = [
  { templateKey: "responsibility", title: "Responsibility", output: "markdown", draft: draftResponsibility, prompt: "Say what this service is responsible for." },
  { templateKey: "entry-points", title: "Entry points", output: "markdown", draft: draftOwnEntryPoints, prompt: "Name the files where the service starts and what each brings together." },
  { templateKey: "commands", title: "Commands", output: "markdown", draft: draftTellingCommands, prompt: "List the subcommands and flags of the command line with what each does." },
  { templateKey: "interface", title: "Public interface", output: "markdown", draft: draftLibraryInterface, prompt: "List the exported functions, classes and components that matter most, by module, with their signatures." },
  { templateKey: "endpoints", title: "Endpoints", output: "markdown", draft: draftTellingEndpoints, prompt: "List the HTTP endpoints with method, path, handler and what each does." },
  { templateKey: "configuration", title: "Configuration", output: "markdown", draft: draftOtherConfiguration, prompt: "List the settings with their defaults and what each is for." },
  { templateKey: "scripts", title: "Scripts", output: "markdown", draft: draftOtherScripts, prompt: "List the scripts with what each does." },
  { templateKey: "technology", title: "Technology", output: "markdown", draft: draftTechnologyInShort, prompt: "List the languages with their shares and the frameworks with what they are used for." },
  { templateKey: "dependencies", title: "Dependencies", output: "markdown", draft: draftNeighbours, prompt: "Say which other parts and which packages the service uses, and who uses it." },
]; // prettier-ignore

const gettingStarted: readonly SectionTemplate[] = [
  { templateKey: "prerequisites", title: "Before you begin", output: "markdown", draft: draftPrerequisites, prompt: "List what must be installed first, with versions." },
  { templateKey: "install", title: "Install", output: "markdown", draft: draftInstall, prompt: "Say how the dependencies are installed." },
  { templateKey: "settings", title: "Settings", output: "markdown", draft: draftFirstSettings, prompt: "List the settings that must be set before the first run." },
  { templateKey: "run", title: "Run", output: "markdown", draft: draftRun, prompt: "Say how the product is started while developing." },
  { templateKey: "readme", title: "In the README's words", output: "markdown", draft: draftReadmeSetup, prompt: "Quote what the README says about installing, running and using the product." },
  { templateKey: "deployment", title: "Deploy", output: "markdown", draft: eachScope(draftDeployment), prompt: "Describe the deployment, and on which platforms it runs." },
  { templateKey: "conventions", title: "Rules for changes", output: "markdown", draft: draftConventions, prompt: "List what the project's own documents ask of those who change its code." },
  { templateKey: "reading", title: "Where to start reading", output: "markdown", draft: draftFirstReading, prompt: "Name the files a newcomer should read first and why." },
]; // prettier-ignore

const data: readonly SectionTemplate[] = [
  { templateKey: "relations", title: "What belongs to what", output: "markdown", draft: draftRelations, prompt: "Describe the tables and their relations." },
  { templateKey: "row-rules", title: "What rows keep to", output: "markdown", draft: draftRowRules, prompt: "Describe the tables: what each is for, what no two of its rows share, and what its columns begin as." },
  { templateKey: "data-model", title: "Data model", output: "mermaid", draft: draftDataDiagram, prompt: "Draw the stored entities with their fields and relations." },
  { templateKey: "migrations", title: "Changing the schema", output: "markdown", draft: draftMigrating, prompt: "How are migrations of the database written and run?" },
]; // prettier-ignore

const background: readonly SectionTemplate[] = [
  { templateKey: "background", title: "Jobs, messages and schedules", output: "markdown", draft: eachScope(draftTriggers), prompt: "Which jobs, queues and scheduled tasks run in the background?" },
]; // prettier-ignore

const testing: readonly SectionTemplate[] = [
  { templateKey: "checks", title: "Run tests and checks", output: "markdown", draft: draftTest, prompt: "Say how tests and checks are run, here and in the project's automation." },
]; // prettier-ignore

const access: readonly SectionTemplate[] = [
  { templateKey: "access", title: "Who may call what", output: "markdown", draft: eachScope(draftAccess), prompt: "How are requests authenticated and authorized?" },
]; // prettier-ignore

const gotchas: readonly SectionTemplate[] = [
  { templateKey: "gotchas", title: "What the code warns of", output: "markdown", draft: draftGotchas, prompt: "List the gotchas that comments tell of." },
]; // prettier-ignore

const additions: readonly SectionTemplate[] = [
  { templateKey: "additions", title: "As the last ones were added", output: "markdown", draft: draftAdditions, prompt: "How is one more of a kind added, by the files that changed together the last times?" },
]; // prettier-ignore

/** Pages about the whole product; those of its flows come behind these, references of its services last. */
const ofProduct: readonly Pick<PagePlan, "plan" | "title" | "templates">[] = [
  { plan: "overview", title: "System overview", templates: overview },
  { plan: "getting-started", title: "Getting started", templates: gettingStarted },
  { plan: "data", title: "Data", templates: data },
  { plan: "background", title: "Jobs and schedules", templates: background },
  { plan: "access", title: "Sign-in and permissions", templates: access },
  { plan: "gotchas", title: "Gotchas", templates: gotchas },
  { plan: "additions", title: "How to add", templates: additions },
  { plan: "testing", title: "Testing", templates: testing },
];

/** So many flows of a repository are looked at when pages are chosen. */
const consideredFlows = 24;

/** The pages that a product may have beside those of its flows, in the order of its list. A service without code gets none. */
export function planPages(input: PageInput): PagePlan[] {
  const whole = input.repositories.map((repository) => openScope(repository, "/"));
  const product: PageSubject = { name: input.productName, scopes: whole, service: null, services: input.services };
  if (whole.length === 0) return [];
  return [
    ...ofProduct.map((page): PagePlan => ({ ...page, subject: product, flow: null })),
    ...input.services.flatMap((one) => planService(input, whole, one)),
  ];
}

/**
 * Pages that a product's flows may have, the most promising first. `known` are plans of pages that are there: a flow stays
 * in the outline as long as the code has what starts it.
 */
export function planFlows(subject: PageSubject, known: ReadonlySet<string> = new Set()): PagePlan[] {
  const plans = subject.scopes.flatMap((scope) => {
    const planOf = (start: FlowStart) => `${flowMark}${scope.repository.repositoryId} ${start.key}`;
    return findFlowStarts(scope)
      .filter((start, at) => at < consideredFlows || known.has(planOf(start)))
      .map((start) => {
        const templates = flowTemplates(scope, start);
        return { plan: planOf(start), title: start.title, templates, subject, flow: { scope, start } };
      });
  });
  return plans.toSorted((a, b) => b.flow.start.weight - a.flow.start.weight);
}

const flowMark = "flow ";

/** Whether a page follows a flow, by the plan that its row holds. */
export function isFlowPlan(plan: string | null): boolean {
  return plan?.startsWith(flowMark) === true;
}

const outlineMark = "outline ";

/** The plan of a page that a model planned, by its title. */
export function outlinePlan(title: string): string {
  return `${outlineMark}${title.toLowerCase()}`;
}

/** Whether a page is one that a model planned. */
export function isOutlinePlan(plan: string | null): boolean {
  return plan?.startsWith(outlineMark) === true;
}

const wishMark = "wish ";

/** The plan of a page that somebody wished for, by its title. */
export function wishPlan(title: string): string {
  return `${wishMark}${title.toLowerCase()}`;
}

export function isWishPlan(plan: string | null): boolean {
  return plan?.startsWith(wishMark) === true;
}

/** Whether the sections of a page say themselves what is asked for: those that nothing comes of leave the page. */
export function asksBySections(plan: string | null): boolean {
  return isOutlinePlan(plan) || isWishPlan(plan);
}

/**
 * Parts that pages had in former versions and that have pages of their own now, with what was asked for: an engine's text
 * leaves the page where nobody asked otherwise.
 */
const retired: readonly { plan: string; templateKey: string; prompt: string }[] = [
  { plan: "overview", templateKey: "request-flow", prompt: "Follow one typical request from its route to where its data lies." },
  { plan: "overview", templateKey: "changes", prompt: "Say what the last version and the last commits changed, as far as the code shows it." },
  { plan: "service", templateKey: "data-fields", prompt: "List every table and model with its fields and what it refers to." },
  { plan: "service", templateKey: "layout", prompt: "Show the important folders with what is in each." },
  { plan: "overview", templateKey: "data-model", prompt: "Draw the stored entities with their fields and relations." },
  { plan: "overview", templateKey: "technology", prompt: "List the languages with their shares and the frameworks with what they are used for." },
  { plan: "getting-started", templateKey: "test", prompt: "Say how tests and checks are run, here and in the project's automation." },
  { plan: "getting-started", templateKey: "layout", prompt: "Show the important folders with what is in each." },
  { plan: "service", templateKey: "background", prompt: "Which jobs, queues and scheduled tasks run in the background?" },
  { plan: "service", templateKey: "data-model", prompt: "Draw the stored entities with their fields and relations." },
  { plan: "testing", templateKey: "tests", prompt: "Say where the tests are, how they run and what they reach." },
  { plan: "service", templateKey: "tests", prompt: "Say where the tests are, how they run and what they reach." },
]; // prettier-ignore

/** Whether a section is left from a former outline, and as no person changed what is asked for. */
export function isRetired(plan: string, section: { templateKey: string | null; prompt: string | null }): boolean {
  return retired.some(
    (one) => one.plan === plan && one.templateKey === section.templateKey && one.prompt === section.prompt,
  );
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
      flow: null,
    },
  ];
}
