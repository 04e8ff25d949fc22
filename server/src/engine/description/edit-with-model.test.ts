import { expect, it } from "vitest";

import { hashLines, type CodeReaders } from "#server/engine/evidence/evidence.ts";
import { ableModel } from "#server/platform/models/able-model.ts";
import type { ModelEvent, ModelPort, ModelRequest } from "#server/platform/models/model-port.ts";

import type { DescriptionEvent, DescriptionMessage } from "./description.ts";
import { editWithModel } from "./edit-with-model.ts";

const lines = ["# Board", "", "Board shows which boat leaves next."];
const readers: CodeReaders = new Map([
  [
    "r",
    { repositoryId: "r", commit: "c0ffee", readLines: async (path: string) => (path === "README.md" ? lines : null) },
  ],
]);
const facts = [
  {
    text: "Board shows which boat leaves next.",
    evidence: [{ repositoryId: "r", path: "README.md", startLine: 3, endLine: 3 }],
  },
  { text: "Invented.", evidence: [{ repositoryId: "r", path: "gone.md", startLine: 1, endLine: 1 }] },
];
const text =
  "Board shows which boat leaves next. It lets crews report delays, and it tells passengers on the quay what they said. See [the site](https://board.example).";

type Step = { call: string; input: unknown } | { say: string };

/** A model that does as it is scripted, and hears what its tools answer. */
function scripted(steps: readonly Step[], received: string[] = [], seen: ModelRequest[] = []): ModelPort {
  return {
    name: "scripted",
    capabilities: async () => ableModel,
    async *stream(request): AsyncGenerator<ModelEvent> {
      seen.push(request);
      for (const [at, step] of steps.entries()) {
        if ("say" in step) {
          yield { type: "text", text: step.say };
          continue;
        }
        const tool = request.tools.find(({ name }) => name === step.call);
        yield { type: "tool-start", callId: String(at), name: step.call, input: step.input };
        const answer = tool ? tool.run(step.input) : Promise.reject(new Error("no such tool"));
        received.push(await answer.catch((error: Error) => error.message));
        yield { type: "tool-end", callId: String(at), durationMs: 1 };
      }
      yield { type: "finish", inputTokens: 1, outputTokens: 1 };
    },
  };
}

async function run(model: ModelPort, given: Partial<DescriptionMessage> = {}) {
  const message: DescriptionMessage = {
    text: "Make it better",
    description: text,
    before: null,
    answers: [],
    askedIds: new Set(),
    earlier: [],
    isRetry: false,
    ...given,
  };
  const events: DescriptionEvent[] = [];
  const turn = editWithModel(message, { model, facts, readers, signal: new AbortController().signal });
  for (let next = await turn.next(); ; next = await turn.next()) {
    if (next.done) return { ...next.value, events };
    events.push(next.value);
  }
}

it("changes a passage and cites what it says about the code by lines that were looked up", async () => {
  const reported = await run(
    scripted([
      { call: "replace_passage", input: { old: "which boat leaves next", new: "the next boat" } },
      { say: "It shows boats [" },
      { say: "1]. It flies [2]. It sings [7]." },
    ]),
  );
  expect(reported.text).toBe(text.replace("which boat leaves next", "the next boat"));
  expect(reported.events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("")).toBe(
    "It shows boats [1]. It flies. It sings.",
  );
  expect(reported.events.flatMap((event) => (event.type === "source" ? [event.source] : []))).toEqual([
    {
      repositoryId: "r",
      path: "README.md",
      startLine: 3,
      endLine: 3,
      commit: "c0ffee",
      hash: hashLines([lines[2] ?? ""]),
    },
  ]);
  expect(reported.droppedCitations).toBe(2);
  const kinds = reported.events.map(({ type }) => type);
  expect(kinds.slice(0, 3)).toEqual(["call", "draft", "call-end"]);
});

it("is told the text and only facts that were found, as data", async () => {
  const seen: ModelRequest[] = [];
  await run(scripted([{ say: "Done" }], [], seen));
  const requested = JSON.stringify(seen[0]?.messages);
  expect(requested).toContain("[1] Board shows which boat leaves next.");
  expect(requested).not.toContain("Invented");
  expect(seen[0]?.tools.map(({ name }) => name)).toEqual([
    "write_description",
    "replace_passage",
    "remove_passage",
    "add_paragraph",
  ]);
});

const filler =
  "It shows which boat leaves next and tells everybody on the quay when it is late, in time to take another one.";

it.each<[string, Step, RegExp]>([
  ["an image", { call: "write_description", input: { text: `${filler} ![x](https://evil.example/x.png)` } }, /image/],
  ["HTML", { call: "write_description", input: { text: `${filler} <script>alert(1)</script>` } }, /HTML/],
  ["a comment", { call: "write_description", input: { text: `${filler} <!-- hidden -->` } }, /HTML/],
  [
    "a foreign link",
    { call: "add_paragraph", input: { text: "[Read](https://evil.example/?q=secret)" } },
    /evil\.example/,
  ],
  [
    "a bare foreign address",
    { call: "add_paragraph", input: { text: "Go to www.evil.example now." } },
    /evil\.example/,
  ],
  [
    "a reference to a foreign address",
    { call: "add_paragraph", input: { text: "[a]: https://evil.example" } },
    /evil\.example/,
  ],
  ["too little", { call: "write_description", input: { text: "Board." } }, /at least 100/],
  ["too much", { call: "add_paragraph", input: { text: "word ".repeat(999) } }, /at most 5000/],
  ["a passage that is not there", { call: "remove_passage", input: { old: "flying boats" } }, /does not stand/],
  ["a passage that is there twice", { call: "remove_passage", input: { old: "e" } }, /more than once/],
  ["another shape", { call: "write_description", input: { words: 5 } }, /./],
])("refuses %s and leaves the text as it was", async (_name, step, why) => {
  const received: string[] = [];
  const reported = await run(scripted([step], received));
  expect(received[0]).toMatch(why);
  expect(reported.text).toBe(text);
  expect(reported.events.some(({ type }) => type === "draft")).toBe(false);
});

it("keeps links that were there and takes citation marks out of the text", async () => {
  const reported = await run(
    scripted([{ call: "write_description", input: { text: `${filler} [1] See [the site](https://board.example).` } }]),
  );
  expect(reported.text).toBe(`${filler} See [the site](https://board.example).`);
});
