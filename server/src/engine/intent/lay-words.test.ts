import { describe, expect, it } from "vitest";

import { layWordsFor, says, turnsOfPhrase } from "./lay-words.ts";
import { stem } from "./words.ts";

const meant = (word: string, question: string) => layWordsFor(stem(word), question);

describe("what people say for something", () => {
  it("is found by the words of products, and not the other way round", () => {
    expect(meant("stranger", "Can a stranger see it?").stems).toContain(stem("anonymous"));
    expect(meant("customer", "What can a customer do?").stems).toContain(stem("member"));
    expect(meant("member", "What can a member do?").stems).not.toContain(stem("customer"));
  });

  it("a turn of phrase means its own, also with words in between", () => {
    expect(meant("shut", "When are people shut out?").stems).toContain(stem("lockout"));
    expect(meant("shut", "When is the shop shut?").stems).toEqual(new Set());
    expect(meant("bring", "Can I bring my old recipes along?").stems).toContain(stem("import"));
    expect(meant("bring", "Can I bring a dog?").stems).toEqual(new Set());
  });

  it("a turn of phrase without a word of its own is told apart", () => {
    const [turn] = turnsOfPhrase("Who may open the gate?", new Set(["gate"]));
    expect(turn?.stems).toContain(stem("permission"));
    expect(turnsOfPhrase("Is the gate open?", new Set(["gate"]))).toEqual([]);
  });

  it("a turn of phrase is said by whole words alone", () => {
    expect(says("users log in here", "log in")).toBe(true);
    expect(says("a blog inside", "log in")).toBe(false);
  });
});
