import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";

import { orderTasks } from "./order-tasks.ts";
import type { PlannedService, PlanProgress } from "./plan-proposal.ts";
import { proposePlan } from "./propose-plan.ts";

const files = {
  "README.md": "# Boats\n\nShows boats and their delays.\n",
  "docs/settings.md": "# Settings\n\n## Harbour dues\n\nDues are paid for each night in the harbour.\n",
  "package.json": '{ "name": "boats" }',
  "api/package.json": '{ "name": "api" }',
  "web/package.json": '{ "name": "web", "dependencies": { "api": "*" } }',
  "api/dues.ts":
    "/** What a boat pays for its nights in the harbour. */\nexport function harbourDues(nights: number): number {\n  return nights * 2;\n}\n",
  "api/buoys.ts": "/** Buoys off the pier. */\nexport function listBuoys(): string[] {\n  return [];\n}\n",
  "api/dues.test.ts": 'import { harbourDues } from "./dues.ts";\nit("counts nights", () => harbourDues(1));\n',
  "api/server.ts":
    'import express from "express";\nimport { harbourDues } from "./dues.ts";\nconst app = express();\napp.post("/api/dues", (request, response) => response.json(harbourDues(request.body.nights)));\n',
  "web/DuesPage.tsx":
    'import { harbourDues } from "../api/dues.ts";\n/** The page of harbour dues. */\nexport const DuesPage = () => <p>Harbour dues {harbourDues(1)}</p>;\n',
  "web/Tides.tsx": "/** Shows tides of a station. */\nexport const Tides = () => <p>Tides</p>;\n",
  "db/migrations/001-boats.sql": "CREATE TABLE boats (\n  id integer,\n  name text\n);\n",
};
const services: PlannedService[] = [
  { serviceId: "s-api", name: "api", repositoryId: "boats", under: "api" },
  { serviceId: "s-web", name: "web", repositoryId: "boats", under: "web" },
];
let boats: IndexedCodebase;
beforeAll(async () => {
  boats = await indexCodebase("boats", [{ message: "Begin", files }]);
});
afterAll(() => boats.remove());

async function propose(goal: string) {
  const steps: PlanProgress[] = [];
  const onProgress = async (progress: PlanProgress) => void steps.push(progress);
  return { ...(await proposePlan(goal, [boats.codebase], { services, onProgress })), steps };
}

