import { describe, expect, it } from "vitest";

import type { PageTemplate } from "./choose-template.ts";
import { planPage, splitList } from "./plan-page.ts";

const template = (title: string): PageTemplate => ({
  title,
  sections: [{ title: `${title} begins`, prompt: `Begin the ${title}.`, output: "markdown" }],
});
const templates = ["Runbook", "API reference", "System overview", "Overview", "Release notes", "Data model"].map(
  template,
);
const services = [
  { serviceId: "v1", name: "api" },
  { serviceId: "v2", name: "web" },
  { serviceId: "v3", name: "web-admin" },
  { serviceId: "v4", name: "c++ (old)" },
];
const plan = (query: string) => planPage(query, { templates, services });

describe("a page after a template", () => {
  it.each([
    ["A runbook for web-admin", "Runbook", "web-admin: Runbook", "v3"],
    ["an on-call handbook", "Runbook", "Runbook", null],
    ["Data model of the api", "Data model", "api: Data model", "v1"],
    ["Please document the database schema", "Data model", "Data model", null],
    ["what's new", "Release notes", "Release notes", null],
    ["the architecture", "System overview", "System overview", null],
    ["write a system overview for new developers", "System overview", "System overview", null],
    ['a runbook called "When it burns" for service c++ (old)', "Runbook", "When it burns", "v4"],
  ])("%j comes after %j", (query, title, pageTitle, serviceId) => {
    expect(plan(query)).toEqual({ title: pageTitle, serviceId, template: title, sections: template(title).sections });
  });

  it.each([
    ["Runbook of harbours", "Runbook of harbours"],
    ["the data model of tides", "Data model of tides"],
    ["architecture of the tide importer", "Architecture of the tide importer"],
  ])("is none where the prompt has a subject of its own: %j", (query, title) => {
    expect(plan(query)).toMatchObject({ template: null, title });
  });

  it("is none where the prompt lists its sections itself", () => {
    expect(plan("Write release notes with sections on fixes and features")).toMatchObject({
      title: "Release notes",
      template: null,
      sections: [
        { title: "Fixes", prompt: "fixes", output: "markdown" },
        { title: "Features", prompt: "features", output: "markdown" },
      ],
    });
  });
});

it.each([
  ["Write about tides", "Tides"],
  ["document authentication", "Authentication"],
  ["Write a short technical page about the tide tables.", "Tide tables"],
  ["I need documentation for our billing", "Billing"],
  ["Write a page on “berths”", "Berths"],
  ["Explain how refunds are made", "How refunds are made"],
  ["How does the ferry clock work?", "How the ferry clock works"],
  ["How do the tide tables work", "How the tide tables work"],
  ["How can I reset a clock?", "How to reset a clock"],
  ["Hafenübersicht", "Hafenübersicht"],
  ["Write a page that covers tides, boats and crews", "Tides, boats and crews"],
  ["1. tides\n2. boats", "Tides and boats"],
  ["?", "New page"],
])("calls the page for %j %j", (query, title) => {
  expect(plan(query).title).toBe(title);
});

it("cuts a long title at a word, and has room for any", () => {
  const { title, sections } = plan(`Write a page about ${"very ".repeat(30)}long boats`);
  expect(title).toMatch(/^Very( very){15,17}…$/);
  expect(sections.every((one) => one.title.length <= 128)).toBe(true);
});

describe("sections", () => {
  it("ask of a subject what its page may tell, and stay only where they speak of it", () => {
    expect(plan("Write a page about the tide tables").sections).toEqual([
      { title: "Overview", prompt: "What are the tide tables?", output: "markdown" },
      ...[
        ["How it works", "How do the tide tables work?"],
        ["Where it is used", "What uses the tide tables?"],
        ["Endpoints", "Which endpoints belong to the tide tables?"],
        ["Configuration", "Which settings configure the tide tables?"],
        ["When something fails", "Which errors do the tide tables report?"],
        ["Tests", "Which tests cover the tide tables?"],
        ["Recent changes", "What changed recently in the tide tables?"],
      ].map(([title, prompt]) => ({ title, prompt, output: "markdown", about: ["tide", "tables"] })),
    ]);
  });

  it.each([
    ["a clock of the boats", "What is a clock of the boats?"],
    ["boats and berths", "What are boats and berths?"],
    ["the bus", "What is the bus?"],
    ["policies", "What are policies?"],
  ])("ask in the number of the subject: %j", (subject, prompt) => {
    expect(plan(`Write a page about ${subject}`).sections[0]?.prompt).toBe(prompt);
  });

  it("begin with the question where one was asked", () => {
    const prompts = plan("How does the ferry clock work?").sections.map(({ prompt }) => prompt);
    expect(prompts.slice(0, 2)).toEqual(["How does the ferry clock work?", "What uses ferry clock?"]);
  });

  it("are the topics that are always known where the prompt names several", () => {
    expect(plan("Write a page about endpoints and configuration").sections).toEqual([
      { title: "Endpoints", prompt: "Write about: Endpoints.", output: "markdown" },
      { title: "Configuration", prompt: "Write about: Configuration.", output: "markdown" },
    ]);
  });

  it("are those that the prompt lists line by line, and speak of its subject", () => {
    expect(plan("A page about boats:\n- how it works\n* draw a diagram\n3) the crews?").sections).toEqual([
      { title: "How it works", prompt: "how it works of boats", output: "markdown" },
      { title: "Diagram", prompt: "draw a diagram", output: "mermaid" },
      { title: "Crews", prompt: "the crews?", output: "markdown" },
    ]);
  });

  it("are at most 20", () => {
    const lines = Array.from({ length: 30 }, (_, at) => `- subject number ${at}`).join("\n");
    expect(plan(`A page:\n${lines}`).sections).toHaveLength(20);
  });
});

it.each([
  ["page on the tides for the web service", "v2"],
  ["page on the tides of web-admin.", "v3"],
  ["page on the service `api`", "v1"],
  ["page on web crawlers", null],
  ["page on the tides for webs", null],
])("puts %j below the service that it names as one", (query, serviceId) => {
  expect(plan(query).serviceId).toBe(serviceId);
});

it.each([
  ["a1, tides, and boats; crews and also the pier", ["tides", "boats", "crews", "the pier"]],
  ["“Salt and pepper”", ["Salt", "pepper"]],
  ["one", ["one"]],
  ["tides and one on crews", ["tides", "crews"]],
  ["tides, one about boats, and another one covering crews", ["tides", "boats", "crews"]],
  ["one-way streets and oneness", ["one-way streets", "oneness"]],
  [", ;", []],
])("splits the list %j", (list, parts) => {
  expect(splitList(list)).toEqual(parts);
});
