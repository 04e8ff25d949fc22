import type { ConflictedFile } from "@cairn/contract/conflict-resolution";
import { expect, it } from "vitest";

import { countDecisions, emptyDraft, listHunks, resolveFile, type HunkDecision } from "./conflict-draft.ts";

const hunk = { kind: "conflict" as const, base: ["main"], change: ["mine"], former: ["old"] };
const file: ConflictedFile = {
  path: "a.ts",
  reason: "",
  sides: ["base", "change", "former"],
  pieces: [
    { kind: "same", lines: ["1"] },
    hunk,
    { kind: "same", lines: ["2"] },
    hunk,
    { kind: "same", lines: ["3", ""] },
  ],
};
const keys = listHunks(file).map(({ key }) => key);
const decide = (...decisions: HunkDecision[]) => ({
  ...emptyDraft,
  hunks: Object.fromEntries(decisions.map((decision, at) => [keys[at] ?? "", decision])),
});

it("puts a file together once everything of it is decided, also where two conflicts are alike", () => {
  expect(new Set(keys).size).toBe(2);
  expect(resolveFile(file, decide({ take: "base" }))).toBeNull();
  expect(countDecisions(file, decide({ take: "base" }))).toEqual({ made: 1, total: 2 });
  expect(resolveFile(file, decide({ take: "change-first" }, { take: "base" }))).toEqual({
    kind: "text",
    path: "a.ts",
    text: "1\nmine\nmain\n2\nmain\n3\n",
  });
  expect(resolveFile(file, decide({ take: "text", text: "" }, { take: "text", text: "x\ny" }))).toMatchObject({
    text: "1\n2\nx\ny\n3\n",
  });
});

it("takes a side for a whole file, whatever was decided of its lines", () => {
  const draft = { ...decide({ take: "base" }), sides: { "a.ts": "change" as const } };
  expect(resolveFile(file, draft)).toEqual({ kind: "side", path: "a.ts", side: "change" });
  expect(countDecisions(file, draft)).toEqual({ made: 1, total: 1 });
  expect(resolveFile({ ...file, pieces: null }, emptyDraft)).toBeNull();
});
