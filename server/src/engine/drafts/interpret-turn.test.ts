import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import type { TurnGround } from "./command.ts";
import { interpretTurn } from "./interpret-turn.ts";
import type { DraftEdit, DraftSection } from "./page-draft.ts";

const titles = ["Overview", "How it works", "Configuration", "Data model", "Tests"];
const sections = titles.map((title, at): DraftSection => ({
  sectionId: `s${at + 1}`,
  title,
  instructions: { prompt: title, output: "markdown" },
  content: "Text [1]",
  sources: [],
  writtenBy: "Built-in engine",
}));
const ground: TurnGround = {
  draft: { title: "Tides", serviceId: null, sections },
  templates: [
    { title: "Runbook", sections: [{ title: "Start", prompt: "How is it started?", output: "markdown" }] },
    { title: "API reference", sections: [{ title: "Endpoints", prompt: "List the endpoints.", output: "markdown" }] },
    { title: "Onboarding", sections: [{ title: "Install", prompt: "How is it installed?", output: "markdown" }] },
  ],
  services: [
    { serviceId: "v1", name: "api" },
    { serviceId: "v2", name: "web" },
  ],
};
const empty: TurnGround = { ...ground, draft: { title: "", serviceId: null, sections: [] } };

const add = (prompt: string, more: object = {}): object => ({
  kind: "add",
  section: expect.objectContaining({ prompt }),
  beforeId: null,
  ...more,
});
const remove = (sectionId: string): object => ({ kind: "remove", sectionId });
const rewrite = (sectionId: string, more: object = {}): object => ({
  kind: "rewrite",
  sectionId,
  prompt: null,
  output: null,
  ...more,
});

