import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const texts = (text: string) => `{\n  "free": "${text}"\n}\n`;
const files = {
  "src/free.ts": "/** Frees a berth in its language. */\nexport function freeBerth(): void {}\n",
  "locales/de.json": texts("Platz freigeben"),
  "locales/pt_BR.json": texts("Liberar a vaga"),
  "locales/en.json": texts("Free a berth"),
  "locales/index.json": texts("none"),
  "test/locales/fr.json": texts("Libérer"),
  "web/locale/fr/LC_MESSAGES/web.po": 'msgid "Paint the two berths"\nmsgstr "Libérer"\n',
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("quay", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

const answer = "Its texts are there in 3 languages: Brazilian Portuguese, English and German. [1][2][3]";

it.each(["technical", "non-technical"] as const)(
  "tells which languages the interface has, in %s words",
  async (lens) => {
    const { text, sources } = await askCodebase(indexed.codebase, {
      text: "Which languages is the interface available in?",
      lens,
    });
    expect(text).toContain(answer);
    expect(sources.map(({ path }) => path)).toEqual(["locales/pt_BR.json", "locales/en.json", "locales/de.json"]);
  },
);

it("takes a question about programs for what it is", async () => {
  const { text } = await askCodebase(indexed.codebase, { text: "Which programming languages is the interface in?" });
  expect(text).not.toContain("Its texts");
});

it("takes a text that holds one half of a word with a hyphen for something else", async () => {
  const ask = async (text: string) => (await askCodebase(indexed.codebase, { text, lens: "non-technical" })).text;
  expect(await ask("Does it paint two berths?")).toContain("Paint the two berths");
  expect(await ask("Does it paint two-storey?")).not.toContain("Paint the two berths");
});
