import { expect, it } from "vitest";

import { describeTurn, type MissingSection, type TurnResult, type TurnSection } from "./describe-turn.ts";

const at = (path: string, startLine: number) => ({
  repositoryId: "r",
  path,
  startLine,
  endLine: startLine,
  commit: "c",
  hash: "h",
});
const wrote = (title: string, given: Partial<TurnSection> = {}): TurnSection => ({
  title,
  sources: [at("a.ts", 1)],
  isNew: true,
  isSame: false,
  output: "markdown",
  ...given,
});
const missed = (title: string, why: MissingSection["why"] = "unknown", isKept = false): MissingSection => ({
  title,
  why,
  isKept,
});
const page = { kind: "page" as const, title: "Tides", sections: [], template: null };
const unknown = (count: number) => Array.from({ length: count }, (_, n) => missed(`S${n + 1}`));

it.each<[string, Partial<TurnResult>]>([
  ["Nothing on the page had to change.", {}],
  ["I wrote “A” from 1 place in 1 file.", { written: [wrote("A")] }],
  [
    "I wrote “A” and “B” from 3 places in 2 files.",
    { written: [wrote("A", { sources: [at("a.ts", 1), at("a.ts", 2)] }), wrote("B", { sources: [at("a.ts", 1), at("b.ts", 1)] })] },
  ],
  [
    "I renamed “X” to “Y”, wrote “A” from 1 place in 1 file and wrote “B” again from 1 place in 1 file. “C” came out as before.",
    { done: ["renamed “X” to “Y”"], written: [wrote("A"), wrote("B", { isNew: false }), wrote("C", { isNew: false, isSame: true })] },
  ],
  ["I wrote “Tides”: “A” and “B”, from 1 place in 1 file.", { page, written: [wrote("A"), wrote("B")] }],
  ["I wrote “Tides” after the template “Runbook”: “A”, from 1 place in 1 file.", { page: { ...page, template: "Runbook" }, written: [wrote("A")] }],
  [
    "I wrote “Tides”: “P1”, “P2”, “P3”, “P4”, “P5”, “P6” and 2 more, from 1 place in 1 file.",
    { page, written: Array.from({ length: 8 }, (_, n) => wrote(`P${n + 1}`)) },
  ],
  [
    "I could not write anything for “Tides”. The code says nothing I could prove about “S1”, “S2”, “S3” and “S4”, so I left them out. Name a file, a function or a word of the code to lead me to it.",
    { page, missing: unknown(4) },
  ],
  ["The code says nothing I could prove about “A”, so I left it as it was.", { missing: [missed("A", "unknown", true)] }],
  ["The code says nothing I could prove about “A” and “B”, so I left them as they were.", { missing: [missed("A", "unknown", true), missed("B", "unknown", true)] }],
  ["The code says nothing I could prove about “A” and “B”, so I left them out.", { missing: [missed("A", "unknown", true), missed("B")] }],
  [
    "About “A” it says no more than the other sections tell, so I left it out. I do not write down passwords, keys or other secrets, so I left it out.",
    { missing: [missed("A", "told-already"), missed("B", "secret")] },
  ],
  [
    "No repository of this product has been indexed yet, so there is nothing to write from. Connect one on the Services page, or wait until its first index is ready.",
    { missing: [missed("A", "not-indexed"), missed("B", "not-indexed")] },
  ],
  ["I removed “A”. There is no section “B”.", { done: ["removed “A”"], problems: ["There is no section “B”."] }],
])("says %j", (text, result) => {
  const draft = { title: "Tides", serviceId: null, sections: [] };
  expect(describeTurn({ draft, page: null, done: [], written: [], missing: [], problems: [], ...result })).toBe(text);
}); // prettier-ignore
