import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";

import { findTaskLocations } from "./find-task-locations.ts";
import type { TaskText } from "./read-task-text.ts";
import type { CommitLocation, FileLocation, PageLocation, TaskLocation } from "./task-location.ts";

const server = {
  "README.md":
    "# Boats\n\nShows boats and their delays.\n\n## Harbour dues\n\nDues are paid for each night in the harbour.\n",
  "docs/tides.md": "# Crew {: #crew }\n\nBoats lie beside a harbour until the tide turns.\n",
  "CHANGELOG.md": "# Changelog\n\n## 1.0\n\nHarbour dues are rounded. Harbour dues are shown.\n",
  "src/harbour/dues.ts": `import { roundMoney } from "../money/round-money.ts";

/** What a boat pays for its nights in the harbour. */
export function harbourDues(nights: number, metres: number): number {
  return roundMoney(nights * metres * 2);
}

export class Ledger {
  /** Books dues that were paid. */
  bookPayment(amount: number): void {
    this.total += amount;
  }
  total = 0;
}
`,
  "src/harbour/dues.test.ts": `import { harbourDues } from "./dues.ts";
it("rounds harbour dues of a night", () => harbourDues(1, 2));
`,
  "src/money/round-money.ts":
    "/** Halves are rounded up. */\nexport const roundMoney = (value: number) => Math.round(value);\n",
  "src/tide/read-tide.ts": `/** Reads the tide of a station. */
export function readTide(station: string): string {
  if (station === "") throw new Error("no such station");
  return station;
}
`,
  "src/server.ts": `import express from "express";
import { listCrew } from "./crew/list-crew.ts";

const app = express();
app.get("/api/boats/:id/crew", listCrew);
app.listen(Number(process.env.MAX_QUAYS ?? 1));
`,
  "src/crew/list-crew.ts":
    "export function listCrew(_: unknown, answer: { json(v: unknown): void }) {\n  answer.json([]);\n}\n",
  "lib/dock.py": "__all__ = ['moor_barge']\n\n\ndef moor_barge(barge):\n    return barge\n",
  "db/migrations/001-dues.sql": "CREATE TABLE harbour_dues (\n  id integer,\n  nights integer\n);\n",
  "web/locales/en.json": '{\n  "timetable_empty": "No departures today"\n}\n',
  "web/Timetable.tsx": 'export const Timetable = () => <p>{t("timetable_empty")}</p>;\n',
  "web/lang/en/crew.ts": 'export const crew = { crew_rank_desc: "Rank of a sailor: bosun" };\n',
  "web/lang/de/crew.ts": 'export const crew = { crew_rank_desc: "Rank of a sailor: Bootsmann" };\n',
  "web/lang/nl/crew.ts": 'export const crew = { crew_rank_desc: "Rank of a sailor: bootsman" };\n',
  "web/sails.js": `const rope = require("rope");

module.exports = {
  hoist() {
    return rope.pull("spinnaker");
  },
};
`,
  "web/Deck.js": 'export default {\n  deck: "scrub",\n  scrub: () => "Scrub the planks of the deck",\n};\n',
  "web/anchor-winch.html": "<p></p>\n",
  "src/capstan/hawsers.ts": `/** Joins hawsers end to end, so that a hawser of any length is had from short hawsers. */
export function spliceHawsers(hawsers: string[]): string {
  return hawsers.join("hawser");
}

export function coil(laps: number): number {
  return laps;
}
`,
};
const repositoryId = "boats";
let boats: IndexedCodebase;
let shop: IndexedCodebase;

beforeAll(async () => {
  boats = await indexCodebase(repositoryId, [
    { message: "Begin", files: server },
    {
      message: "Round harbour dues of a night\n\nHalves were cut off.",
      files: { "src/harbour/dues.ts": `${server["src/harbour/dues.ts"]}// rounded\n` },
    },
  ]);
  shop = await indexCodebase("shop", [
    {
      message: "Sell tickets",
      files: {
        "lib/tickets.py": 'def sell_ticket(price):\n    """Sells a ticket for a voyage."""\n    return price\n',
        "lib/voyages.py": "def list_voyages():\n    return []\n",
      },
    },
  ]);
});
afterAll(async () => {
  await boats.remove();
  await shop.remove();
});

async function locate(task: Partial<TaskText>, options: Parameters<typeof findTaskLocations>[2] = {}) {
  const whole = { title: "", description: "", criteria: [], ...task };
  const found = await findTaskLocations(whole, [boats.codebase, shop.codebase], options);
  const of = <T extends TaskLocation>(kind: T["kind"]) => found.locations.filter((one): one is T => one.kind === kind);
  const files = of<FileLocation>("file");
  return { ...found, files, pages: of<PageLocation>("page"), commits: of<CommitLocation>("commit") };
}

