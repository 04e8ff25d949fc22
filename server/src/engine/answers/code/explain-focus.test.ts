import { afterAll, beforeAll, expect, it } from "vitest";

import type { QuestionFocus } from "#server/engine/answer-context/answer-event.ts";
import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

let indexed: IndexedCodebase;

beforeAll(async () => {
  indexed = await indexCodebase("quay", [
    {
      message: "Add the board",
      files: {
        "README.md": "# Quay\n\nTravellers see the next ferry, its pier and its delay on a board.\n",
        "src/board.ts":
          "/** Sorts departures by time. */\nexport function sortBoard(times: number[]) {\n  return times.sort();\n}\n",
      },
    },
  ]);
});
afterAll(() => indexed.remove());

/** As a section named "Purpose", a word that stands nowhere in the code, would ask. */
function focusOn(...locations: { path: string; startLine: number; endLine: number }[]): QuestionFocus {
  const { repositoryId } = indexed.codebase;
  const evidence = locations.map((location) => ({ repositoryId, ...location }));
  return { title: "Purpose", files: evidence.map(({ path }) => ({ repositoryId, path })), service: null, evidence };
}

const readme = { path: "README.md", startLine: 3, endLine: 3 };
const board = { path: "src/board.ts", startLine: 2, endLine: 4 };

it.each(["What does this part do?", "What is this?", "Explain this section"])(
  "%s is answered from the section's lines",
  async (text) => {
    const { text: answer } = await askCodebase(indexed.codebase, { text, focus: focusOn(readme, board) });
    expect(answer).toContain("Travellers see the next ferry");
    expect(answer).toContain("`src/board.ts`");
    expect(answer).not.toContain("Nothing in the indexed code");
  },
);

it("leaves a question with a subject of its own to the whole code", async () => {
  const { text } = await askCodebase(indexed.codebase, { text: "How are departures sorted?", focus: focusOn(readme) });
  expect(text).toContain("sortBoard");
});

it("does without a file that is gone", async () => {
  const gone = { path: "src/gone.ts", startLine: 1, endLine: 2 };
  const { text } = await askCodebase(indexed.codebase, {
    text: "What does this part do?",
    focus: focusOn(gone, board),
  });
  expect(text).toContain("sortBoard");
});
