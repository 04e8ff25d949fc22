import { afterAll, beforeAll, expect, it } from "vitest";

import type { Codebase, Lens } from "#server/engine/answer-context/answer-event.ts";
import { hashLines, toLines, type CheckedEvidence, type Evidence } from "#server/engine/evidence/evidence.ts";

import { answerFromCode } from "./answer-from-code.ts";
import { askCodebase, indexCodebase, type IndexedCodebase, type Answered } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "README.md": `# Ferry Board

Shows passengers which boat leaves next, and how late it is.

## Features

- Boats by the hour
- Delays by the minute

## Getting started

Install Node, then:

\`\`\`sh
npm test
\`\`\`

## Delays

A delay below five minutes is not announced, because small delays vanish at sea. See [1] and ![shot](http://tracker.example/x.png).
`,
  "package.json": `{
  "name": "ferry-board",
  "scripts": { "test": "node --test", "start": "node src/server.ts" },
  "dependencies": { "express": "^5.0.0" }
}
`,
  "src/delay.ts": `/** The five-minute rule: a shorter delay is not announced. */
export const ANNOUNCE_FROM_MINUTES = 5;

/** The delay passengers are told about: all of it, or nothing below five minutes. */
export function announcedDelay(delay: number): number {
  return delay >= ANNOUNCE_FROM_MINUTES ? delay : 0;
}
`,
  "src/board.ts": `import { announcedDelay } from "./delay.ts";

/** One row of the departures board. */
export function boardRow(sailing: { delay: number }): string {
  return String(announcedDelay(sailing.delay));
}
`,
  "src/server.ts": `import express from "express";
import { boardRow } from "./board.ts";

const port = Number(process.env.PORT ?? 4010);
const app = express();

app.get("/departures", listDepartures);

/** Everything that leaves today. */
export function listDepartures(): string[] {
  return [boardRow({ delay: port })];
}
`,
  "test/delay.test.ts": `import { announcedDelay } from "../src/delay.ts";
import { test } from "node:test";

test("a delay below five minutes is not announced", () => {
  announcedDelay(4);
});
`,
};

let indexed: IndexedCodebase;
let codebase: Codebase;

beforeAll(async () => {
  indexed = await indexCodebase("ferry-board", [{ message: "Add the five-minute delay rule", files }]);
  ({ codebase } = indexed);
});
afterAll(() => indexed.remove());

function answer(
  text: string,
  given: { lens?: Lens; earlier?: string[]; selection?: Evidence; codebase?: Codebase } = {},
): Promise<Answered> {
  const { lens = "technical", selection = null } = given;
  const earlier = (given.earlier ?? []).map((content) => ({ role: "user" as const, content }));
  return askCodebase(given.codebase ?? codebase, { text, lens, earlier, selection });
}

/** The lines that the n-th citation proves. */
function provenBy(source: CheckedEvidence): string[] {
  return toLines(files[source.path] ?? "").slice(source.startLine - 1, source.endLine);
}