const linesOf = (path: keyof typeof server) => server[path].split("\n");

describe("a task about a part of the code", () => {
  it("lands in its declaration, with the lines that say so", async () => {
    const { files, nothing } = await locate({ title: "Harbour dues of a night are rounded down" });
    const [first] = files;
    expect(first).toMatchObject({
      path: "src/harbour/dues.ts",
      symbol: "harbourDues",
      startLine: 4,
      endLine: 6,
      score: 1,
    });
    const source = first?.why.find(({ kind }) => kind === "words")?.source;
    expect(source).toMatchObject({ repositoryId, path: "src/harbour/dues.ts", startLine: 4, endLine: 4 });
    expect(source?.hash).toBe(hashLines(linesOf("src/harbour/dues.ts").slice(3, 4)));
    expect(nothing).toBeNull();
  });

  it("lands in the declaration that it writes as code, though another one says more of its words", async () => {
    const words = "Hawsers joined end to end from short hawsers come out wrong";
    expect((await locate({ title: words })).files[0]).toMatchObject({ symbol: "spliceHawsers" });
    const { files } = await locate({ title: words, description: "It is `coil` that does it." });
    expect(files[0]).toMatchObject({ path: "src/capstan/hawsers.ts", symbol: "coil", startLine: 6 });
    expect(files[0]?.why[0]).toMatchObject({ kind: "named", words: ["coil"], source: { startLine: 6 } });
  });

  it("lands there in whatever language it is described", async () => {
    const { files } = await locate({
      title: "Harbour dues of a night",
      description: "تُقرَّب الرسوم إلى الأسفل ".repeat(500),
    });
    expect(files[0]).toMatchObject({ path: "src/harbour/dues.ts", symbol: "harbourDues" });
  });

  it("shows what the likely file uses, but no tests and steps of the past", async () => {
    const { files } = await locate({ title: "Harbour dues of a night are rounded down" });
    const paths = files.map(({ path }) => path);
    expect(paths).toContain("src/money/round-money.ts");
    expect(paths).not.toContain("src/harbour/dues.test.ts");
    const both = ["db/migrations/001-dues.sql", "src/harbour/dues.ts"];
    expect(paths.find((path) => both.includes(path))).toBe("src/harbour/dues.ts");
  });

  it("shows tests that it asks for", async () => {
    const { files } = await locate({ title: "Flaky test: rounds harbour dues of a night" });
    expect(files.map(({ path }) => path)).toContain("src/harbour/dues.test.ts");
  });

  it("shows commits that did something alike, and documents that describe it", async () => {
    const { commits, pages } = await locate({ title: "Round harbour dues", criteria: ["Halves go up"] });
    expect(commits[0]).toMatchObject({
      subject: "Round harbour dues of a night",
      paths: ["src/harbour/dues.ts"],
      score: expect.closeTo(1, 5),
    });
    expect(pages.map(({ path, heading }) => [path, heading])).toEqual([["README.md", "Harbour dues"]]);
    expect(pages[0]?.why[0]?.source?.hash).toBe(hashLines(linesOf("README.md").slice(4, 7)));
  });

  it("shows the product's pages that rest on its lines, the section that is about them", async () => {
    const at = (path: string, startLine: number, endLine: number) => ({ repositoryId, path, startLine, endLine });
    const section = (sectionId: string, sources: ReturnType<typeof at>[], pageId = "money") => ({
      pageId,
      sectionId,
      heading: sectionId,
      sources,
    });
    const sections = [
      section("payments", [at("src/harbour/dues.ts", 9, 14)]),
      section("dues", [at("src/harbour/dues.ts", 3, 6)]),
      section("tides", [at("src/tide/read-tide.ts", 1, 5)], "nature"),
    ];
    const { pages } = await locate(
      { title: "Harbour dues of a night are rounded down" },
      { findSections: () => Promise.resolve(sections) },
    );
    expect(pages[0]).toMatchObject({
      page: { pageId: "money", sectionId: "dues" },
      heading: "dues",
      path: "src/harbour/dues.ts",
      startLine: 3,
      score: 1,
      why: [{ kind: "cited", source: { hash: hashLines(linesOf("src/harbour/dues.ts").slice(2, 6)) } }],
    });
    expect(pages.map(({ page }) => page?.pageId ?? null)).toEqual(["money", null]);
  });

  it("counts a commit once, however often it is found", async () => {
    const text = "Round harbour dues of a night";
    const { files } = await locate({ title: text, description: text });
    const history = files[0]?.why.filter(({ kind }) => kind === "history").map(({ words }) => words);
    expect(history).toEqual([[text]]);
  });

  it("shows texts that are there in many languages once", async () => {
    const { files } = await locate({ title: "Rank of a sailor" });
    expect(files.filter(({ path }) => path.startsWith("web/lang/"))).toHaveLength(1);
  });

  it("names no declaration that says nothing of it", async () => {
    const { files } = await locate({ title: "Sails: hoist the spinnaker" });
    expect(files[0]).toMatchObject({ path: "web/sails.js", symbol: null, startLine: 1, endLine: 7 });
    const { files: decks } = await locate({ title: "Scrub the planks of the deck" });
    expect(decks[0]).toMatchObject({ path: "web/Deck.js", symbol: null });
  });

  it("says why of each file: by its path where no line does, and no line that says the same again", async () => {
    const { files } = await locate({ title: "Anchor winch of the harbour" });
    const winch = files.find(({ path }) => path === "web/anchor-winch.html");
    expect(winch?.why).toEqual([{ kind: "words", words: ["anchor", "winch"], source: null }]);
    expect(files.filter(({ why }) => why.length === 0)).toEqual([]);
  });

  it("shows no section that shares words with it by chance", async () => {
    const { pages } = await locate({ title: "Boats of the harbour" });
    expect(pages.map(({ heading }) => heading)).not.toContain("Crew");
    const { pages: manned } = await locate({ title: "Crew of boats" });
    expect(manned.map(({ heading }) => heading)).toContain("Crew");
  });

  it("stays in the repository and folder of its service", async () => {
    const inside = await locate(
      { title: "Read the tide of a station" },
      { scope: { repositoryId, under: "src/tide" } },
    );
    expect(inside.files.map(({ path }) => path)).toEqual(["src/tide/read-tide.ts"]);
    const elsewhere = await locate(
      { title: "Read the tide of a station" },
      { scope: { repositoryId: "shop", under: "" } },
    );
    expect(elsewhere).toMatchObject({ locations: [], nothing: "not-in-code" });
  });

  it("lands in the repository that speaks of it", async () => {
    const { files } = await locate({ title: "Sell a ticket for a voyage twice" });
    expect(files.map((one) => one.repositoryId)).toEqual(files.map(() => "shop"));
    expect(files[0]).toMatchObject({ path: "lib/tickets.py", symbol: "sell_ticket" });
  });
});

