import { draftDecisions } from "#server/engine/pages/decisions/draft-decisions.ts";
import { draftContributing } from "#server/engine/pages/getting-started/draft-contributing.ts";
import { draftFirstReading, draftLayout } from "#server/engine/pages/getting-started/draft-orientation.ts";
import { draftReadmeSetup } from "#server/engine/pages/getting-started/draft-readme-setup.ts";
import {
  draftFirstSettings,
  draftInstall,
  draftPrerequisites,
  draftRun,
  draftTest,
} from "#server/engine/pages/getting-started/draft-setup.ts";
import { draftChanges } from "#server/engine/pages/overview/draft-changes.ts";
import { draftConcepts } from "#server/engine/pages/overview/draft-concepts.ts";
import { draftParts } from "#server/engine/pages/overview/draft-parts.ts";
import { draftPurpose } from "#server/engine/pages/overview/draft-purpose.ts";
import { draftRequestFlow } from "#server/engine/pages/overview/draft-request-flow.ts";
import { draftTechnology } from "#server/engine/pages/overview/draft-technology.ts";
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
import { draftDataTable, draftEndpoints, draftInterface } from "#server/engine/pages/service/draft-interface.ts";
import { draftConfiguration, draftDependencies, draftScripts } from "#server/engine/pages/service/draft-operation.ts";
import { draftEntryPoints, draftResponsibility } from "#server/engine/pages/service/draft-responsibility.ts";
import { draftTests } from "#server/engine/pages/service/draft-tests.ts";
import { eachScope } from "#server/engine/sections/each-scope.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

type Drafter = (subject: PageSubject) => Promise<Draft | null>;

/** Something the built-in engine can always write about, whatever the code is for. */
export interface Topic {
  topic: string;
  /** Stands over it where a section holds several. */
  heading: string;
  /** The words of a prompt that ask for it, as a regular expression. */
  asks: string;
  /** The same in a question that begins with how, where, when, who or why; empty where none is answered by it. */
  questions: string;
  /** Tried in order until one has something to say. Empty for a topic that is several others. */
  drafts: readonly Drafter[];
  /** Topics that it is made of. */
  parts: readonly string[];
  /** The diagram that shows it; null where none does. */
  diagram: DiagramKind | null;
}

export type DiagramKind = "components" | "entities" | "request" | "folders";

const whole =
  "(?:product|project|system|service|app(?:lication)?|repo(?:sitory)?|codebase|code base|code|library|tool|package|program|platform|it)";
const the = "(?:the|this|our|your|a)\\s+(?:whole\\s+)?";

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
  name: string,
  heading: string,
  rest: {
    asks: string;
    questions?: string;
    drafts?: readonly Drafter[];
    parts?: readonly string[];
    diagram?: DiagramKind;
  },
): Topic {
  const { asks, questions = "", drafts = [], parts = [], diagram = null } = rest;
  return { topic: name, heading, asks, questions, drafts, parts, diagram };
}

