import { expect, it } from "vitest";

import type { PageSubject } from "#server/engine/sections/section-template.ts";

import { sayLines } from "./said-lines.ts";

const files: Record<string, string[]> = { "src/boat.ts": ["/** Sails. */", "export class Boat {", "  sail() {}", "}"] };
const reader = { repositoryId: "r", commit: "c", readLines: async (path: string) => files[path] ?? null };
const subject = { scopes: [{ repository: { repositoryId: "r", reader } }] } as unknown as PageSubject;
const source = { repositoryId: "r", path: "src/boat.ts", startLine: 1, endLine: 2, commit: "c", hash: "" };

async function isShown(content: string, lists: { kind: "declarations" }[] = []) {
  const text = { content, sources: [source], lists: lists.map((one) => ({ ...one, repositoryId: "r", folder: "", digest: "" })), dropped: 0 }; // prettier-ignore
  return (await sayLines(text, { subject, isListed: false })).map((line) => line.isShown);
}

it.each([
  ["- `Boat` in `src/boat.ts`: Sails. [1]", true],
  // The method stands below the lines that are cited.
  ["- `Boat` with `sail`. [1]", false],
  ["- `Boat` and 3 more. [1]", false],
  ["“Add 3 boats” (3 May 2026): see `Boat`. [1]", true],
  ["The names that carry the rest:", true],
])("a line is shown when what it cites has all of its names and numbers: %s", async (content, expected) => {
  expect(await isShown(content)).toEqual([expected]);
});

it("takes names for shown that rest on a digest over facts", async () => {
  expect(await isShown("- `Boat` with `sail`. [1]", [{ kind: "declarations" }])).toEqual([true]);
});

it("names the boxes of diagrams, whatever their numbers", async () => {
  const content = 'flowchart LR\n  n1["boats"]\n  n2["quays"]\n  n1 --> n2';
  const said = await sayLines({ content, sources: [], lists: [], dropped: 0 }, { subject, isListed: false });
  expect(said.at(-1)?.text.trim()).toBe("boats --> quays");
});