it.each<[string, object[]]>([
  ["Add a section about retries", [add("retries")]],
  ["Can you please add a section on how refunds are made?", [add("how refunds are made")]],
  ["add a short paragraph describing the timetable import", [add("the timetable import")]],
  ["I'd like a section about errors", [add("errors")]],
  ["I want another section covering security after Overview", [add("security", { beforeId: "s2" })]],
  ["add a section about the crash handling before section 3", [add("the crash handling", { beforeId: "s3" })]],
  ["Add sections about caching, retries and timeouts.", [add("caching"), add("retries"), add("timeouts")]],
  ["also mention the rate limits", [add("the rate limits")]],
  ["add the deployment section at the top", [add("deployment", { beforeId: "s1" })]],
  ['add a section called "Known limits" about the queue', [{ kind: "add", section: { title: "Known limits", prompt: "the queue", output: "markdown" }, beforeId: null }]], // prettier-ignore
  ["add a diagram of the components", [{ kind: "add", section: expect.objectContaining({ output: "mermaid" }), beforeId: null }]], // prettier-ignore
  ["Add a section about retries. It should name the backoff.", [add("retries. It should name the backoff.")]],
  ["add a section about what happens after a crash", [add("what happens after a crash")]],
  ["write about the tide tables", [add("the tide tables")]],
  ["remove the section Tests", [{ kind: "remove", sectionId: "s5" }]],
  ["drop section 2", [{ kind: "remove", sectionId: "s2" }]],
  ["Please delete the last section.", [{ kind: "remove", sectionId: "s5" }]],
  ["get rid of the second one", [{ kind: "remove", sectionId: "s2" }]],
  [
    "remove sections 2 and 4",
    [
      { kind: "remove", sectionId: "s2" },
      { kind: "remove", sectionId: "s4" },
    ],
  ],
  [
    "remove Tests and Configuration",
    [
      { kind: "remove", sectionId: "s5" },
      { kind: "remove", sectionId: "s3" },
    ],
  ],
  ["remove tests and rename Overview to Purpose", [{ kind: "remove", sectionId: "s5" }, { kind: "rename", sectionId: "s1", title: "Purpose" }]], // prettier-ignore
  ["start over", titles.map((_, at) => ({ kind: "remove", sectionId: `s${at + 1}` }))],
  ['rename "How it works" to "From tide to table"', [{ kind: "rename", sectionId: "s2", title: "From tide to table" }]],
  ["rename section 3 to Settings", [{ kind: "rename", sectionId: "s3", title: "Settings" }]],
  ["change the heading of the data model to Tables", [{ kind: "rename", sectionId: "s4", title: "Tables" }]],
  ["call the first section Purpose and goals", [{ kind: "rename", sectionId: "s1", title: "Purpose and goals" }]],
  ["title: How tides reach the board", [{ kind: "title", title: "How tides reach the board" }]],
  ["Change the title to “Tides, explained”", [{ kind: "title", title: "Tides, explained" }]],
  ["call the page Tide guide", [{ kind: "title", title: "Tide guide" }]],
  ["rename it to Tide guide", [{ kind: "title", title: "Tide guide" }]],
  ["make the data model a diagram", [rewrite("s4", { output: "mermaid" })]],
  ["turn section 4 into a flowchart", [rewrite("s4", { output: "mermaid" })]],
  ["draw the data model", [rewrite("s4", { output: "mermaid" })]],
  ["show How it works as plain text", [rewrite("s2", { output: "plain-text" })]],
  ["move Tests before Configuration", [{ kind: "move", sectionId: "s5", beforeId: "s3" }]],
  ["move section 1 to the end", [{ kind: "move", sectionId: "s1", beforeId: null }]],
  ["move section 2 above section 4", [{ kind: "move", sectionId: "s2", beforeId: "s4" }]],
  ["move section 2 below section 4", [{ kind: "move", sectionId: "s2", beforeId: "s5" }]],
  ["move section 1 after section 2", [{ kind: "move", sectionId: "s1", beforeId: "s3" }]],
  ["move section 4 above section 2", [{ kind: "move", sectionId: "s4", beforeId: "s2" }]],
  ["move section 4 below section 2", [{ kind: "move", sectionId: "s4", beforeId: "s3" }]],
  ["move the second section before Tests", [{ kind: "move", sectionId: "s2", beforeId: "s5" }]],
  ["move Overview after the last section", [{ kind: "move", sectionId: "s1", beforeId: null }]],
  ["move Overview down", [{ kind: "move", sectionId: "s1", beforeId: "s3" }]],
  ["move section 2 to position 4", [{ kind: "move", sectionId: "s2", beforeId: "s5" }]],
  ["move section 5 to position 2", [{ kind: "move", sectionId: "s5", beforeId: "s2" }]],
  ["move section 1 to position 99", [{ kind: "move", sectionId: "s1", beforeId: null }]],
  ["delete all sections except 1 and 2", ["s3", "s4", "s5"].map(remove)],
  ["remove everything but Overview and Tests", ["s2", "s3", "s4"].map(remove)],
  ["remove everything except the overview", ["s2", "s3", "s4", "s5"].map(remove)],
  ["remove section 1 and remove section 2", ["s1", "s2"].map(remove)],
  ['add a section "Remove section 2"', [add("Remove section 2", { section: expect.objectContaining({ title: "Remove section 2" }) })]], // prettier-ignore
  ["add a section “Known limits” about the queue", [{ kind: "add", section: { title: "Known limits", prompt: "the queue", output: "markdown" }, beforeId: null }]], // prettier-ignore
  ['add a diagram "Big picture" of the parts', [{ kind: "add", section: { title: "Big picture", prompt: "the parts", output: "mermaid" }, beforeId: null }]], // prettier-ignore
  ["write a section on how to remove section 2", [add("how to remove section 2")]],
  ["put the tests at the top", [{ kind: "move", sectionId: "s5", beforeId: "s1" }]],
  ["move Configuration after Data model", [{ kind: "move", sectionId: "s3", beforeId: "s5" }]],
  ["move the third section up", [{ kind: "move", sectionId: "s3", beforeId: "s2" }]],
  ["swap Overview and Configuration", [{ kind: "move", sectionId: "s3", beforeId: "s1" }, { kind: "move", sectionId: "s1", beforeId: "s4" }]], // prettier-ignore
  ["write section 2 again about the ferry clock", [rewrite("s2", { prompt: "the ferry clock" })]],
  ["rewrite Configuration", [rewrite("s3")]],
  ["rewrite the tests, focus on the sockets", [rewrite("s5", { prompt: "focus on the sockets" })]],
  ["rewrite Configuration about the ferry clock", [rewrite("s3", { prompt: "the ferry clock" })]],
  ["insert a section named Limits at position 2", [{ kind: "add", section: { title: "Limits", prompt: "Limits", output: "markdown" }, beforeId: "s2" }]], // prettier-ignore
  ["write more on the tide tables", [add("the tide tables")]],
  ["also mention offline use", [add("offline use")]],
  ["write everything again", titles.map((_, at) => rewrite(`s${at + 1}`))],
  ["rename section 1 to Purpose and move it to the end", [{ kind: "rename", sectionId: "s1", title: "Purpose" }, { kind: "move", sectionId: "s1", beforeId: null }]], // prettier-ignore
  ["remove section 5, and put it below service api", [{ kind: "remove", sectionId: "s5" }, { kind: "place", serviceId: "v1" }]], // prettier-ignore
  ["go on", [{ kind: "write-rest" }]],
  ["put it below service api", [{ kind: "place", serviceId: "v1" }]],
  ["this page belongs to the web service", [{ kind: "place", serviceId: "v2" }]],
  ["move the page to the whole product", [{ kind: "place", serviceId: null }]],
])("reads %j as a change", (message, edits) => {
  expect(interpretTurn(message, ground)).toEqual({ edits, problems: [], question: null });
});