export const topics: readonly Topic[] = [
  topic("purpose", "Purpose", {
    asks: `\\b(?:purpose|mission|goals?|elevator pitch|introduction|executive summary|value proposition|responsib\\w+|what ${the}?${whole} (?:is for|does|is about|is)|(?:what|who) (?:is|does) ${the}?${whole}(?: (?:is )?(?:for|do|about))?|what problems? (?:it|${the}${whole}) solves?|about ${the}${whole}|introduce ${the}${whole}|summar(?:y|i[sz]e)(?: of)? ${the}${whole})\\b`,
    drafts: [purposeOrResponsibility],
  }),
  topic("overview", "Overview", {
    asks: `\\b(?:system overview|product overview|project overview|service overview|overview|big picture|high[- ]level (?:description|summary|view|overview|picture))\\b`,
    parts: ["purpose", "architecture", "technology"],
    diagram: "components",
  }),
  topic("service-reference", "Service reference", {
    asks: "\\bservice (?:reference|handbook|profile|catalog entry|card)\\b",
    parts: ["purpose", "entry-points", "api", "configuration"],
    diagram: "components",
  }),
  topic("architecture", "What each part does", {
    asks: "\\b(?:(?:software |system )?architecture|components?|building blocks|modules|main parts|key parts|subsystems|containers? and components|what each (?:part|component|module|package) (?:does|is for)|(?:packages|parts) and what (?:each|they) (?:does|do))\\b",
    questions: `\\bhow (?:do|does|are|is) (?:the |its |our )?(?:\\w+ )?(?:parts|components|pieces|services|modules|packages|${whole}) (?:fit|fits|work together|connected|connect|interact|communicate|talk|built up|composed|architected|designed)\\b`,
    drafts: [draftParts],
    diagram: "components",
  }),
  topic("request-flow", "How a request flows", {
    asks: "\\b(?:request flows?|flows? of (?:a|one|an) (?:\\w+ )?request|request (?:life ?cycle|path|handling|pipeline|journey)|life ?cycle of an? (?:\\w+ )?request|follow (?:a|one) (?:\\w+ )?request|path of an? (?:\\w+ )?request)\\b",
    questions:
      "\\bhow (?:does |do |is |are )?(?:a |an |one |each |the )?(?:typical |http |incoming |single )*requests? (?:flows?|travels?|goes|go|moves?|is |are |gets? )?(?:handled|processed|served|answered|through)?|\\bwhat happens (?:when|to|with|after|on) (?:an? |the |every |each )?(?:typical |http |incoming |single )*requests?(?: (?:arrives?|comes? in|is (?:received|made|handled|sent)))?\\b",
    drafts: [draftRequestFlow],
    diagram: "request",
  }),
  topic("concepts", "Main concepts", {
    asks: "\\b(?:(?:main|key|core|central|important|domain|basic) (?:concepts?|types?|classes|abstractions?|terms?|ideas|objects)|types and functions|functions and types|concepts|glossary|vocabulary|terminology|ubiquitous language|domain language)\\b",
    drafts: [draftConcepts],
  }),
  topic("data-model", "Tables and fields", {
    asks: "\\b(?:data[- ]?models?|domain models?|database (?:schema|model|tables?|structure)|(?:stored |persisted |persistent )?entit(?:y|ies)(?:[- ]relationship)?|er diagram|erd|(?:database |db )?schemas?|tables and (?:their )?(?:fields|columns|relations)|(?:every|each) (?:table|model)|tables|models and (?:their )?fields|stored data|data structures? (?:that are )?stored|class diagrams?|models|persistence)\\b",
    questions: "\\bhow is (?:the |its )?data (?:stored|modell?ed|structured|organi[sz]ed)\\b|\\bwhat data (?:is|does it) (?:stored|store|keep|kept)\\b",
    drafts: [eachScope(draftDataTable)],
    diagram: "entities",
  }),
  topic("technology", "Technology", {
    asks: `\\b(?:tech(?:nology|nologies)?(?: stack)?|stack|programming languages?|languages (?:used|and (?:frameworks|tools))|languages with their shares|frameworks?|what (?:${the}${whole} is|is (?:${the})?${whole}) (?:built|written|made) (?:with|in|of|on))\\b`,
    questions: `\\bhow is ${the}${whole} built\\b`,
    drafts: [draftTechnology],
  }),
  topic("release-notes", "Release notes", {
    asks: "\\b(?:release notes?|(?:new |newest |latest |last )?releases?(?: changes)?|(?:changes|what (?:has |was |is )?changed) since (?:the )?(?:last|latest|previous) (?:tag|release|version)|version history|changelogs?)\\b",
    drafts: [draftReleaseNotes, eachScope(draftChanges)],
  }),
  topic("changelog", "From the changelog", {
    asks: "\\b(?:(?:quote (?:from )?the changelog|what the changelog says)(?: about (?:the )?(?:new|newest|latest|last) (?:version|release)s?)?)\\b",
    drafts: [eachScope(draftChangelog)],
  }),
  topic("changes", "Recent changes", {
    asks: "\\b(?:(?:recent|latest|last|newest) (?:\\w+ )?(?:changes?|commits?|work|activity|developments?)|what(?:'s| is| was)? (?:new|changed)(?: recently| lately)?|what the last (?:version|commits?)|history of changes)\\b",
    questions: "\\bwhat(?:'s| has| have)? (?:been )?changed (?:recently|lately)\\b",
    drafts: [draftChanges],
  }),
  topic("entry-points", "Entry points", {
    asks: "\\b(?:entry[- ]?points?|main files?|starting points? of (?:the|this) (?:code|program|service)|where (?:the|this) (?:program|service|code|app\\w*|product|system) starts)\\b",
    questions: "\\bwhere does (?:the |this )?(?:program|service|code|execution|app\\w*|it|product|system) (?:start|begin)s?\\b|\\bwhat happens (?:on|at|during|when .{0,30}) ?start(?:-?up|s|ed)?\\b",
    drafts: [eachScope(draftEntryPoints)],
  }),
  topic("commands", "Commands", {
    asks: "\\b(?:cli|command[- ]lines?(?: interface| options| arguments)?|sub-?commands?|flags|command reference)\\b",
    drafts: [eachScope(draftCommands)],
  }),
  topic("endpoints", "Endpoints", {
    asks: "\\b(?:(?:http |rest |api )?endpoints?|rest(?:ful)? apis?|http apis?|api routes|routes|web api|api calls)\\b",
    drafts: [eachScope(draftEndpoints)],
  }),
  topic("api", "Interface", {
    asks: "\\b(?:api (?:reference|documentation|docs|overview|surface)|(?:the|this|its|our) api|apis)\\b",
    drafts: [eachScope(draftEndpoints), eachScope(draftInterface), eachScope(draftCommands)],
  }),
  topic("interface", "Public interface", {
    asks: "\\b(?:public (?:interfaces?|apis?|functions?|classes)|exported (?:[\\w,]+ ){0,5}(?:functions?|classes|names|types|symbols|components|declarations)|exports|library (?:api|interface)|programming interface|functions and classes|classes and functions|what (?:the package|the library|it) (?:exports|hands out|offers))\\b",
    drafts: [eachScope(draftInterface)],
  }),
  topic("first-settings", "Settings", {
    asks: "\\b(?:settings (?:that )?(?:must|need to|have to) be set|(?:required|mandatory) (?:settings|environment variables|configuration))\\b",
    drafts: [draftFirstSettings, eachScope(draftConfiguration)],
  }),
  topic("configuration", "Configuration", {
    asks: "\\b(?:config(?:uration|urations|urable|ured)?(?: (?:options|keys|reference|values|parameters))?|settings?|env(?:ironment)?[- ]var(?:iable)?s?|environment variables?|options|feature flags)\\b",
    questions: `\\bhow (?:is |are |do (?:i|we|you) |to |can (?:i|we|you) )?(?:${the})?${whole}? ?configure[ds]?\\b`,
    drafts: [eachScope(draftConfiguration)],
  }),
  topic("scripts", "Scripts", {
    asks: "\\b(?:(?:npm |yarn |pnpm |package |shell |build |developer )?scripts|(?:make|just) ?(?:file)? targets?|task runner|useful commands|(?:npm|make|just|common|development|developer) commands)\\b",
    drafts: [eachScope(draftScripts), draftRun],
  }),
  topic("dependencies", "Dependencies", {
    asks: "\\b(?:dependenc(?:y|ies)|third[- ]party (?:packages|libraries|software|code)|external (?:packages|libraries|services|systems)|libraries (?:it |that it |it )?uses?|packages (?:(?:that |which )?(?:it |(?:the|this) (?:service|product|module|folder|component|code) ))?uses?|libraries used|packages used|integrations?|upstream and downstream|consumers)\\b",
    drafts: [eachScope(draftDependencies), draftTechnology],
    diagram: "components",
  }),
  topic("tests", "Tests", {
    asks: "\\b(?:tests?(?: suites?| strategy| coverage| setup| plan)?|testing(?: strategy)?|quality assurance)\\b",
    questions: `\\bhow (?:is |are |do (?:i|we|you) |to |can (?:i|we|you) )?(?:(?:${the})?${whole}|the tests|tests)? ?(?:tested|test|run the tests|run tests|tests run|tests are run|the tests are run)\\b|\\bwhere (?:are )?the tests(?: are| lie)?\\b|\\bhow are (?:the )?tests? (?:run|organi[sz]ed|written)\\b`,
    drafts: [eachScope(draftTests), ofWhole(draftTest)],
  }),
  topic("checks", "Test and check", {
    asks: "\\b(?:tests? and (?:other )?checks?|checks|linting|linters?|continuous integration|how (?:the )?tests and checks are run)\\b",
    questions: "\\bhow (?:the )?tests and checks are run\\b",
    drafts: [draftTest],
  }),
  topic("prerequisites", "Before you begin", {
    asks: "\\b(?:prerequisites?|requirements to run|system requirements|before you (?:begin|start)|what (?:must|needs to|has to) be installed(?: first)?|required (?:tools|software|versions))\\b",
    drafts: [draftPrerequisites],
  }),
  topic("install", "Install", {
    asks: "\\b(?:install(?:ation|ing)?(?: (?:guide|instructions|steps))?|set[- ]?up(?: (?:guide|instructions|steps))?|local (?:development )?(?:environment|setup))\\b",
    questions: `\\bhow (?:is |are |do (?:i|we|you) |to |can (?:i|we|you) )?(?:(?:${the})?${whole}|(?:the )?dependencies)? ?(?:are |is )?(?:install(?:ed)?|set ?up|get (?:it|this) running)\\b`,
    drafts: [draftInstall],
  }),
  topic("run", "Run", {
    asks: `\\b(?:(?:start|run|launch)(?:ning|ing|ed)?(?: (?:and stop(?:ping|ped)?))? (?:(?:${the}${whole}|it)(?: locally)?|locally)|starting|running|launching|started|start-?up|local development)\\b`,
    questions: `\\bhow (?:is |are |do (?:i|we|you) |to |can (?:i|we|you) )?(?:${the})?${whole}? ?(?:is |be )?(?:started|start|run|launch(?:ed)?|runs)(?: ${the}?${whole})?(?: locally| while developing)?\\b`,
    drafts: [draftRun],
  }),
  topic("readme", "In the README's words", {
    asks: "\\b(?:(?:the )?readme's words|what the readme says|quote (?:from )?the readme|quick ?start|usage(?: examples?)?)\\b",
    drafts: [draftReadmeSetup, draftPurpose],
  }),
  topic("layout", "Project layout", {
    asks: `\\b(?:(?:project|code|folder|directory|repository|repo|file|source) (?:layout|structure|tree|organi[sz]ation|map)|(?:important |main |top )?(?:folders|directories)(?: and (?:files|what is in each))?|structure of ${the}${whole}|layout)\\b`,
    questions: `\\bhow is ${the}?(?:source )?${whole} (?:structured|organi[sz]ed|laid out|arranged)\\b`,
    drafts: [draftLayout],
    diagram: "folders",
  }),
  topic("reading", "Where to start reading", {
    asks: "\\b(?:where to (?:start|begin)(?: reading)?|(?:files|code|what) (?:a newcomer |newcomers |to |one |you )?(?:should )?(?:read|look at) first|reading (?:order|list|guide)|important files|key files|files that change most|tour of the code|code tour)\\b",
    questions: "\\bwhere (?:(?:do|should|can) (?:i|we|you|one|a newcomer|newcomers)|to) (?:start|begin)(?: reading)?\\b",
    drafts: [draftFirstReading],
  }),
  topic("contributing", "Contributing", {
    asks: "\\b(?:contribut(?:e|ing|ion|ions)(?: (?:guide|guidelines|rules))?|coding (?:rules|conventions|standards|guidelines|style)|code style|conventions|development (?:process|workflow|rules)|pull requests?)\\b",
    questions: "\\bhow (?:do|can|should) (?:i|we|you|one|people|newcomers) contribute\\b",
    drafts: [draftContributing],
  }),
  topic("onboarding", "Onboarding", {
    asks: "\\b(?:onboarding(?: guide)?|getting started|get started|first (?:day|week|steps)(?: guide)?)\\b",
    parts: ["prerequisites", "install", "run", "layout", "reading"],
  }),
  topic("deployment", "Deployment", {
    asks: "\\b(?:deploy(?:ment|ments|ing|ed)?(?: process| pipeline| guide)?|docker(?:file)?s?|container images?|ci ?/ ?cd|(?:build |release |delivery |ci )pipelines?|infrastructure|hosting|compose)\\b",
    questions: `\\bhow (?:is |are |do (?:i|we|you) |to |can (?:i|we|you) )?(?:(?:${the})?${whole})? ?(?:deploy(?:ed)?|shipped|released|built into an image)\\b`,
    drafts: [eachScope(draftDeployment)],
  }),
  topic("health", "Health checks", {
    asks: "\\b(?:health(?:[- ]?checks?)?(?: endpoints?)?|liveness|readiness|probes?|monitor(?:ing|ed)?|alive)\\b",
    questions: "\\bhow .{0,40}\\b(?:health|monitored|alive)\\b",
    drafts: [eachScope(draftHealth)],
  }),
  topic("logs", "Logs and alarms", {
    asks: "\\b(?:logs?|logging|alarms?|alerts?|alerting|metrics|tracing|traces|telemetry|observability)\\b",
    questions: "\\b(?:how|where) .{0,30}\\b(?:logs?|logged|logging|metrics|traces)\\b",
    drafts: [eachScope(draftLogs)],
  }),
  topic("shutdown", "Stopping", {
    asks: "\\b(?:stop(?:s|ped|ping)?|shut(?:ting)?[- ]?down|graceful(?:ly)?(?: shutdown| stop)?|restart(?:ing|ed)?|terminat(?:e|ed|es|ion))\\b",
    questions: `\\bhow (?:is |are |does |do (?:i|we|you) |to |can (?:i|we|you) )?(?:${the})?${whole}? ?(?:is )?(?:gracefully )?(?:stop(?:ped)?|shut ?down|restart(?:ed)?)(?: gracefully)?\\b`,
    drafts: [eachScope(draftShutdown)],
  }),
  topic("failures", "When something fails", {
    asks: `\\b(?:(?:failures?|errors?) (?:does|do|can|may) ${the}${whole} (?:answer with|report|return|give|raise|throw)s?(?:,? with (?:their|the) messages)?|(?:common |known |typical |frequent |possible )?(?:failures?|errors?|problems?|issues|incidents?)(?: messages?| modes?| codes?| handling)?|troubleshoot(?:ing)?|what (?:can|may|could) go wrong|failure modes)\\b`,
    questions: "\\bwhat (?:can |may |could )?go(?:es)? wrong\\b",
    drafts: [eachScope(draftFailures)],
  }),
  topic("runbook", "Runbook", {
    asks: "\\b(?:run ?books?|operations? (?:guide|manual|handbook)|operating (?:guide|manual|the service)|on[- ]call guide|operations)\\b",
    parts: ["run", "shutdown", "health", "logs", "failures"],
  }),
  topic("decisions", "Decisions", {
    asks: "\\b(?:(?:architecture |architectural |design |technical |key |important |past )*decisions?(?: records?| log)?|adrs?)\\b",
    drafts: [draftDecisions],
  }),
  topic("access", "Who may call", {
    asks: "\\bwho may (?:call|use) (?:it|what)\\b",
    questions: "\\bhow (?:are|is) (?:the )?(?:requests?|calls?|callers?|access) (?:authenticated|authori[sz]ed)(?:(?:,| and| or)+ (?:authenticated|authori[sz]ed))*\\b",
    drafts: [draftNamed(accessWords)],
  }),
  topic("background", "Scheduled work", {
    asks: "\\b(?:(?:scheduled|background|recurring|periodic) (?:work|jobs?|tasks?)|(?:jobs|queues|workers|scheduled tasks)(?:(?:,| and| or)+ (?:jobs|queues|workers|scheduled (?:tasks|work)))+(?: run in the background)?)\\b",
    drafts: [draftNamed(backgroundWords, backgroundFolder)],
  }),
  topic("data-access", "Where data is read and written", {
    asks: "\\b(?:which|what) code (?:reads|writes)(?: (?:and|or) (?:reads|writes))? (?:the )?(?:stored )?(?:data|entities|tables|models)\\b",
    questions: "\\bwhere (?:is )?(?:the )?(?:stored )?data (?:is )?(?:read|written)(?: (?:and|or) (?:read|written))?\\b",
    drafts: [draftDataAccess],
  }),
  topic("migrations", "Changing the schema", {
    asks: "\\b(?:(?:database|schema|db) migrations?)\\b",
    questions: "\\bhow (?:are|is) (?:the )?(?:database |schema )?(?:migrations?|schema)(?: of the database)? (?:written|run|made|changed|applied)(?: and (?:written|run|made|applied))?\\b",
    drafts: [draftMigrations],
  }),
  topic("automation", "Build and release", {
    asks: "\\b(?:build and release|(?:project's )?(?:own )?automation)\\b",
    questions: "\\bhow (?:do|are|is|does) (?:(?:the )?(?:builds?|tests?|releases?)(?:,| and| or)* ?)+ (?:run|made|done)?(?: (?:in|by) (?:the )?(?:project's )?automation)?",
    drafts: [draftAutomation],
  }),
]; // prettier-ignore
