import { expect, it } from "vitest";

import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { eachScope } from "./each-scope.ts";
import { heading, paragraph } from "./section-draft.ts";
import type { Draft, PageSubject } from "./section-template.ts";

const subject = (...names: string[]): PageSubject => ({
  name: "Harbour",
  scopes: names.map((name) => ({ repository: { name } }) as CodeScope),
  service: null,
  services: [],
});
const output = (text: string) => paragraph({ text, evidence: [] });
const diagram: Draft = { diagram: { head: [], lines: [], minimum: 0 } };

/** Says the names of the scopes it is given; nothing of "empty", and of "drawn" a diagram. */
const draft = eachScope(async ({ scopes }) => {
  const names = scopes.map(({ repository }) => repository.name).join(", ");
  return names === "empty" ? null : names === "drawn" ? diagram : { blocks: [output(`Of ${names}.`)] };
});

it.each<[string[], Draft | null]>([
  // One repository needs no name above it.
  [["fleet"], { blocks: [output("Of fleet.")] }],
  [["fleet", "quay"], { blocks: [heading("`fleet`"), output("Of fleet."), heading("`quay`"), output("Of quay.")] }],
  [["fleet", "empty"], { blocks: [heading("`fleet`"), output("Of fleet.")] }],
  [["fleet", "drawn"], { blocks: [heading("`fleet`"), output("Of fleet.")] }],
  [["drawn"], diagram],
  [["empty"], null],
  [["empty", "empty"], null],
  [[], { blocks: [output("Of .")] }],
])("of the repositories %j says what there is to say, each under its name", async (names, expected) => {
  expect(await draft(subject(...names))).toEqual(expected);
});
