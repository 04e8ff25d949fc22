import type { Template } from "@cairn/contract/templates";

const allTypes = ["frontend", "api", "fullstack", "library", "database"] as const;
/** Built-in templates are as old as the product. */
const createdAt = "2026-11-22T00:00:00.000Z";

type BuiltIn = Omit<Template, "createdAt" | "isBuiltIn">;

/** A section that the built-in engine can write as well as a model. */
function section(title: string, prompt: string, output: "markdown" | "mermaid" = "markdown") {
  return { title, instructions: { prompt, output } };
}

const folderGuideId = "6f0a4d0e-53b7-4c5c-9a36-2f6f0d3c1a09";

const templates: readonly BuiltIn[] = [
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a01",
    title: "System overview",
    scope: { type: "project" },
    content: {
      type: "sections",
      sections: [
        section("Purpose", "Say what the product is for and for whom, in the words of its README and manifests."),
        section(
          "Components",
          "Draw the components, which of them imports which, and the systems outside that they talk to.",
          "mermaid",
        ),
        section("What each part does", "For every component: what it does, how large it is, and what leans on it."),
        section("How a request flows", "Follow one typical request from its route to where its data lies."),
        section("Data model", "Draw the stored entities with their fields and relations.", "mermaid"),
        section("Main concepts", "Explain the types and functions that the rest of the code is built on."),
        section("Technology", "List the languages with their shares and the frameworks with what they are used for."),
      ],
    },
  },
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a02",
    title: "Service reference",
    scope: { type: "service", serviceTypes: [...allTypes] },
    content: {
      type: "sections",
      sections: [
        section("Responsibility", "Say what this service is responsible for."),
        section("Entry points", "Name the files where the service starts and what each brings together."),
        section(
          "Public interface",
          "List the exported functions, classes and components that matter most, by module, with their signatures.",
        ),
        section("Jobs and messages", "Which jobs, queues and scheduled tasks run in the background?"),
        section("Configuration", "List the settings with their defaults and what each is for."),
        section("Dependencies", "Say which other parts and which packages the service uses, and who uses it."),
        section("Tests", "Say where the tests are, how they run and what they reach."),
      ],
    },
  },
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a03",
    title: "API reference",
    scope: { type: "service", serviceTypes: ["api", "fullstack"] },
    content: {
      type: "sections",
      sections: [
        section("Overview", "Say what this service is responsible for."),
        section("Endpoints", "List the HTTP endpoints with method, path, handler and what each does."),
        section("How a request flows", "Follow one typical request from its route to where its data lies."),
        section("Who may call", "How are requests authenticated and authorized?"),
        section("Errors", "Which errors does the service answer with, and what causes each?"),
        section("Stored data", "List every table and model with its fields and what it refers to."),
      ],
    },
  },
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a04",
    title: "Data model",
    scope: { type: "service", serviceTypes: ["api", "fullstack", "database", "library"] },
    content: {
      type: "sections",
      sections: [
        section("Diagram", "Draw the stored entities with their fields and relations.", "mermaid"),
        section("Tables and fields", "List every table and model with its fields and what it refers to."),
        section("Where data is read and written", "Which code reads and writes the stored entities?"),
        section("Changing the schema", "How are migrations of the database written and run?"),
      ],
    },
  },
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a05",
    title: "Runbook",
    scope: { type: "service", serviceTypes: [...allTypes] },
    content: {
      type: "sections",
      sections: [
        section("Start and stop", "How is the service started and how does it shut down?"),
        section("Configuration", "List the settings with their defaults and what each is for."),
        section("Health and logs", "Which health checks and logs tell how the service is doing?"),
        section("Common failures", "Which failures does the code report, with their messages and what causes each?"),
        section("Scheduled work", "Which jobs, queues and scheduled tasks run in the background?"),
        section("Build and release", "How do build, tests and release run in the project's automation?"),
      ],
    },
  },
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a06",
    title: "Onboarding",
    scope: { type: "project" },
    content: {
      type: "sections",
      sections: [
        section("Before you begin", "List what must be installed first, with versions."),
        section("Install", "Say how the dependencies are installed."),
        section("Settings", "List the settings that must be set before the first run."),
        section("Run", "Say how the product is started while developing."),
        section("Test and check", "Say how tests and checks are run, here and in the project's automation."),
        section("Project layout", "Show the important folders with what is in each."),
        section("Where to start reading", "Name the files a newcomer should read first and why."),
      ],
    },
  },
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a07",
    title: "Decision records",
    scope: { type: "project" },
    content: {
      type: "sections",
      sections: [
        section("Decisions", "List the recorded architecture decisions with their state and what each decides."),
        section("What the code is built on", "List the frameworks with what they are used for."),
        section("What changed lately", "Say what the last version and the last commits changed."),
      ],
    },
  },
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a08",
    title: "Release notes",
    scope: { type: "project" },
    content: {
      type: "sections",
      sections: [
        section("Release notes", "List what changed since the last release: features, fixes and breaking changes."),
        section("From the changelog", "Quote what the changelog says about the newest versions."),
      ],
    },
  },
  {
    templateId: folderGuideId,
    title: "Module guide",
    scope: { type: "child-template" },
    content: {
      type: "sections",
      sections: [
        section("Responsibility", "Say what this module is responsible for."),
        section(
          "Public interface",
          "List the exported functions, classes and components that matter most, by module, with their signatures.",
        ),
        section("Dependencies", "Say which other parts and which packages the module uses, and who uses it."),
        section("Tests", "Say where the tests are, how they run and what they reach."),
      ],
    },
  },
  {
    templateId: "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a0a",
    title: "Guide to every module",
    scope: { type: "project" },
    content: {
      type: "pages",
      instructions: "One page for every module of the code.",
      templateId: folderGuideId,
    },
  },
];

/** Templates that every organization has; their ids never change. */
export const builtInTemplates: readonly Template[] = templates.map((one) => ({ ...one, createdAt, isBuiltIn: true }));

export function findBuiltInTemplate(templateId: string): Template | null {
  return builtInTemplates.find((one) => one.templateId === templateId) ?? null;
}
