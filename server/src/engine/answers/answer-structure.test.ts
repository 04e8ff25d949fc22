import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "README.md": "# Harbour\n\nKeeps the berths of a harbour.\n\n## Radio\n\nShips may also call over Marine VHF.\n",
  "package.json": '{ "name": "harbour", "dependencies": { "fastify": "^5.0.0", "left-pad": "1.3.0" } }\n',
  "Cargo.toml":
    '[package]\nname = "harbour-bell"\n\n[features]\n# sounds the bell in fog\nfog-bell = ["bell"]\ndefault = ["lamp"]\n',
  "src/berths/choose-berth.ts": `/** Which berth a ship gets. */
export function chooseBerth(length: number): number {
  return length > 40 ? 1 : 2;
}
`,
  "src/berths/turn-away.ts": `import { chooseBerth } from "./choose-berth.ts";

/** How many ships may lie in the harbour at the same time. */
const MAX_SHIPS = 30;

/** Ships beyond the harbour's room have to wait outside. */
export function rejectShip(ships: number, length: number): boolean {
  if (ships >= MAX_SHIPS) return true;
  return chooseBerth(length) === 0;
}
`,
  "src/moor.ts": `import { chooseBerth } from "./berths/choose-berth.ts";
import { rejectShip } from "./berths/turn-away.ts";
import { ringBell } from "./bell.ts";

/** Brings a ship in: room first, then the berth, then the bell. */
export function moorShip(ships: number, length: number): number {
  if (rejectShip(ships, length)) throw new Error("The harbour is full");
  const berth = chooseBerth(length);
  ringBell(berth);
  return berth;
}

export function moorTwice(length: number): number[] {
  return [chooseBerth(length), chooseBerth(length + 1)];
}
`,
  "src/bell.ts": `export interface BellOptions {
  /** Rings this often in fog, in seconds. */
  fogInterval: number;
}

const loudness = Number(process.env.BELL_LOUDNESS ?? 7);

/** Rings once for each berth. */
export function ringBell(berth: number): string {
  return "ding".repeat(berth * loudness);
}
`,
  "src/server.ts": `import fastify from "fastify";
import { moorShip } from "./moor.ts";

const app = fastify();

app.post("/ships", requireHarbourMaster, addShip);
app.delete("/ships/sunken", requireRole("admiral"), clearWrecks);
app.get("/ships", listShips);

/** Takes every sunken ship out of the register. */
export function clearWrecks(): number {
  return moorShip(1, 2);
}
`,
  "test/choose-berth.test.ts":
    'import { chooseBerth } from "../src/berths/choose-berth.ts";\nimport { test } from "node:test";\n\ntest("long ships lie outside", () => {\n  chooseBerth(50);\n});\n',
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open the harbour", files }]);
});
afterAll(() => indexed.remove());

const ask = async (text: string) => {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  const cited = sources.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  return { answer, cited };
};

it("counts who calls something, by file, with every line", async () => {
  const { answer, cited } = await ask("What calls chooseBerth?");
  expect(answer).toMatch(
    /^\*\*`chooseBerth`\*\* \(function, `src\/berths\/choose-berth\.ts`, line 2\) is called from 3 places in 2 files, and from 1 place in 1 file of tests/,
  );
  expect(answer).toMatch(/`src\/moor\.ts`: in `moorShip`, line 8 and in `moorTwice`, line 14/);
  expect(cited).toEqual(
    expect.arrayContaining(["src/moor.ts:8-8", "src/moor.ts:14-14", "src/berths/turn-away.ts:9-9"]),
  );
});

it("names what imports a file, tests apart", async () => {
  const { answer, cited } = await ask("I want to change src/berths/choose-berth.ts. Which files import it?");
  expect(answer).toMatch(/^3 files import `src\/berths\/choose-berth\.ts`, 1 of them a test:/);
  expect(cited).toEqual(["src/berths/turn-away.ts:1-1", "src/moor.ts:1-1", "test/choose-berth.test.ts:1-1"]);
});

it("names what needs a folder, and not the folder's own files", async () => {
  const { answer } = await ask("What depends on src/berths?");
  expect(answer).toMatch(/^2 files import something of the folder `src\/berths`/);
  expect(answer).not.toContain("turn-away");
});

