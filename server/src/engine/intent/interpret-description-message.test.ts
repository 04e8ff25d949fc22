import { execFileSync } from "node:child_process";

import { describe, expect, it } from "vitest";

import { interpretDescriptionMessage } from "./interpret-description-message.ts";
import type { DescriptionOrder } from "./interpret-description-order.ts";

const write = (characters: number | null = null): DescriptionOrder => ({ kind: "write", characters });
const shorten = (given: Partial<Extract<DescriptionOrder, { kind: "shorten" }>> = {}): DescriptionOrder => ({
  kind: "shorten",
  reference: null,
  characters: null,
  sentences: null,
  ...given,
});
const change = (from: string, to: string): DescriptionOrder => ({ kind: "change", from, to });
const remove = (reference: string): DescriptionOrder => ({ kind: "remove", reference });
const addAbout = (about: string, at: "start" | "end" = "end"): DescriptionOrder => ({ kind: "add-about", about, at });
const addWords = (
  words: string,
  given: Partial<Extract<DescriptionOrder, { kind: "add-words" }>> = {},
): DescriptionOrder => ({
  kind: "add-words",
  words,
  at: "end",
  isParagraph: false,
  ...given,
});

it.each<[string, DescriptionOrder]>([
  ["write a description", write()],
  ["Write a short description", write(350)],
  ["Could you please write a detailed description in 3 paragraphs?", write(2_500)],
  ["write it in 400 words", write(2_400)],
  ["write a description of 3 sentences", write(390)],
  ["describe the product", write()],
  ["write another description", write()],
  ["rewrite it from scratch", write()],
  ["make it shorter", shorten()],
  ["Can you make it shorter?", shorten()],
  ["cut it to 200 words", shorten({ characters: 1_200 })],
  ["cut it to three sentences", shorten({ sentences: 3 })],
  ["make it 500 characters", shorten({ characters: 500 })],
  ["make the last paragraph shorter", shorten({ reference: "the last paragraph" })],
  ["make it longer", { kind: "lengthen" }],
  ["expand on the tides", addAbout("the tides")],
  ["make it longer about tides", addAbout("tides")],
  ["also mention offline use", addAbout("offline use")],
  ["mention online booking", addAbout("online booking")],
  ["add a paragraph on how ships moor", addAbout("how ships moor")],
  ["add something about prices at the top", addAbout("prices", "start")],
  ["mention that it runs offline", addWords("it runs offline")],
  ["add a new paragraph: Ships moor here.", addWords("Ships moor here", { isParagraph: true })],
  ["add “5 > 3; and then some”", addWords("5 > 3; and then some")],
  ["add: Fähren & Züge", addWords("Fähren & Züge")],
  ["Users book a berth online and pay later.", addWords("Users book a berth online and pay later.")],
  ["remove the part about tides", remove("the part about tides")],
  ["take the second sentence out", remove("the second sentence")],
  ["Don't mention prices", remove("prices")],
  ["change the word berth to quay", change("berth", "quay")],
  ["change berth to quay everywhere", change("berth", "quay")],
  ["replace “staff” by “crews” in the whole text", change("staff", "crews")],
  ["say crews instead of staff", change("staff", "crews")],
  [
    "change the second sentence to “A new one.”",
    { kind: "replace", reference: "the second sentence", words: "A new one." },
  ],
  ["rewrite it in plain words", { kind: "plain" }],
  ["make it less technical", { kind: "plain" }],
  ["turn it into bullet points", { kind: "bullets" }],
  ["turn the points into paragraphs", { kind: "prose" }],
  ["no bullets, please", { kind: "prose" }],
  ["take back that", { kind: "undo" }],
  ["restore the last version", { kind: "undo" }],
])("reads %j", (message, order) => {
  expect(interpretDescriptionMessage(message, true)).toEqual({ orders: [order], unclear: [], question: null });
});

it.each([
  ["redo it", { kind: "redo" }],
  ["save it now", { kind: "save" }],
  ["looks good, thanks", { kind: "thanks" }],
  ["delete everything", { kind: "remove-all" }],
  ["translate it to German", { kind: "translate", language: "German" }],
  ["don't be so formal", { kind: "style" }],
  ["fix the typos", { kind: "style" }],
  ["add a paragraph", { kind: "add-nothing" }],
  ["replace berth by quay in the first sentence", { kind: "change-in-piece" }],
])("knows %j as an order that is not done", (message, order) => {
  expect(interpretDescriptionMessage(message, true)).toEqual({
    orders: [order],
    unclear: [],
    question: null,
  });
});

describe("several wishes", () => {
  it("are read in their order", () => {
    const { orders } = interpretDescriptionMessage(
      "Remove the part about tides, and then make it shorter. Say it plainer.",
      true,
    );
    expect(orders).toEqual([remove("the part about tides"), shorten(), { kind: "plain" }]);
  });

  it("stand beside a question and what was not understood", () => {
    expect(interpretDescriptionMessage("Make it shorter. What is a berth? Blah foo bar.", true)).toEqual({
      orders: [shorten()],
      unclear: ["Blah foo bar."],
      question: "What is a berth?",
    });
  });

  it("leave the sentences behind somebody's own words to these words", () => {
    const { orders } = interpretDescriptionMessage("Mention that crews use it. Passengers see it on the quay.", true);
    expect(orders).toEqual([addWords("crews use it. Passengers see it on the quay.")]);
  });
});

it.each([
  "the text is too dry",
  "It is wrong",
  "blah",
  "It should mention prices.",
  "Don’t shorten it.",
  "Do not translate it.",
])("never guesses what %j wants", (message) => {
  expect(interpretDescriptionMessage(message, true)).toEqual({ orders: [], unclear: [message], question: null });
});

it("takes a statement for own words only where there is a text to put them into", () => {
  const reported = "It keeps the berths of a harbour.";
  expect(interpretDescriptionMessage(reported, true).orders).toEqual([addWords(reported)]);
  expect(interpretDescriptionMessage(reported, false)).toEqual({ orders: [], unclear: [reported], question: null });
});

it("writes anew where “shorter” has nothing to shorten", () => {
  expect(interpretDescriptionMessage("write a shorter description", false).orders).toEqual([write()]);
  expect(interpretDescriptionMessage("write a shorter description", true).orders).toEqual([shorten()]);
});

it("reads nothing in an empty message", () => {
  expect(interpretDescriptionMessage(" \n\t", true)).toEqual({ orders: [], unclear: [], question: null });
});

it("reads the same in a process in which V8 no longer optimizes regular expressions", () => {
  const module = new URL("interpret-description-message.ts", import.meta.url).href;
  const program = `
    const { interpretDescriptionMessage } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(interpretDescriptionMessage("It keeps the berths of a harbour.", true).orders));`;
  const flags = ["--no-regexp-optimization", "--input-type=module", "--eval", program];
  expect(JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" }))).toEqual(
    interpretDescriptionMessage("It keeps the berths of a harbour.", true).orders,
  );
});
