import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "package.json": '{ "name": "harbour" }\n',
  "src/fog.ts":
    '/** Keeps ships from sailing into fog. */\nexport function keepShipsFromFog(ship: { harbour: string }) {\n  if (process.env.ALLOW_FOG_SAILING === "true") return ship;\n  if (process.env.QUIET_BELLS === "true") return null;\n  return null;\n}\n',
  "src/work.ts":
    'import { cpus } from "node:os";\n\nfunction defaultOars() {\n  return Math.max(1, cpus().length - 1);\n}\n\nexport const boatsAtOnce = process.env.HARBOUR_BOATS_AT_ONCE ?? "2";\nexport const boatOars = process.env.HARBOUR_BOAT_OARS ?? defaultOars();\nexport const boatTimeout = process.env.HARBOUR_BOAT_TIMEOUT ?? "900";\n',
  "src/charts.ts":
    'import { mute, rename } from "./store.ts";\n\n/** Fetches the chart of a feed. */\nexport async function refreshChartFeed(feed: { address: string }) {\n  try {\n    const answer = await fetch(feed.address);\n    if (answer.status === 301) {\n      await rename(feed, answer.headers.get("location"));\n    } else if (answer.status === 410) {\n      await mute(feed);\n    }\n  } catch (error) {\n    console.warn("no chart", error);\n  }\n}\n',
  "src/store.ts": "export async function mute(feed: object) {\n  return feed;\n}\n\nexport async function rename(feed: object, to: string | null) {\n  return { feed, to };\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());

const ask = async (text: string) => (await askCodebase(indexed.codebase, { text, lens: "technical" })).text;

it("tells the switch beside the place of the first half, and no other switch of that file", async () => {
  const text = await ask("How do we keep ships from sailing into fog, and can that be turned off?");
  expect(text).toMatch(/## Can that be turned off\n+`ALLOW_FOG_SAILING` decides about it there \(`src\/fog\.ts`, lines 2–6\)/);
  expect(text).not.toContain("`QUIET_BELLS` decides");
}); // prettier-ignore

it("tells the values of the settings that the first half named, also one that is worked out", async () => {
  const text = await ask("Which settings decide how many boats are at once and how long one may take, and what are they if we set nothing?"); // prettier-ignore
  expect(text).toMatch(/`HARBOUR_BOATS_AT_ONCE` is `2` where nothing is set/);
  expect(text).toMatch(/`HARBOUR_BOAT_OARS` is worked out where nothing is set[^]*cpus\(\)\.length - 1/);
  expect(text).toMatch(/`HARBOUR_BOAT_TIMEOUT` is `900` where nothing is set/);
});

it("tells by their numbers what follows answers from elsewhere", async () => {
  const text = await ask("What happens when the address of a feed stops answering, has moved for good, or is gone?");
  expect(text).toMatch(/It is told apart in \*\*`refreshChartFeed`\*\*/);
  expect(text).toMatch(/Where it has moved \(301\), lines 7[^]*rename\(feed/);
  expect(text).toMatch(/Where it is gone \(410\), lines 9[^]*mute\(feed/);
  expect(text).toMatch(/Where it fails, lines 12/);
});

it("answers each part under its own title, also behind one of which nothing is found", async () => {
  const text = await ask("Where are the zeppelins of our passengers painted, and how do we keep ships from sailing into fog?"); // prettier-ignore
  expect(text).toMatch(
    /^## Where are the zeppelins[^]*Nothing in the indexed code[^]*## How do we keep ships from[^]*`?keepShipsFromFog/,
  );
});
