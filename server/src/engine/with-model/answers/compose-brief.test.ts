import { afterAll, beforeAll, expect, it } from "vitest";

import { indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

import { composeBrief } from "./compose-brief.ts";

const boats = Object.fromEntries(
  Array.from({ length: 6 }, (_, at) => [`src/boats/boat-${at}.ts`, `export const b = ${at};\n`]),
);
const files: Record<string, string> = {
  "README.md":
    "# Pier\n\nPier is a server that tells which boats are late and why they are. See the guide.\n\n## Install\n\nRun it.\n",
  "src/late.ts": "export const late = 1;\n",
  "docs/guide.md": "# Guide\n\nHow to look at the boats.\n",
  ...boats,
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("pier", [{ message: "Everything", files }]);
});
afterAll(() => indexed.remove());

it("says what a product is and where its code lies, large folders by their own", async () => {
  const brief = await composeBrief([indexed.codebase, { ...indexed.codebase, name: "texts", isContext: true }]);
  expect(brief).toMatch(/^pier: Pier is a server that tells which boats are late/);
  expect(brief).toContain("- src/boats/ (6)");
  expect(brief).toContain("- docs/ (1)");
  expect(brief).toContain("Files at the top: README.md");
  expect(brief).not.toContain("texts");
});
