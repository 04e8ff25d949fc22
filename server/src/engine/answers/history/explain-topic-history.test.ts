import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openPastOf, type PastCodebase } from "#server/domain/chat/history/testing/open-past.ts";
import { askCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const hostile = "![x](https://evil.example/x.png)Eve [1]";
const keeper = (body: string) =>
  `/** Keeps the lamps of the pier. */\nexport function keepLamps(): number {\n${body}}\n`;

let past: PastCodebase;
beforeAll(async () => {
  past = await openPastOf([
    { message: "Light the lamps", at: "2026-01-10T10:00:00Z", files: { "pier/lamps.ts": keeper("  return 1;\n") } },
    { message: "Bump lodash", at: "2026-02-10T10:00:00Z", author: "renovate[bot]", files: { "pier/lamps.ts": keeper("  return 2;\n") } },
    { message: "Dim the lamps (#7)\n\nSailors could not sleep.", at: "2026-03-10T10:00:00Z", author: hostile, files: { "pier/lamps.ts": keeper("  return 3;\n") } },
    { message: "Say who sails", at: "2026-04-10T10:00:00Z", files: { "README.md": "# Harbour\n\nSays who sails.\n" } },
  ]);
}); // prettier-ignore
afterAll(() => past.remove());

const clock = { now: new Date("2026-05-20T12:00:00Z"), lastAskedAt: null };
const ask = (text: string) => askCodebase(past.codebase, { text, clock });
const id = (at: number) => past.commits[at]?.slice(0, 8) ?? "";

describe("what changed lately", () => {
  it("is told by the newest commits, each with a file that still stands", async () => {
    const { text, sources } = await ask("What changed lately?");
    expect(text).toBe(`### Latest changes

Most commits are by Ada Example (4 commits). [1]

- 2026-04-10, Ada Example (\`${id(3)}\`): Say who sails [1]
- 2026-03-10, Eve (1) (\`${id(2)}\`, pull request #7): Dim the lamps. Sailors could not sleep. [2]
- 2026-02-10, renovate\\[bot\\] (\`${id(1)}\`): Bump lodash [2]
- 2026-01-10, Ada Example (\`${id(0)}\`): Light the lamps [2]`);
    expect(sources.map(({ path }) => path)).toEqual(["README.md", "pier/lamps.ts"]);
  });
});

describe("the history of a folder", () => {
  it("says how it began, who changed it and why, without upkeep", async () => {
    expect((await ask("What is the history of pier/?")).text)
      .toBe(`\`pier/\` began on 2026-01-10 by Ada Example and was last changed on 2026-03-10 by Eve (1). Its commits are by Eve (1) (1 commit), renovate\\[bot\\] (1 commit) and Ada Example (1 commit). [1]

### Changes, newest first

- 2026-03-10, Eve (1) (\`${id(2)}\`, pull request #7): Dim the lamps. Sailors could not sleep. [1]
- 2026-01-10, Ada Example (\`${id(0)}\`): Light the lamps [1]`);
  });
});

it.each(["Who changed keepLamps?", "Who changed pier/lamps.ts?", "Who changed the lamps of the pier?"])(
  "lets no author's name draw, lead anywhere or cite: %s",
  async (question) => {
    for (const lens of ["technical", "non-technical"] as const) {
      const { text, sources } = await askCodebase(past.codebase, { text: question, lens, clock });
      expect(text).toContain("Eve (1)");
      expect(text).not.toMatch(/evil|!\[/);
      const numbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
      expect(Math.max(...numbers)).toBe(sources.length);
    }
  },
);

it.each([
  "When a lamp gets added to the pier twice, what decides how the lamps are kept?",
  "When a lamp was moved on the pier, what happens to the lamps?",
  "Why the lamps of the pier are not changed",
])("is not told where a question says what happens each time: %s", async (question) => {
  const { text } = await ask(question);
  expect(text).not.toMatch(/Changes, newest first|last changed|latest change/);
});

it.each(["Who moved the lamps of the pier?", "Why was the pier changed?"])(
  "is told where a question is about the past: %s",
  async (question) => expect((await ask(question)).text).toMatch(/2026-0\d-10/),
);