it("names what imports a package, with the manifest's line", async () => {
  const { answer, cited } = await ask("Which files use fastify?");
  expect(answer).toContain("`package.json` names `fastify` in version `^5.0.0`.");
  expect(answer).toContain("1 file imports `fastify`");
  expect(cited).toEqual(["package.json:1-1", "src/server.ts:1-1"]);
});

it("says that nothing imports a file nobody imports", async () => {
  expect((await ask("Which files import src/server.ts?")).answer).toMatch(/^No file of the indexed code imports/);
});

it("explains a file by what it declares, reads, uses and who uses it", async () => {
  const { answer } = await ask("Explain src/bell.ts");
  expect(answer).toMatch(/^`src\/bell\.ts` \(TypeScript, 11 lines\)/);
  expect(answer).toMatch(/`ringBell` \(function, line 9\) — Rings once for each berth/);
  expect(answer).toContain("reads the setting `BELL_LOUDNESS`, `7` by default");
  expect(answer).toMatch(/1 file imports `src\/bell\.ts`: `src\/moor\.ts`/);
});

it("tells the steps of a function in the order it takes them, with their lines", async () => {
  const { answer } = await ask("How does moorShip work?");
  expect(answer).toMatch(/^\*\*`moorShip`\*\*/);
  const order = ["1. line 7 calls `rejectShip`", "2. line 8 calls `chooseBerth`", "3. line 9 calls `ringBell`"].map(
    (step) => answer.indexOf(step),
  );
  expect(order.every((at) => at > 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

it("finds by everyday words what the code says in its own", async () => {
  const { answer, cited } = await ask("where do we turn ships away when too many of them are in?");
  expect(answer).toMatch(/^In `src\/berths\/turn-away\.ts`/);
  expect(cited.some((one) => one.startsWith("src/berths/turn-away.ts"))).toBe(true);
});

it("understands a mistyped word", async () => {
  expect((await ask("where do we rejecct a ship?")).answer).toMatch(/^In `src\/berths\/turn-away\.ts`/);
});

it("finds the one call that does what is asked, and what lets callers in", async () => {
  const { answer, cited } = await ask("Which endpoint takes sunken ships out, and who may call it?");
  expect(answer).toMatch(
    /^\*\*`DELETE \/ships\/sunken`\*\*: Takes [^.]+\. It is declared in `src\/server\.ts`, line 7, and handled by `clearWrecks`/,
  );
  expect(answer).toContain('requireRole("admiral")');
  expect(cited[0]).toBe("src/server.ts:7-7");
});

it("finds a setting by its meaning, in options and in manifests", async () => {
  const option = await ask("Which option says how often the bell rings in fog?");
  expect(option.answer).toContain("fogInterval");
  const feature = await ask("Which cargo feature sounds the bell in fog?");
  expect(feature.answer).toContain("fog-bell");
  expect(feature.cited.some((one) => one.startsWith("Cargo.toml"))).toBe(true);
});

it("says so when a name stands nowhere, or in documents alone, and answers nothing else", async () => {
  const nowhere = await ask("How is the harbour connected to Microsoft Teams, and how do I switch it off?");
  expect(nowhere.answer).toMatch(/^Nothing in the indexed code mentions “Microsoft Teams”\./);
  expect(nowhere.answer).not.toContain("```");
  const reported = await ask("Where does a ship answer over Marine VHF?");
  expect(reported.answer).toMatch(
    /^Nothing in the indexed code is about “Marine VHF”; only `README\.md`, line 7 mentions it\. \[1\]/,
  );
});

it("does not pass something else off for a subject the code does not have", async () => {
  const { answer } = await ask("Where are the customs duties of a ship calculated?");
  expect(answer).toMatch(/^Nothing in the indexed code mentions/);
  expect(answer).not.toContain("```");
});

it("answers two questions in parts and says nothing twice at length", async () => {
  const { answer } = await ask("How does moorShip work, and what calls ringBell?");
  expect(answer).toMatch(/## How does moorShip work[\s\S]*## What calls ringBell[\s\S]*called from 1 place in 1 file/);
  expect(answer.split(/\s+/).length).toBeLessThan(250);
});
