import { describe, expect, it } from "vitest";

import type { SymbolFact } from "#server/code-index/ports/facts.ts";

import { interpretQuestion, type QuestionPart } from "./interpret-question.ts";
import { fitOf, isSameName, shapeOf } from "./question-shape.ts";

describe("how a question is built", () => {
  it.each([
    ["How does the importer split rows?", "split", ["importer"], ["asksHow", "isBehindScreens"]],
    ["How are rows split?", "split", ["rows"], ["asksHow", "isBehindScreens"]],
    ["What happens when a token expires?", "expires", ["token"], ["asksHow", "isBehindScreens"]],
    ["Why does the parser drop blanks?", "drop", ["parser"], []],
    ["How does the scheduler work?", null, ["scheduler"], ["asksHow", "asksForWhole", "isBehindScreens"]],
    ["How is the total calculated?", "calculated", ["total"], ["asksHow", "asksForArithmetic", "isBehindScreens"]],
    ["How many rows may an import hold?", null, ["limit"], ["asksHow", "isBehindScreens", "asksForAmount"]],
    ["Which settings does the mailer have?", null, ["mailer"], ["asksForSetting"]],
    ["Who calls parseClock?", null, ["parse"], []],
  ])("%s", (text, verb, subject, flags) => {
    const shape = shapeOf(read(text));
    expect(shape.verb?.word ?? null).toBe(verb);
    expect(shape.subject.map(({ word }) => word)).toEqual(subject);
    expect(Object.entries(shape).flatMap(([flag, is]) => (is === true ? [flag] : []))).toEqual(flags);
  });
});

describe("the declaration that fits a question best", () => {
  it.each<[string, string, Partial<SymbolFact>, Partial<SymbolFact>]>([
    ["How does the importer split rows?", "the doing before the shape", { name: "splitRows" }, { name: "SplitRows", kind: "type" }],
    ["How does the importer split rows?", "what does it before what is named after it", { name: "splitImport", parent: "Importer" }, { name: "splitTest" }],
    ["Which settings does the mailer have?", "options before a function", { name: "MailerOptions", kind: "interface" }, { name: "mailer" }],
    ["Which settings does the mailer have?", "what a constructor takes before a function", { name: "constructor", kind: "method", parent: "Smtp" }, { name: "connect", kind: "method", parent: "Smtp" }],
    ["How does the scheduler work?", "the type before its constructor", { name: "Scheduler", kind: "class" }, { name: "Scheduler", parent: "Scheduler" }],
    ["How is a boat moored?", "what does it before what shows it", { name: "moorBoat" }, { name: "moorBoat", kind: "component" }],
    ["How is a boat moored?", "what does it before the name of a key", { name: "moorBoat" }, { name: "moorBoat", kind: "constant" }],
    ["How is a boat moored?", "a name that says little else before one that says more", { name: "moorBoat" }, { name: "moorBoatWhenTideAndCrewAllowIt" }],
  ])("%s: %s", (text, _, better, worse) => {
    expect(fit(text, better)).toBeGreaterThan(fit(text, worse));
  }); // prettier-ignore

  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      "How is the toll calculated?",
      "what computes",
      ["a", "return toll * 2", "b", "c"],
      ["a", "return toll", "b", "c"],
    ],
    ["How does the toll rise?", "what does the work itself", ["a", "b", "c", "d"], ["return raise(toll)"]],
    ["Where is the toll?", "what is no other name of another's", ["const toll = 3"], ["const toll = harbour.toll;"]],
    ["Where is the toll?", "what is not only imported", ["const toll = 3"], ["const toll = require('toll')"]],
  ])("%s: %s", (text, _, better, worse) => {
    expect(fit(text, { name: "toll" }, better)).toBeGreaterThan(fit(text, { name: "toll" }, worse));
  });

  it("what does something fits better than what makes the object that does it", () => {
    const maker = { name: "NewToll" } as const;
    expect(fit("Where is the toll?", maker, ["return toll"])).toBeGreaterThan(
      fit("Where is the toll?", maker, ["return &Toll{}"]),
    );
  });

  it("an amount is wanted: what is given a number fits better", () => {
    const constant = { name: "tollLimit", kind: "constant" } as const;
    expect(fit("How much is the toll?", constant, ["const tollLimit = 30;"])).toBeGreaterThan(
      fit("How much is the toll?", constant, ["const tollLimit = name;"]),
    );
  });

  it("a comment that says what the subject is fits better than one that tells of something else", () => {
    const documented = (text: string) =>
      fit("What is a toll?", { name: "toll", doc: { text, startLine: 1, endLine: 1 } });
    expect(documented("A toll is what a boat pays.")).toBeGreaterThan(documented("A boat is what pays a toll."));
  });

  it("a class with members stands for the whole", () => {
    const scheduler = declaration({ name: "Scheduler", kind: "class" });
    const part = read("How does the scheduler work?");
    const weight = (hasMembers: boolean) => fitOf(shapeOf(part), { ...around(part), symbol: scheduler, hasMembers });
    expect(weight(true)).toBeGreaterThan(weight(false));
  });

  it("a name without letters is judged too", () => {
    expect(fit("How much is the toll?", { name: "_" })).toBeGreaterThan(0);
  });
});

it.each([
  ["max_filesize", "maxFilesize", true],
  ["max_filesize", "maxfilesize", true],
  ["max-filesize", "max_filesize", true],
  ["Max_Filesize", "maxFileSize", true],
  ["max_filesize", "max_filesizes", false],
  ["maxfilesize", "max_filesize", false],
  ["toll", "toll", true],
  ["toll", "Toll", false],
])("%s and %s are the same name: %s", (one, other, isSame) => {
  expect(isSameName(one, other)).toBe(isSame);
});

function read(text: string): QuestionPart {
  const [part] = interpretQuestion(text);
  if (!part) throw new Error("nothing is asked");
  return part;
}

function declaration(fact: Partial<SymbolFact>): SymbolFact {
  const named = { name: "", kind: "function", parent: null, signature: "", doc: null } as const;
  return { ...named, isExported: true, startLine: 1, endLine: 4, ...fact };
}

function around({ terms }: QuestionPart) {
  return { path: "src/code.ts", body: ["a", "b", "c", "d"], terms, hasMembers: false };
}

function fit(text: string, fact: Partial<SymbolFact>, body?: readonly string[]): number {
  const part = read(text);
  const surroundings = around(part);
  return fitOf(shapeOf(part), { ...surroundings, symbol: declaration(fact), body: body ?? surroundings.body });
}
