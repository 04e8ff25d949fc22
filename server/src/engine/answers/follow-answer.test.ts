import { expect, it } from "vitest";

import type { AnswerEvent, Codebase, Question } from "#server/engine/answer-context/answer-event.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";

import { followAnswer } from "./follow-answer.ts";
import type { Writings } from "./quote-pages.ts";

const question: Question = {
  text: "Which delay is announced to passengers?",
  lens: "technical",
  earlier: [],
  selection: null,
  focus: null,
};
const lines = ["A delay", "of boats"];
const reader = {
  repositoryId: "board",
  commit: "c",
  readLines: async (path: string) => (path === "a.ts" ? lines : null),
};
/** Of what follows an answer only the reader is asked; no source below is one of its declarations. */
const codebase = { repositoryId: "board", name: "board", reader, isContext: true } as Codebase; // prettier-ignore
const source = (path: string, startLine = 1) => ({
  repositoryId: "board",
  path,
  startLine,
  endLine: startLine,
  commit: "c",
  hash: hashLines([lines[startLine - 1] ?? ""]),
});

const section = { page: "Delays", title: "Limits", isStale: false };
const quote = "A delay below five minutes of `boats[2]` is not announced to passengers.";
const end: AnswerEvent = { type: "end", droppedCitations: 1, uncitedStatements: 0 };

/** What a person is shown: the code's own answer, with what follows it. */
async function follow(answer: readonly AnswerEvent[], writings: Promise<Writings>): Promise<AnswerEvent[]> {
  async function* stream() {
    yield* answer;
  }
  const events: AnswerEvent[] = [];
  for await (const event of followAnswer(stream(), { question, codebases: [codebase], writings })) events.push(event);
  return events;
}

const ofCode: AnswerEvent[] = [
  { type: "source", source: source("a.ts", 2) },
  { type: "text", text: "From code. [1]" },
];

it("goes on with what pages say, numbered behind the code's sources, and leaves numbers in a quote alone", async () => {
  const written = { ...section, text: `${quote} [1]`, sources: [source("a.ts")] };
  const events = await follow([...ofCode, end], Promise.resolve({ sections: [written], rules: [], tasks: [] }));
  expect(events).toEqual([
    ...ofCode,
    { type: "source", source: source("a.ts") },
    { type: "text", text: `\n\n### From this product's pages\n\nThe page “Delays”, “Limits”: “${quote}” [2]` },
    end,
  ]);
});

it("leaves out and counts what pages say of lines that are gone", async () => {
  const written = { ...section, text: `${quote} [1]`, sources: [source("gone.ts")] };
  const events = await follow([...ofCode, end], Promise.resolve({ sections: [written], rules: [], tasks: [] }));
  expect(events).toEqual([...ofCode, { ...end, droppedCitations: 2 }]);
});

it("adds nothing where nothing is written", async () => {
  expect(await follow([...ofCode, end], Promise.resolve({ sections: [], rules: [], tasks: [] }))).toEqual([
    ...ofCode,
    end,
  ]);
});

it("shows the code's answer before what is written is there", async () => {
  const never = new Promise<Writings>(() => undefined);
  async function* stream() {
    yield* ofCode;
    yield end;
  }
  const following = followAnswer(stream(), { question, codebases: [codebase], writings: never });
  expect((await following.next()).value).toEqual(ofCode[0]);
  expect((await following.next()).value).toEqual(ofCode[1]);
});