it.each<[string, RegExp[], string[]]>([
  [
    "How is the delay computed?",
    [/\*\*`announcedDelay`\*\*/, /return delay >= ANNOUNCE_FROM_MINUTES/, /boardRow/, /small delays vanish at sea/],
    ["src/delay.ts"],
  ],
  ["Where is the 5-minute rule?", [/\*\*`ANNOUNCE_FROM_MINUTES`\*\*/, /= 5;/], ["src/delay.ts"]],
  [
    "Who calls announcedDelay?",
    [/called from 1 place in 1 file/, /`src\/board\.ts`, in `boardRow`, line 5/],
    ["src/delay.ts", "src/board.ts"],
  ],
  [
    "Which endpoints are there?",
    [/`GET \/departures` \| `listDepartures` \| Everything that leaves today/],
    ["src/server.ts"],
  ],
  ["What settings does it read?", [/`PORT` \| `4010`/], ["src/server.ts"]],
  ["How do I run the tests?", [/`npm test`/, /Install Node, then:/], ["README.md", "package.json"]],
  ["Which libraries are used?", [/`express` \| `\^5\.0\.0` \| run time \| 1/], ["package.json"]],
  ["What does this project do?", [/which boat leaves next/], ["README.md"]],
  [
    "What does this do?",
    [/which boat leaves next/, /### Features\n\n- Boats by the hour\. \[\d+\]\n- Delays by the minute\./, /### Parts/],
    ["README.md"],
  ],
  ["Who changed the delay rule last?", [/Ada Example/, /Add the five-minute delay rule/], ["src/delay.ts"]],
  ["How is announcedDelay tested?", [/a delay below five minutes is not announced/], ["test/delay.test.ts"]],
])("answers %s", async (question, expected, cited) => {
  const { text, sources } = await answer(question);
  for (const pattern of expected) expect(text).toMatch(pattern);
  const paths = sources.map(({ path }) => path);
  for (const path of cited) expect(paths).toContain(path);
});

it("cites every statement, with lines that are there and narrow", async () => {
  for (const lens of ["technical", "non-technical"] as const) {
    for (const question of [
      "How is the delay computed?",
      "Where is the 5-minute rule?",
      "What does this project do?",
      "Which endpoints are there?",
    ]) {
      const { text, sources } = await answer(question, { lens });
      const prose = text.replaceAll(/```[\s\S]*?```/g, "").split("\n");
      const statements = prose.filter((line) => /[a-z]{3}/.test(line) && !/^#|:$|^\| (?:---|Call)/.test(line));
      for (const statement of statements) expect(statement).toMatch(/\[\d+\]/);
      const numbers = [...text.matchAll(/(?<!\\)\[(\d+)\]/g)].map(([, number]) => Number(number));
      expect(Math.max(...numbers)).toBe(sources.length);
      for (const source of sources) {
        const lines = provenBy(source);
        expect(lines.length).toBe(source.endLine - source.startLine + 1);
        expect(hashLines(lines)).toBe(source.hash);
        expect(lines.length).toBeLessThanOrEqual(30);
      }
    }
  }
});

it("says a source before the text that cites it, and reports each look-up with its end", async () => {
  const { events } = await answer("How is the delay computed?");
  let known = 0;
  for (const event of events) {
    if (event.type === "source") known += 1;
    if (event.type !== "text") continue;
    for (const [, number] of event.text.matchAll(/(?<!\\)\[(\d+)\]/g))
      expect(Number(number)).toBeLessThanOrEqual(known);
  }
  const begun = events.flatMap((event) => (event.type === "call" ? [event.callId] : []));
  const ended = events.flatMap((event) => (event.type === "call-end" ? [event.callId] : []));
  expect(ended.toSorted()).toEqual(begun.toSorted());
  expect(events.at(-1)).toEqual({ type: "end", droppedCitations: 0, uncitedStatements: 0 });
});

it("explains without code to those who do not read it", async () => {
  const { text } = await answer("How is the delay computed?", { lens: "non-technical" });
  expect(text).toContain("small delays vanish at sea");
  expect(text).not.toMatch(/```|announcedDelay|src\/delay/);
});

it("lets nothing of the repository pass for a citation or an image", async () => {
  const { text } = await answer("How is the delay computed?");
  expect(text).not.toContain("tracker.example");
  expect(text).not.toMatch(/See \[1\]/);
});

it("is honest about what the code does not hold", async () => {
  const kafka = await answer("How is kafka configured for billing?");
  expect(kafka.text).toMatch(/Nothing in the indexed code mentions/);
  const named = await answer("Who calls computeArrival?");
  expect(named.text).toMatch(/^Nothing in the indexed code is called `computeArrival`/);
  expect((await answer("??")).text).toMatch(/^The indexed code holds nothing that answers this\. Name a function/);
});

it("answers two questions of one message, and knows what `it` was", async () => {
  const two = await answer("How is the delay computed, and where is the 5-minute rule?");
  expect(two.text).toMatch(/## How is the delay computed[\s\S]*## Where is the 5-minute rule/);
  const back = await answer("Where is it?", { earlier: ["How does announcedDelay work?"] });
  expect(back.text).toContain("`src/delay.ts`");
});

it("explains the marked lines", async () => {
  const selection = { repositoryId: "ferry-board", path: "src/board.ts", startLine: 5, endLine: 5 };
  expect((await answer("What is this?", { selection })).text).toMatch(/\*\*`boardRow`\*\*/);
});

it("leaves out statements whose lines are not at the commit", async () => {
  const reader = {
    ...codebase.reader,
    readLines: async (path: string) => (path === "src/delay.ts" ? [] : codebase.reader.readLines(path)),
  };
  const { sources, events } = await answer("Which endpoints are there?", {
    codebase: { ...codebase, reader: { ...reader, readLines: async () => null } },
  });
  expect(sources).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: "end", droppedCitations: 1 });
});

it("stops when nobody waits any more", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const question = {
    text: "How is the delay computed?",
    lens: "technical" as const,
    earlier: [],
    selection: null,
    focus: null,
  };
  const read = async () => {
    for await (const event of answerFromCode(question, [codebase], stop.signal))
      if (event.type === "call") stop.abort(reason);
  };
  await expect(read()).rejects.toBe(reason);
});