it.each([
  ["remove the section about whales", "There is no section “whales”. The sections are 1. Overview, 2. How it works"],
  ["drop section 9", "The page has 5 sections, not 9."],
  ["move section 7 to the top", "The page has 5 sections, not 7."],
  ["move section 2 above section 2", "These are one and the same section."],
  ["move Tests before the last section", "These are one and the same section."],
  ["delete all sections except foo", "There is no section “foo”."],
  ["remove everything but Overview and foo", "There is no section “foo”."],
  ["delete section 0", "The page has 5 sections, not 0."],
  ["move Whales up", "There is no section “Whales”."],
  ["swap 2 and How it works", "These are one and the same section."],
  ["remove sections 1-3", "There is no section “sections 1-3”."],
  ["put it below service billing", "There is no service “billing” in this product. Its services are “api”, “web”."],
  ["make it shorter", "I cannot shorten text without a model"],
  ["Could you use only bullet points", "I cannot bring text into bullet points"],
  ["translate it into German", "I cannot translate without a model"],
  ["make section 2 friendlier", "I cannot change style or wording without a model"],
  ["undo that", "Press Undo above the draft"],
  ["publish it", "press Publish above the draft"],
  ["add a section", "Say what the section shall be about"],
  ["rename Overview to x", "Title is too short"],
])("says plainly why %j is not done", (message, says) => {
  const turn = interpretTurn(message, ground);
  expect(turn).toMatchObject({ edits: [], question: null });
  expect(turn.problems.join(" ")).toContain(says);
});

it.each([
  "How is the delay of a boat computed?",
  "what does add do?",
  "Where is the timetable loaded",
  "explain the ferry clock",
  "Is there a section missing about tests?",
  "the sky is blue",
  "don't add a section about retries",
  "do not remove Overview",
])("takes %j for a question", (message) => {
  expect(interpretTurn(message, ground)).toEqual({ edits: [], problems: [], question: message });
});

it("does what it understood and answers the rest", () => {
  const turn = interpretTurn("Remove section 5. What is the ferry clock?", ground);
  expect(turn).toEqual({
    edits: [{ kind: "remove", sectionId: "s5" }],
    problems: [],
    question: "What is the ferry clock?",
  });
});

function planned(message: string, given = empty) {
  const { edits } = interpretTurn(message, given);
  const page = edits.find((edit): edit is Extract<DraftEdit, { kind: "page" }> => edit.kind === "page");
  const location = edits.find((edit) => edit.kind === "place");
  return {
    title: page?.title,
    template: page?.template,
    titles: page?.sections.map(({ title }) => title),
    prompts: page?.sections.map(({ prompt }) => prompt),
    place: location,
  };
}

it.each([
  ["Write a runbook for our service api", "api: Runbook", "Runbook"],
  ["Create an onboarding guide for new developers", "Onboarding", "Onboarding"],
  ["Please document all the HTTP endpoints", "API reference", "API reference"],
  ["Write a page about the tide tables", "Tide tables", null],
  ["How does the ferry clock work?", "How the ferry clock works", null],
  ['Make a page called "Harbour life" about the harbour importer', "Harbour life", null],
  ["a page on onboarding of harbours into the timetable", "Onboarding of harbours into the timetable", null],
])("plans %j as %j", (message, title, template) => {
  expect(planned(message)).toMatchObject({ title, template });
});

it("asks of a subject what a page may tell, and takes the sections that the prompt lists itself", () => {
  expect(planned("Write a page about the tide tables").prompts).toEqual(
    expect.arrayContaining(["What are the tide tables?", "How do the tide tables work?"]),
  );
  const listed = planned("A page about boats with sections on loading, the ferry clock and errors");
  expect(listed).toMatchObject({ title: "Boats", titles: ["Loading", "Ferry clock", "Errors"] });
  expect(planned("A page about boats:\n- loading a boat\n- what a crew is").titles).toEqual([
    "Loading a boat",
    "What a crew is",
  ]);
});

it("puts the page where the prompt says, and begins again where a whole page is wanted", () => {
  expect(planned("Write a runbook for the api service").place).toEqual({ kind: "place", serviceId: "v1" });
  expect(planned("Write a page about the harbour instead", ground).title).toBe("Harbour instead");
  expect(planned("start over with a runbook", ground).template).toBe("Runbook");
});

it("takes a first order to add a section for that, not for a page", () => {
  expect(interpretTurn("add a section about retries", empty).edits).toEqual([add("retries")]);
});

it("stands hostile and endless text", () => {
  const long = `rename ${"to ".repeat(3_000)}x`;
  const workedMs = startCpuClock();
  for (const text of [long, "remove " + "a, ".repeat(5_000), "add a section ".repeat(1_500), '"'.repeat(20_000), "x".repeat(20_000), "- a\n".repeat(4_000)]) {
    interpretTurn(text, ground);
    interpretTurn(text, empty);
  }
  expect(workedMs()).toBeLessThan(2_000);
}); // prettier-ignore
