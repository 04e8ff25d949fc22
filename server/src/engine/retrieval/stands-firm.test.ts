import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

/** A post office: buttons and stamps say words of questions that they do not answer. */
const files: Record<string, string> = {
  "src/components/CopyButton.tsx": 'export function CopyButton({ text }: { text: string }) {\n  const copied = text.length > 0;\n  return <button>{copied ? "Copied" : "Copy"}</button>;\n}\n',
  "src/parcels/list-parcels.ts": 'export function listParcels(page: number): string[] {\n  const disk = "upper";\n  return [`${disk} ${page}`];\n}\n',
  "src/parcels/parcel-list.tsx": 'export function ParcelList() {\n  const pullRefreshing = true;\n  return <ul refreshing={pullRefreshing} />;\n}\n',
  "src/parcels/weigh-parcel.ts": "/** Weighs a parcel on the scales of the counter. */\nexport function weighParcel(parcel: { grams: number }): number {\n  return parcel.grams;\n}\n",
  "src/config.ts": 'export const pages = process.env.SCAN_PAGES ?? "4";\nexport const rotate = process.env.SCAN_ROTATE_PAGES ?? "no";\nexport const keep = process.env.SCAN_KEEP_PAGES ?? "no";\nexport const most = process.env.SCAN_MAX_PAGES ?? "9";\n',
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("post", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

async function ask(text: string): Promise<string> {
  return (await askCodebase(indexed.codebase, { text })).text;
}

it("tells no place without reserve that one word of many things picks", async () => {
  expect(await ask("Where do the saved copies of web pages end up on disk?")).not.toMatch(/^In `/);
  expect(await ask("Which checks run on a pull request?")).not.toMatch(/^\*\*`/);
});

it("tells the place that carries what is asked", async () => {
  expect(await ask("How is a parcel weighed on the scales?")).toMatch(/^\*\*`weighParcel`/);
});

it("names no settings for a word of many things", async () => {
  const answer = await ask("How do I get the web pages up so that I can change them?");
  expect(answer).not.toContain("This is set by");
});
