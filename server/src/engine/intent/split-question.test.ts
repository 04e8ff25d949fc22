import { expect, it } from "vitest";

import { splitQuestion } from "./split-question.ts";

const textsOf = (message: string) => splitQuestion(message).map(({ text }) => text);

it.each([
  ["How are delays computed, and where is the limit?", ["How are delays computed", "where is the limit"]],
  ["How is it read? Where is it kept?", ["How is it read", "Where is it kept"]],
  ["how is it read\r\nwhere is it kept", ["how is it read", "where is it kept"]],
  ["where is a, how is b called, what calls c", ["where is a", "how is b called", "what calls c"]],
  ["How does login work and also how does logout work?", ["How does login work", "how does logout work"]],
  ["Where do files end up, who can open them?", ["Where do files end up", "who can open them"]],
  [
    "Can people protect their login with a key, can we make everybody do it, and what if a key is lost?",
    ["Can people protect their login with a key", "can we make everybody do it", "what if a key is lost"],
  ],
  [
    "What has to be set, what do they tell each other, and what not?",
    ["What has to be set", "what do they tell each other and what not"],
  ],
  ["wich one is it; also waht calls it", ["which one is it", "what calls it"]],
  ["List the endpoints. Show the tables.", ["List the endpoints", "Show the tables"]],
])("questions of one message: %j", (message, texts) => {
  expect(textsOf(message)).toEqual(texts);
});

it.each([
  "How and when does it run",
  "Where is it set and what is the default",
  "What is the limit and who is allowed to change it",
  "When is it sent and how often",
  "How does the importer, which is new, work",
  "explain the cache and show me where it is cleared",
  "What does v1.2 do to 3.5 rows",
  "日本語ですか？",
])("one question stays whole: %s", (message) => {
  expect(textsOf(`${message}?`)).toEqual([message.replace(/？$/, "？")]);
});

it("what is no question tells the surroundings of the next one", () => {
  expect(splitQuestion("We use Redis. Sessions vanish! Why do they vanish? Where are they?")).toEqual([
    { text: "Why do they vanish", context: "We use Redis. Sessions vanish!" },
    { text: "Where are they", context: "We use Redis. Sessions vanish!" },
  ]);
  expect(splitQuestion("Imports are slow. How are rows read?\nThe board is late. Why is it late?")).toEqual([
    { text: "How are rows read", context: "Imports are slow." },
    { text: "Why is it late", context: "The board is late." },
  ]);
});

it("a message without any question is taken sentence by sentence", () => {
  expect(splitQuestion("The board is late. The clock stands!")).toEqual([
    { text: "The board is late", context: "" },
    { text: "The clock stands", context: "" },
  ]);
});

it("the fourth part takes the rest of the questions along", () => {
  const texts = textsOf("How is it read? Where is it kept? Who wrote it? What calls it? When is it moved?");
  expect(texts).toHaveLength(4);
  expect(texts[3]).toBe("What calls it When is it moved");
});

it.each(["", "   ", "???", " . ! \n\n -"])("nothing is asked by %j", (message) => {
  expect(splitQuestion(message)).toEqual([]);
});
