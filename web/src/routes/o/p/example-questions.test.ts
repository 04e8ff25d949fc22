import type { CodeMap } from "@cairn/contract/code-graph";
import { getCodeMap, triggerKinds } from "@cairn/contract/code-graph";
import { expect, it } from "vitest";

import { sampleOf } from "#web/testing/sample.ts";

import { exampleQuestions } from "./example-questions.tsx";

const sampled = sampleOf(getCodeMap.response, "usual") as CodeMap;
const nothing: CodeMap = { ...sampled, endpoints: [], models: [], triggers: [], parts: [] };

it("asks about what the code has, and only about what is certain", () => {
  const [endpoint] = sampled.endpoints;
  const [model] = sampled.models;
  if (!endpoint || !model) throw new Error("the sample has too little");
  const questions = exampleQuestions({
    ...nothing,
    endpoints: [
      { ...endpoint, method: "GET", path: "/local", certainty: "local" },
      { ...endpoint, method: "POST", path: "/orders", certainty: "resolved" },
    ],
    models: [{ ...model, name: "Order", fields: [{ name: "id", type: "uuid" }] }],
  });
  expect(questions).toEqual(["What does POST /orders do?", "Where is Order written and read?"]);
  const tables = ["documents", "status"].map((name) => ({ ...model, name, fields: [] }));
  expect(exampleQuestions({ ...nothing, models: tables })).toEqual([
    "Where are documents written and read?",
    "Where is status written and read?",
  ]);
});

it("begins with other things on another visit, and asks of different kinds first", () => {
  const [endpoint] = sampled.endpoints;
  const [part] = sampled.parts;
  if (!endpoint || !part) throw new Error("the sample has too little");
  const map: CodeMap = {
    ...nothing,
    endpoints: ["/a", "/b", "/c"].map((path) => ({ ...endpoint, method: "GET", path, certainty: "resolved" })),
    parts: [{ ...part, path: "api", files: 3 }],
  };
  expect(exampleQuestions(map, 0)).toEqual(["What does GET /a do?", "What is api for?", "What does GET /b do?"]);
  expect(exampleQuestions(map, 0.7)).toEqual(["What is api for?", "What does GET /c do?", "What does GET /a do?"]);
});

it("does not ask what tests and folders of a usual layout are for", () => {
  const [part] = sampled.parts;
  if (!part) throw new Error("the sample has too little");
  const parts = ["tests", "web/e2e", "shop/src/main", "resources", "testing-tools"].map((path) => ({
    ...part,
    path,
    files: 3,
  }));
  expect(exampleQuestions({ ...nothing, parts })).toEqual(["What is testing-tools for?"]);
});

it("asks when of schedules alone", () => {
  const [trigger] = sampled.triggers;
  if (!trigger) throw new Error("the sample has too little");
  const triggers = triggerKinds.map((kind) => ({
    ...trigger,
    kind,
    name: `a ${kind}`,
    certainty: "resolved" as const,
  }));
  expect(exampleQuestions({ ...nothing, triggers })).toEqual(["When does a schedule run?"]);
});

it("asks nothing where nothing is known", () => {
  expect(exampleQuestions(nothing)).toEqual([]);
});