describe("a proposal", () => {
  it("splits one thing by the parts of the product that it touches, in the order of their imports", async () => {
    const { tasks, notes } = await propose("Round harbour dues.");
    expect(tasks.map(({ serviceId, blockedBy }) => [serviceId, blockedBy])).toEqual([
      ["s-api", []],
      ["s-web", [0]],
    ]);
    expect(tasks[0]?.title).toBe("Round harbour dues (api)");
    expect(tasks[0]?.locations.map(({ path }) => path)).toContain("api/dues.ts");
    expect(notes.join(" ")).toContain("touches `api` and `web`");
  });

  it("has a task for each thing that the goal lists, with criteria that can be checked", async () => {
    const { tasks, steps, notes } = await propose(
      "- Limit harbour dues calls to 10 per hour for each boat\n- Show the tides on the page of harbour dues\n\nAcceptance criteria:\n- A refused call books no harbour dues",
    );
    expect(tasks).toHaveLength(2);
    expect(tasks[0]?.criteria).toEqual([
      "A refused call books no harbour dues",
      "Within one hour harbour dues calls up to number 10 go through and number 11 is refused, with words that say for how long",
      "`POST /api/dues` answers 429 then, says why, and changes nothing",
      "A new case in `api/dues.test.ts` fails without the change and passes with it; the cases that are there still pass",
    ]);
    expect(notes).toEqual(["The goal lists 2 things: each is a task."]);
    expect(steps.at(-1)).toEqual({ step: "writing", done: 0, total: 1 });
  });

  it.each([
    ["Mark those that pay no harbour dues", "Those that pay no harbour dues are marked, and lose the mark"],
    ["Send the harbour dues weekly to users who want them", "Who has not asked for it gets none, and who has can end"],
    ["Limit harbour dues to 3 per boat", "Up to number 3 for each boat harbour dues are taken and number 4 is refused"],
    ["Rename harbour dues to dues of the harbour.", "What was stored as harbour dues is there as dues of the harbour"],
    ["Round harbour dues. A boat can switch harbour dues off.", "A boat can switch harbour dues off"],
    ["Import harbour dues from a CSV", "Texts with commas, quotes and line breaks come in as the file has them"],
    ["Make the number of harbour dues per page configurable", "Without the setting all is as it is today"],
    [
      "Rename `harbourDues` to `portDues` and keep `harbourDues` working",
      "Who says `harbourDues` as before gets the same",
    ],
    ["Add a currency to harbour dues", "A new case in `api/dues.test.ts`"],
  ])("knows what is meant by “%s” and easily forgotten", async (goal, criterion) => {
    const { tasks } = await propose(goal);
    expect(tasks.flatMap(({ criteria }) => criteria).join("\n")).toContain(criterion);
    expect(tasks.flatMap(({ criteria }) => criteria).join("\n")).not.toMatch(
      /says 0 and after the third|nowhere in the code/,
    );
  });

  it("asks the code where the goal tells too little: who uses what it touches, and where a first test would stand", async () => {
    const told = async (goal: string) => (await propose(goal)).tasks.map(({ criteria, note }) => ({ criteria, note }));
    expect(await told("Print the nights of a boat.")).toEqual([
      {
        criteria: [
          "A new case in `api/dues.test.ts` fails without the change and passes with it; the cases that are there still pass",
          "`api/server.ts` and `web/DuesPage.tsx`, which use `api/dues.ts` today, work with the change",
        ],
        note: null,
      },
    ]);
    // No test of another folder is the nearest of what has none.
    const [, page] = await told("Round harbour dues.");
    expect(page?.criteria.join()).not.toContain("A first test");
    const [buoys] = await told("Sort the buoys off the pier.");
    expect(buoys?.criteria).toContain(
      "A first test of `api/buoys.ts` (the nearest today is `api/dues.test.ts`) fails without the change and passes with it",
    );
    const removed = await told("Remove the nights of a boat.");
    expect(removed.flatMap(({ criteria }) => criteria).join()).not.toContain("work with the change");
  });

  it("says what an endpoint does today where little else tells when a task is done", async () => {
    const { tasks } = await propose("Let a boat book dues by `app.post` with a name.");
    const said = tasks.flatMap(({ criteria }) => criteria);
    expect(said).toContain("`POST /api/dues` answers as today where nothing of this is used");
  });

  it("cites lines that stand in the code", async () => {
    const { tasks } = await propose("Round harbour dues.");
    const sources = tasks.flatMap(({ locations }) =>
      locations.flatMap(({ why }) => why.flatMap(({ source }) => source ?? [])),
    );
    expect(sources.length).toBeGreaterThan(0);
    for (const { path, startLine, endLine, hash } of sources) {
      const lines = await boats.codebase.reader.readLines(path);
      expect(hashLines((lines ?? []).slice(startLine - 1, endLine))).toBe(hash);
    }
  });

  it("puts what another one speaks of before it, and the table that something is added to first", async () => {
    const { tasks } = await propose("Show the berth on the page of harbour dues. Add a berth to boats.");
    expect(tasks.map(({ title, blockedBy }) => [title, blockedBy])).toEqual([
      ["Add a berth to boats", []],
      ["Show the berth on the page of harbour dues", [0]],
    ]);
    expect(tasks[0]?.locations[0]?.path).toBe("db/migrations/001-boats.sql");
    expect(tasks[0]?.criteria[0]).toContain("Rows of `boats`");
  });

  it("keeps what the code says nothing about without a location, and says so", async () => {
    const { tasks, notes } = await propose("- Round harbour dues\n- Bake a birthday cake");
    expect(tasks[1]).toMatchObject({ title: "Bake a birthday cake", serviceId: null, locations: [], criteria: [] });
    expect(tasks[1]?.note).toContain("where it lands is open");
    expect(notes.join(" ")).toContain("The code says nothing about “Bake a birthday cake”");
  });

  it.each([
    ["Bake a birthday cake for the office and hang up balloons.", "not-in-code", "Name a file"],
    ["اطبخ كعكة عيد ميلاد للمكتب. علق البالونات.", "not-in-code", "script that the code does not use"],
    ["?!", "no-text", "no words yet"],
  ])("makes up nothing for %s", async (goal, nothing, said) => {
    const proposal = await propose(goal);
    expect(proposal).toMatchObject({ tasks: [], nothing });
    expect(proposal.notes.join(" ")).toContain(said);
  });

  it("finds what a goal of another language names as code", async () => {
    const { tasks } = await propose("يجب تقريب `harbourDues` إلى أقرب عدد صحيح.");
    expect(tasks[0]?.locations[0]).toMatchObject({ path: "api/dues.ts", symbol: "harbourDues" });
  });

  it("takes 20,000 letters, and says what it leaves", async () => {
    const goal = "- Round harbour dues of a boat\n".repeat(1_000).slice(0, 20_000);
    const { tasks, notes } = await propose(goal);
    expect(tasks).toHaveLength(20);
    expect(notes.at(-1)).toMatch(/^Only the first 20 things became tasks; \d+ are left/);
  });
});

it("orders by what waits for what, and drops what closes a circle", () => {
  const order = (...links: number[][]) => orderTasks(links.map((blockedBy, at) => ({ at, blockedBy })));
  expect(order([1], [], [0])).toEqual([
    { at: 1, blockedBy: [] },
    { at: 0, blockedBy: [0] },
    { at: 2, blockedBy: [1] },
  ]);
  expect(order([1], [0])).toEqual([
    { at: 0, blockedBy: [] },
    { at: 1, blockedBy: [0] },
  ]);
});
