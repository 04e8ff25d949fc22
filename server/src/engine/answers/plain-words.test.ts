import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { questionIn, interpretQuestion } from "#server/engine/intent/interpret-question.ts";
import { spelledOut, stem, synonymStems } from "#server/engine/intent/words.ts";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const ledger = Array.from({ length: 40 }, (_, at) => `  entries.push(${at});`).join("\n");

const files: Record<string, string> = {
  "docs/guide.md":
    "# Guide\n\n## Parcels nobody collects\n\nParcels that nobody collects go back to the warehouse; see `sweepShelf` for how.\n",
  "src/shelf.ts": `import { shelf } from "./store.ts";

export function sweepShelf(): void {
  shelf.length = 0;
}
`,
  "src/store.ts": "export const shelf: string[] = [];\n",
  "src/transport.ts": `/** Ends the sending once the peer has aborted. */
export function onAbort(socket: { destroy(): void }): void {
  socket.destroy();
}

/**
 * Weighs a parcel.
 *
 * By default the scales allow 30 kilograms for each parcel.
 */
export function weigh(parcel: { grams: number }): number {
  return parcel.grams / 1000;
}
`,
  "src/books.ts": `export function closeBooks(entries: number[]): void {
  verifySeal(entries);
${ledger}
  verifySeal(entries.toReversed());
}

function verifySeal(entries: number[]): void {
  if (entries.length === 0) throw new Error("The seal is broken");
}
`,
  "t/seal.ts":
    "/** Verifies the seal of a parcel that was tampered with. */\nexport function tamperedSeal(): void {}\n",
  "src/rate.ts": "/** What a parcel costs. */\nexport function postageRate(): number {\n  return 3;\n}\n",
  "src/limit.ts": "/** The heaviest parcel. */\nexport const weightLimit = 31;\n",
};

let indexed: IndexedCodebase;

beforeAll(async () => {
  indexed = await indexCodebase("parcels", [{ message: "Carry parcels", files }]);
});

afterAll(async () => {
  await indexed.remove();
});

async function ask(text: string) {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  return { answer, cited: sources.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`) };
}

describe("people's own words", () => {
  it("meet the code's words for the same, and count as said by the code", async () => {
    const { answer, cited } = await ask("What happens when the visitor hangs up while we are still sending?");
    expect(answer).toContain("onAbort");
    expect(answer).not.toContain("Nothing in the indexed code");
    expect(cited.some((one) => one.startsWith("src/transport.ts"))).toBe(true);
  });

  it("lead to a document, and its names to the code", async () => {
    const { cited } = await ask("Which code deals with parcels that nobody collects?");
    expect(cited.some((one) => one.startsWith("src/shelf.ts"))).toBe(true);
  });

  it("are met by the code before a folder of tests", async () => {
    const { answer } = await ask("Where do we notice that somebody has tampered with the seal?");
    expect(answer.split("\n")[0]).toContain("src/books.ts");
  });
});

it("tells of a comment the sentence that answers, not only the first", async () => {
  const { answer } = await ask("How much may a parcel weigh by default?");
  expect(answer).toContain("30 kilograms");
});

it("says that a thing of two words is not there although each word is", async () => {
  const { answer } = await ask("How many parcels per hour does the rate limiter let pass?");
  expect(answer).toMatch(/^Nothing in the indexed code/);
});

it("reads a turn of phrase as one thing that several words of code mean", () => {
  const [part] = interpretQuestion("What happens when the client hangs up?");
  const phrase = part?.terms.find(({ isPhrase }) => isPhrase);
  expect(phrase?.word).toBe("disconnect");
  expect(phrase?.synonyms).toEqual(expect.arrayContaining(["abort", "cancel"]));
});

it.each([
  ["what would break if I moved src/shelf.ts?", "uses"],
  ["what happens when I give up on a call that is under way", "explain"],
  ["where does it complain about two parcels on one call", "where"],
  ["how do I run several heavy parcels side by side with one last report", "explain"],
  ["Which change put that right?", "history"],
])("reads what is wanted of: %s", (text, kind) => {
  expect(interpretQuestion(text)[0]?.kind).toBe(kind);
});

it("gives a question that points back the sentences before it as its subject", () => {
  const [part] = interpretQuestion(
    "A visitor closes the tab while parcels are streaming. What happens on our side then?",
  );
  expect(part?.terms.map(({ word }) => word)).toEqual(expect.arrayContaining(["parcels", "streaming"]));
});

it("brings the forms of a word together, and keeps a header apart from a head", () => {
  expect(new Set(["register", "registered", "registering"].map(stem)).size).toBe(1);
  expect(stem("compression")).toBe(stem("compress"));
  expect(stem("cancellation")).toBe(stem("cancelled"));
  expect(stem("headers")).not.toBe(stem("head"));
  expect(synonymStems(stem("crashed")).map(spelledOut)).toContain("panic");
});

it("reads the beginning and the end of a very long message alone", () => {
  const paths = Array.from({ length: 1_500 }, (_, at) => `src/some/folder/file-${at}.ts`).join("\n");
  expect(questionIn(`Where is the seal?\n${paths}`).length).toBeLessThan(5_000);
  const parts = interpretQuestion(`${paths}\nWhere is the seal verified?`);
  expect(parts.at(-1)?.text).toContain("Where is the seal verified");
  for (const { names, terms } of parts) expect(names.length + terms.length).toBeLessThan(40);
});
