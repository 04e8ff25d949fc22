import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { recognizers, type RecognizedIntent } from "./recognizers.ts";

/** What a person typed, and what a person who read it says it wants. */
interface LabelledUtterance {
  utterance: string;
  /** Empty where it wants nothing that the grammar knows. */
  expected: RecognizedIntent[];
  /** Why the grammar does not read it so yet. */
  expectedToFail?: string;
}

function readCorpus(use: string): LabelledUtterance[] {
  const lines = readFileSync(new URL(`${use}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as LabelledUtterance);
}

const uses = Object.entries(recognizers).map(([use, recognize]) => ({ use, recognize, corpus: readCorpus(use) }));

it("holds many utterances, each once, for every intent", () => {
  const utterances = uses.flatMap(({ use, corpus }) => corpus.map(({ utterance }) => `${use}: ${utterance}`));
  expect(new Set(utterances).size).toBe(utterances.length);
  expect(utterances.length).toBeGreaterThan(500);
});

describe.each(uses)("$use", ({ corpus, recognize }) => {
  it.each(
    corpus.filter(({ expectedToFail }) => expectedToFail === undefined).map((one) => [one.utterance, one] as const),
  )("%s", (utterance, { expected }) => {
    expect(recognize(utterance)).toEqual(expected);
  });

  it.each(
    corpus.filter(({ expectedToFail }) => expectedToFail !== undefined).map((one) => [one.utterance, one] as const),
  )("is not read as it should be yet: %s", (utterance, { expected }) => {
    expect(recognize(utterance)).not.toEqual(expected);
  });
});
