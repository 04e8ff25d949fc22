import { describe, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { addGrammar, placeGrammar } from "./addition-grammar.ts";
import { phraseGrammar } from "./asking-phrases.ts";
import {
  additionGrammar,
  descriptionGrammar,
  descriptionQuestion,
  endsGrammar,
  lengthGrammar,
  shapeGrammar,
  statement,
} from "./description-grammar.ts";
import { draftGrammar, draftQuestion } from "./draft-grammar.ts";
import { compileGrammar, compilePatterns } from "./intent-grammar.ts";
import { changesGrammar, sinceGrammar, spelledGrammar, stateGrammar } from "./moment-grammar.ts";
import { questionGrammar } from "./question-grammar.ts";
import { topicGrammar, topicQuestionGrammar } from "./topic-grammar.ts";

const vocabulary = {
  wordClasses: { add: ["add", "put in"], digits: /\d+/ },
  slotTypes: { number: /\d+|two/, language: ["German", "plain English"] },
};

function slotsOf(pattern: string, utterance: string, accepts?: (slot: string, text: string) => boolean) {
  const grammar = compileGrammar([{ intent: "it", examples: [], patterns: [pattern] }], vocabulary, "whole");
  return grammar.match(utterance, accepts)?.slots ?? null;
}

describe("the notation of patterns", () => {
  it.each([
    ["endpoint[s]", ["endpoint", "Endpoints"], ["endpointss", "my endpoint"]],
    ["chang* it", ["change it", "changed  it"], ["unchanged it", "change"]],
    ["(all|each of) them", ["all them", "each of them"], ["each them"]],
    ["[please] remove [it|the page]", ["remove", "please remove it", "remove the page"], ["please", "remove page"]],
    ["@add one", ["add one", "put in one"], ["put one"]],
    ["which ~2 files", ["which files", "which of the files"], ["which of all the files"]],
    ["which _ files", ["which old files"], ["which files"]],
    ["... tests ...", ["the tests fail", "tests"], ["testsuite"]],
    ["how !(long|many) ...", ["how it works"], ["how long it works"]],
    ["... -(to|a) call ...", ["they call"], ["a call", "ready to call it"]],
    ["over &(@digits) ...", ["over 5 rows"], ["over five rows"]],
    ["title : it", ["title: it", "title :it"], ["title it"]],
    ["what's new", ["what's new", "what’s new", "whats new"], ["what is new"]],
    ["summari(s|z)e", ["summarise", "Summarize"], ["summarie"]],
  ])("%s", (pattern, are, areNot) => {
    const grammar = compilePatterns([pattern], { ...vocabulary, scope: "whole" });
    expect(are.filter((one) => !grammar.has(one))).toEqual([]);
    expect(areNot.filter((one) => grammar.has(one))).toEqual([]);
  });

  it.each(["(a|b", "a)", "[a", "@nothing"])("refuses %s", (pattern) => {
    expect(() => compilePatterns([pattern])).toThrow(/./);
  });
});

describe("slots", () => {
  it("hand out what stands in them", () => {
    expect(slotsOf("rename {section} to {title}", "rename the tests to How we test")).toEqual({
      section: "the tests",
      title: "How we test",
    });
    expect(slotsOf("cut it to {number} [words]", "cut it to 20 words")).toEqual({ number: "20" });
    expect(slotsOf("in {to:language}", "in plain english")).toEqual({ to: "plain english" });
    expect(slotsOf("cut it to {number}", "cut it to pieces")).toBeNull();
    expect(slotsOf("take {section} out", "take out")).toBeNull();
  });

  it("are cut elsewhere where what stands in them is not accepted", () => {
    const isKnown = (slot: string, text: string) => slot !== "section" || text === "From A to B";
    expect(slotsOf("rename {section} to {title}", "rename From A to B to C to D", isKnown)).toEqual({
      section: "From A to B",
      title: "C to D",
    });
    expect(slotsOf("rename {section} to {title}", "rename A to B", isKnown)).toBeNull();
  });
});

it("takes the first intent that an utterance is of, and none that is ruled out", () => {
  const grammar = compileGrammar(
    [
      { intent: "tests", examples: [], patterns: ["... tests ..."], unless: ["why ..."] },
      { intent: "any", examples: [], patterns: ["..."] },
    ],
    {},
    "whole",
  );
  expect(["the tests", "why tests", "no"].map((text) => grammar.match(text)?.intent)).toEqual(["tests", "any", "any"]);
});

it("finds everything that stands within an utterance", () => {
  const grammar = compileGrammar(
    [
      { intent: "one", examples: [], patterns: ["http api", "api"] },
      { intent: "two", examples: [], patterns: ["tests"] },
    ],
    {},
    "within",
  );
  const found = grammar.matchAll("tests of the http api, an api").map(({ intent, start, end }) => [intent, start, end]);
  expect(found).toEqual([
    ["one", 13, 21],
    ["one", 26, 29],
    ["two", 0, 5],
  ]);
});

it("gives up on an utterance that could be cut in endless ways", () => {
  const workedMs = startCpuClock();
  expect(slotsOf("move {one} to {other} to {third} now", "move " + "a to ".repeat(5_000), () => false)).toBeNull();
  expect(workedMs()).toBeLessThan(1_000);
});

it.each(
  [topicGrammar, topicQuestionGrammar].flatMap(({ intents }) =>
    intents.flatMap(({ intent, examples }) => examples.map((example) => [example, intent] as const)),
  ),
)("a prompt for a topic is found by its words: %s", (example, intent) => {
  const found = [topicGrammar, topicQuestionGrammar].flatMap((grammar) => grammar.matchAll(example));
  expect(found.map((match) => match.intent)).toContain(intent);
});

/** What the slots of the examples hold that are looked up. */
function acceptsExample(slot: string, text: string): boolean {
  if (slot === "section" || slot === "titled")
    return /^(?:the )?(?:tests|data model|overview|configuration|how it works|section \d|first section)$/i.test(text);
  if (slot === "piece") return /\bsentence$/.test(text);
  return slot !== "noform" || !/points|paragraphs/.test(text);
}

const grammars = {
  additionGrammar,
  descriptionGrammar,
  descriptionQuestion,
  endsGrammar,
  lengthGrammar,
  shapeGrammar,
  statement,
  draftGrammar,
  addGrammar,
  placeGrammar,
  draftQuestion,
  questionGrammar,
  phraseGrammar,
  sinceGrammar,
  changesGrammar,
  stateGrammar,
  spelledGrammar,
};

describe.each(Object.entries(grammars))("the examples of %s", (_, grammar) => {
  const rows = grammar.intents.flatMap(({ intent, examples }) => examples.map((example) => [example, intent] as const));

  it.each(rows)("%s", (example, intent) => {
    expect(grammar.match(example.replace(/\?$/, ""), acceptsExample)?.intent).toBe(intent);
  });
});