describe("what a text names", () => {
  const trace = 'Crash\n```\n  File "/app/src/tide/read-tide.ts", line 3, in readTide\n```';
  it.each([
    { what: "the file of a stack trace", says: trace, path: "src/tide/read-tide.ts", kind: "named", line: 3 },
    {
      what: "an endpoint",
      says: "GET /api/boats/7/crew fails",
      path: "src/crew/list-crew.ts",
      kind: "endpoint",
      line: 1,
    },
    { what: "a setting", says: "`MAX_QUAYS` is not respected", path: "src/server.ts", kind: "setting", line: 6 },
    {
      what: "a table",
      says: "No nights in `harbour_dues`",
      path: "db/migrations/001-dues.sql",
      kind: "table",
      line: 1,
    },
    {
      what: "a name that only code writes so",
      says: "The wording of crew_rank_desc is unclear",
      path: "web/lang/en/crew.ts",
      kind: "named",
      line: 1,
    },
    {
      what: "where such a name is declared",
      says: "Why is moor_barge so slow",
      path: "lib/dock.py",
      kind: "named",
      line: 4,
    },
    {
      what: "a text by its key",
      says: 'It says "No departures today"',
      path: "web/Timetable.tsx",
      kind: "string",
      line: 1,
    },
  ] as const)("leads there: $what", async ({ says, path, kind, line }) => {
    const { files } = await locate({ title: "Something is wrong", description: says });
    const why = files.find((one) => one.path === path)?.why.find((reason) => reason.kind === kind);
    expect(why?.source).toMatchObject({ path, startLine: line, endLine: line });
    expect(why?.source?.hash).toBe(hashLines(linesOf(path).slice(line - 1, line)));
  });
});

describe("a text that has nothing to do with the code", () => {
  it.each([
    "Buy a birthday cake for Anna",
    "Renew the lease of the office in Berlin",
    "Paint the kitchen and the cellar at night",
    "Meet grandmother and the children at the station",
    "شراء كعكة عيد ميلاد لآنا",
    "Lorem ipsum dolor sit amet",
    "asdf qwer",
  ])("has no locations, and says so: %s", async (title) => {
    expect(await locate({ title, description: "x ".repeat(20_000) })).toMatchObject({
      locations: [],
      nothing: "not-in-code",
    });
  });

  it("has none where there is no text", async () => {
    expect(await locate({ title: " … ", description: "<!-- none -->" })).toMatchObject({
      locations: [],
      nothing: "no-text",
    });
  });
});
