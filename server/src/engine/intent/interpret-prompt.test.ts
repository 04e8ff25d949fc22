import { describe, expect, it } from "vitest";

import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { planPages } from "#server/engine/pages/plan/page-plans.ts";
import { asksForSecrets } from "#server/engine/pages/plan/secret-names.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { interpretPrompt } from "./interpret-prompt.ts";

/** What a prompt is read as: topics by name, questions in quotation marks. */
function read(prompt: string, title = ""): string[] {
  const parts = interpretPrompt({ title, prompt }, ["Tidewater", "departure-api"]);
  return parts.map((part) => (part.kind === "topic" ? part.topic : `“${part.text}”`));
}

describe("prompts for what can be told of any code", () => {
  it.each([
    ["Explain the purpose of this service.", ["purpose"]],
    ["What does this product do and who is it for?", ["purpose"]],
    ["What is departure-api responsible for?", ["purpose"]],
    ["Give a high-level overview of the system for new engineers.", ["purpose", "architecture", "technology"]],
    ["System overview", ["purpose", "architecture", "technology"]],
    ["Describe the architecture: the components, the data model and how a request flows.", ["architecture", "data-model", "request-flow"]],
    ["How do the parts fit together?", ["architecture"]],
    ["Walk through the lifecycle of a request.", ["request-flow"]],
    ["What happens when a request arrives?", ["request-flow"]],
    ["List the key concepts and terms.", ["concepts"]],
    ["Write a glossary.", ["concepts"]],
    ["Document the database schema with tables and their fields.", ["data-model"]],
    ["Which technologies and frameworks does it use?", ["technology"]],
    ["Describe the tech stack in one paragraph.", ["technology"]],
    ["Summarise the recent changes.", ["changes"]],
    ["Write release notes for the last version.", ["release-notes"]],
    ["List the entry points.", ["entry-points"]],
    ["List all CLI commands and flags with a short description.", ["commands"]],
    ["List all HTTP endpoints as a table with method, path and handler.", ["endpoints"]],
    ["API reference", ["api"]],
    ["Document the public interface: exported functions and classes.", ["interface"]],
    ["List every environment variable with its default value.", ["configuration"]],
    ["How is the service configured?", ["configuration"]],
    ["Which scripts are there?", ["scripts"]],
    ["What third-party libraries are used?", ["dependencies"]],
    ["How do I run the tests?", ["tests"]],
    ["Describe the test strategy.", ["tests"]],
    ["What are the prerequisites?", ["prerequisites"]],
    ["Installation instructions", ["install"]],
    ["How do I install it?", ["install"]],
    ["How do I run this locally?", ["run"]],
    ["Describe the project structure.", ["layout"]],
    ["How is the code organised?", ["layout"]],
    ["Where should I start reading?", ["reading"]],
    ["Where to start reading", ["reading"]],
    ["Run it locally", ["run"]],
    ["What happens on startup?", ["entry-points"]],
    ["Write a getting started guide for new developers.", ["prerequisites", "install", "run", "layout", "reading"]],
    ["How do I contribute?", ["contributing"]],
    ["How is the service deployed?", ["deployment"]],
    ["Health checks and monitoring", ["health"]],
    ["Where do the logs go?", ["logs"]],
    ["How is the service stopped gracefully?", ["shutdown"]],
    ["Common failures and error messages.", ["failures"]],
    ["Write a runbook for the on-call engineer.", ["run", "shutdown", "health", "logs", "failures"]],
    ["Summarise the architecture decision records.", ["decisions"]],
    ["List the endpoints, the configuration and the dependencies.", ["endpoints", "configuration", "dependencies"]],
    ["Start with the configuration. Then list the endpoints.", ["configuration", "endpoints"]],
    ["Describe the purpose. Keep it short, use plain language and write for product managers.", ["purpose"]],
    ["How are requests authenticated and authorized?", ["access"]],
    ["Which errors does the service answer with, and what causes each?", ["failures"]],
    ["Which failures does the code report, with their messages and what causes each?", ["failures"]],
    ["Which code reads and writes the stored entities?", ["data-access"]],
    ["How are migrations of the database written and run?", ["migrations"]],
    ["List the gotchas that comments tell of.", ["gotchas"]],
    ["How is one more of a kind added, by the files that changed together the last times?", ["additions"]],
    ["How is the service started and how does it shut down?", ["run", "shutdown"]],
    ["Which jobs, queues and scheduled tasks run in the background?", ["background"]],
    ["How do build, tests and release run in the project's automation?", ["automation"]],
    ["List the recorded architecture decisions with their state and what each decides.", ["decisions"]],
    ["List what changed since the last release: features, fixes and breaking changes.", ["release-notes"]],
    ["Quote what the changelog says about the newest versions.", ["changelog"]],
    ["Say which other parts and which packages the module uses, and who uses it.", ["dependencies"]],
    ["Say where the tests are, how they run and what they reach.", ["tests"]],
    ["Name the files where the service starts and what each brings together.", ["entry-points"]],
    ["List every table and model with its fields and what it refers to.", ["data-model"]],
    ["For every component: what it does, how large it is, and what leans on it.", ["architecture"]],
  ])("%j", (prompt, topics) => {
    expect(read(prompt)).toEqual(topics);
  }); // prettier-ignore

  it("keeps a question with a subject of its own beside a topic", () => {
    expect(read("List the endpoints and what causes late sailings.")).toEqual([
      "endpoints",
      "“what causes late sailings.”",
    ]);
  });

  it("by the title where the prompt says nothing", () => {
    expect(read("Write this section.", "Data model")).toEqual(["data-model"]);
    expect(read("", "Environment variables")).toEqual(["configuration"]);
  });
});

