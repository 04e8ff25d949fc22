import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const files: Record<string, string> = {
  "package.json": '{ "name": "harbour" }\n',
  "docs/signals.md":
    "# Signals\n\nA lighthouse sends a signal to ships at once when fog comes.\n\n## How signals reach a ship\n\nThe lighthouse sends each signal to the ships that listen for it.\n\n## Enabling signals\n\nSignals need a lamp. Turn the key to `on`:\n\n```sh\nkey on\n```\n\n## Limitations\n\nA ship behind the hill gets none.\n",
  "docs/fish.md": "# Fish\n\n## Set up the nets\n\nNets must be set up in the morning.\n",
  "src/limits.ts": "/** Limits. */\nexport const limits = 3;\n",
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

it("answers a half without a subject from the next section of the document that answered the first", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "How does a signal reach a ship, and what must be set up for that?",
    lens: "technical",
  });
  expect(text).toMatch(/## What must be set up for that[^]*“Enabling signals”[^]*key on/);
  expect(text).not.toContain("Nets must");
});

it("tells people the limits that the same document has", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "How does a signal reach a ship, and what are the limits?",
    lens: "non-technical",
  });
  expect(text).toMatch(/## What are the limits[^]*A ship behind the hill gets none\./);
});
