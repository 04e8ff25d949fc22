import { expect, it } from "vitest";

import type { StatementBlock } from "#server/engine/statements/statements.ts";

import { withoutRepeats } from "./without-repeats.ts";

const evidence = [{ repositoryId: "quay", path: "a.ts", startLine: 1, endLine: 1 }];
const said = (...texts: string[]): StatementBlock[] => [
  {
    heading: null,
    statements: [{ text: "Documents say:", evidence: [] }, ...texts.map((text) => ({ text, evidence }))],
  },
];
const textsOf = (blocks: readonly StatementBlock[]) =>
  blocks.flatMap(({ statements }) => statements.map(({ text }) => text));

it("tells a later part only what an earlier one was not told", () => {
  const told = new Set<string>();
  expect(textsOf(withoutRepeats(said("Gates open.", "Gates close."), told))).toEqual(["Documents say:", "Gates open.", "Gates close."]);
  expect(textsOf(withoutRepeats(said("Gates close.", "Tides turn."), told))).toEqual(["Documents say:", "Tides turn."]);
  expect(textsOf(withoutRepeats(said("Tides turn.", "Gates open."), told))).toEqual(["Nothing beyond what stands above was found for this."]);
  expect(textsOf(withoutRepeats(said("Tides turn."), told))).toEqual(["Documents say:", "Tides turn."]);
}); // prettier-ignore

it("points back to a longer statement that answers the next part as well", () => {
  const told = new Set<string>();
  const long = `Gates open. ${"They do so at each tide. ".repeat(10)}`;
  withoutRepeats(said(long), told);
  expect(textsOf(withoutRepeats(said(long), told))).toEqual([expect.stringContaining("What stands above answers this as well")]);
}); // prettier-ignore

it("leaves a part that has nothing to tell as it is", () => {
  const nothing = [{ heading: null, statements: [{ text: "Nothing was found.", evidence: [] }] }];
  expect(withoutRepeats(nothing, new Set())).toEqual(nothing);
});
