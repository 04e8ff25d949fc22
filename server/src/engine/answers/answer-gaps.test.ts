import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A post office, which has letters, stamps and carriers, and neither pigeons nor balloons. */
const files: Record<string, string> = {
  "src/letters/letter-store.ts": 'import { insert } from "../database.ts";\n\n/** Stores a letter until a carrier takes it. */\nexport function storeLetter(letter: string): void {\n  insert("letters", letter);\n}\n',
  "src/letters/letter-routes.ts": 'import { storeLetter } from "./letter-store.ts";\n\n/** Takes a letter at the counter. */\nexport function takeLetter(letter: string): void {\n  storeLetter(letter.trim());\n}\n',
  "src/letters/expire.ts": "/** Whether a letter has expired and goes back to whoever sent it. */\nexport function hasExpired(days: number): boolean {\n  return days > 30;\n}\n",
  "src/badges/badge.ts": "/** Draws the badge of a carrier. */\nexport function drawBadge(name: string): string {\n  return `<svg>${name}</svg>`;\n}\n",
  "src/badges/badge-routes.ts": 'import { drawBadge } from "./badge.ts";\n\nexport function getBadge(name: string): string {\n  return drawBadge(name);\n}\n',
  "src/locales/en.json": '{\n  "home": "Tell your friends by TellTale that the letter is on its way"\n}\n',
  "src/database.ts": "export function insert(table: string, row: string): void {\n  void [table, row];\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("post", [{ message: "Open the post office", files }]);
});
afterAll(() => indexed.remove());

async function ask(text: string) {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  return { answer, files: [...new Set(sources.map(({ path }) => path))] };
}

describe("one word that the code does not use", () => {
  it.each([
    ["How does a letter get from the pigeon into the store?", "pigeon"],
    ["Where is a letter stored for the balloon?", "balloon"],
  ])("is told, with what the code has for the rest: %s", async (question, word) => {
    const { answer, files: cited } = await ask(question);
    expect(answer).toMatch(new RegExp(`^The code that this is about never speaks of “${word}”; this is what it has for the rest:`));
    expect(cited[0]).toMatch(/^src\/letters\//);
    expect(answer).toContain("```typescript");
  }); // prettier-ignore

  it.each(["How is a pigeon fed?", "Does it send letters by pigeon?", "Where are the pigeons?", "How does the pigeon get a letter?"])(
    "is no answer where it is the subject: %s",
    async (question) => {
      const { answer } = await ask(question);
      expect(answer).toMatch(/^Nothing in the indexed code/);
      expect(answer).not.toContain("```");
    },
  ); // prettier-ignore
});

it("a name that only a text of the interface says is not in the code", async () => {
  const { answer } = await ask("Where is the TellTale letter stored?");
  expect(answer).toMatch(
    /^Nothing in the indexed code is about “TellTale”; only `src\/locales\/en\.json`, line 2 mentions it\./,
  );
});

describe("another form of a word", () => {
  it.each([
    ["Where are the badges drawn?", "src/badges/badge.ts"],
    ["How do badges work?", "src/badges/"],
    ["How does the expiry of a letter work?", "src/letters/expire.ts"],
  ])("is the same word: %s", async (question, file) => {
    const { answer, files: cited } = await ask(question);
    expect(answer).not.toMatch(/Nothing|never/);
    expect(cited[0]).toContain(file);
  });
});
