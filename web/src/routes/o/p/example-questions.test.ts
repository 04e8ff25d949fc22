import type { CodeMap } from "@cairn/contract/code-graph";
import { getCodeMap, triggerKinds } from "@cairn/contract/code-graph";
import { expect, it } from "vitest";

import { sampleOf } from "#web/testing/sample.ts";

import { exampleQuestions } from "./example-questions.tsx";

const sampled = sampleOf(getCodeMap.response, "usual") as CodeMap;
const nothing: CodeMap = { ...sampled, endpoints: [], models: [], triggers: [], parts: [] };

it("asks about what the code has, and only about what is certain and one", () => {
  const [endpoint] = sampled.endpoints;
  if (!endpoint) throw new Error("the sample has too little");
  const of = (method: string, path: string, certainty: typeof endpoint.certainty = "resolved") => ({
    ...endpoint,
    method,
    path,
    certainty,
  });
  const endpoints = [of("GET", "/local", "local"), of("POST", "/orders"), of("GET", "/{name}"), of("GET", "/health")];
  const twice = [of("PUT", "/current"), of("PUT", "/current")];
  expect(exampleQuestions({ ...nothing, endpoints: [...endpoints, ...twice] })).toEqual([
    "What does POST /orders do?",
    "Which endpoints are there?",
  ]);
  expect(exampleQuestions({ ...nothing, endpoints: endpoints.slice(2) })).toEqual([]);
});

it("begins with other things on another visit, and asks of different kinds first", () => {
  const [endpoint] = sampled.endpoints;
  const [part] = sampled.parts;
  if (!endpoint || !part) throw new Error("the sample has too little");
  const map: CodeMap = {
    ...nothing,
    endpoints: ["/a", "/b"].map((path) => ({ ...endpoint, method: "GET", path, certainty: "resolved" })),
    parts: [{ ...part, path: "api", files: 3 }],
  };
  expect(exampleQuestions(map, 0)).toEqual(["What does GET /a do?", "How do I run it?", "What does GET /b do?"]);
  expect(exampleQuestions(map, 0.8)).toEqual(["How do I run it?", "What does GET /b do?", "What does GET /a do?"]);
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