describe("prompts of the planned pages", () => {
  const plans = planPages({
    productName: "Board",
    repositories: [{ repositoryId: "r", name: "board", index: { files: () => [] } } as unknown as PageRepository],
    services: [{ serviceId: "s", name: "api", description: "", type: "api", repositoryId: "r", workingPath: "/api" }],
  });
  const named: Record<string, string> = {
    components: "architecture",
    parts: "architecture",
    layers: "architecture",
    responsibility: "purpose",
    "row-rules": "data-model",
    relations: "data-model",
    settings: "first-settings",
    test: "checks",
  };

  it.each(plans.flatMap(({ templates }) => templates))("$prompt", ({ templateKey, prompt }) => {
    expect(read(prompt)[0]).toBe(named[templateKey] ?? templateKey);
  });
});

describe("prompts about what only this code knows", () => {
  it.each([
    ["How are delays computed?", ["“How are delays computed?”"]],
    ["What happens when a payment fails?", ["“What happens when a payment fails?”"]],
    ["Explain how refunds are made.", ["“how refunds are made.”"]],
    ["List the endpoints for invoices.", ["“List the endpoints for invoices.”"]],
    ["Describe the retry policy of the webhook sender", ["“retry policy of the webhook sender”"]],
    ["How does the scheduler start jobs?", ["“How does the scheduler start jobs?”"]],
    ["How does routing work?", ["“How does routing work?”"]],
    ["Explain the router", ["“router”"]],
    ["Why are sessions stored in Redis?", ["“Why are sessions stored in Redis?”"]],
    ["Who changed the delay rules?", ["“Who changed the delay rules?”"]],
    ["Explain authentication and authorization.", ["“authentication and authorization.”"]],
    ["How are errors reported to the client?", ["“How are errors reported to the client?”"]],
    ["Where is the configuration of the mailer parsed?", ["“Where is the configuration of the mailer parsed?”"]],
    ["List the endpoints and explain how refunds are made.", ["endpoints", "“how refunds are made.”"]],
  ])("%j", (prompt, parts) => {
    expect(read(prompt)).toEqual(parts);
  });
});

it.each([
  "exported " + "a, ".repeat(2_000),
  "how ".repeat(2_000),
  "what happens when the the the ".repeat(300),
  "in a b c d ".repeat(800),
  "for a new ".repeat(800),
  "print ".repeat(1_500),
  "a.".repeat(3_000),
  "and then also ".repeat(600),
  "architecture design ".repeat(400),
])("hostile prompts are read in no time: %#", (prompt) => {
  const workedMs = startCpuClock();
  read(prompt, prompt);
  asksForSecrets(prompt);
  expect(workedMs()).toBeLessThan(1_500);
});
