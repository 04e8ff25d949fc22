import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "README.md": "# Harbour\n\nHarbour keeps berths.\n\n## Settings\n\nThe berth limit is set before the first start.\n\n## Getting started\n\nInstall Node, then run `npm run dev`.\n",
  "package.json": '{\n  "name": "harbour",\n  "scripts": { "dev": "tsx src/server.ts", "test": "vitest run", "test:slow": "vitest run --slow" },\n  "dependencies": {\n    "express": "^5.0.0",\n    "unused-thing": "*"\n  },\n  "devDependencies": {\n    "vitest": "5.1.0"\n  }\n}\n',
  "src/server.ts": 'import express from "express";\nimport { closeBerth, listBerths } from "./berths.ts";\n\nconst app = express();\napp.get("/berths", listBerths);\napp.post("/berths/:id/close", closeBerth);\napp.get("/ships", (request, response) => response.end());\napp.listen(Number(process.env.PORT ?? 4010));\n',
  "src/berths.ts": '/** GET /berths: lists berths | with [1] <b>ships</b>. */\nexport function listBerths(): string[] {\n  return [];\n}\n\n/** Closes a berth for repairs. */\nexport function closeBerth(id: string): void {\n  if (id === "") {\n    throw new Error("A berth without a number cannot be closed");\n  }\n  limit(id);\n}\n\n/** How many berths may be open at once. */\nconst maxBerths = Number(process.env.MAX_BERTHS ?? 12);\n\nfunction limit(id: string): boolean {\n  return id.length > maxBerths;\n}\n',
  "src/config.ts": 'export const mode = process.env.HARBOUR_MODE ?? "open";\nexport const token = process.env.HARBOUR_TOKEN;\n',
  "db/schema.sql": "-- Who moors here.\nCREATE TABLE ships (\n  id TEXT PRIMARY KEY\n);\nCREATE TABLE berths (\n  id TEXT PRIMARY KEY,\n  ship_id TEXT REFERENCES ships (id)\n);\n",
  "src/types.ts": "/** A lamp on the pier. */\nexport interface Lamp {\n  id: string;\n  isLit: boolean;\n}\n",
  "test/berths.test.ts": 'import { expect, it } from "vitest";\nimport { closeBerth } from "../src/berths.ts";\n\nit("refuses a berth without a number", () => expect(() => closeBerth("")).toThrow());\n',
  ".env": "HARBOUR_TOKEN=s3cr3t-value-9\nDATABASE_URL=postgres://u:pa55word@db/x\n",
  "src/db.ts": 'export const password = process.env.DB_PASSWORD ?? "hunter2hunter2";\n/** Token of the office. */\nexport const officeToken = process.env.OFFICE_TOKEN ?? "abcd-1234-efgh";\n',
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());

/** The whole answer with the lines it cites, in their order. */
async function ask(text: string) {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  return { answer, cited: sources.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`) };
}

describe("endpoints", () => {
  it("are listed with what their handlers say, in cells that stay cells", async () => {
    expect(await ask("Which endpoints are there?")).toEqual({
      answer: `The code answers 3 endpoints:

| Call | Handler | What it does | Where |
| --- | --- | --- | --- |
| \`GET /berths\` | \`listBerths\` | Lists berths \\| with (1) ships. | \`src/server.ts\` [1] |
| \`POST /berths/:id/close\` | \`closeBerth\` | Closes a berth for repairs. | \`src/server.ts\` [2] |
| \`GET /ships\` |  |  | \`src/server.ts\` [3] |`,
      cited: ["src/server.ts:5-5", "src/server.ts:6-6", "src/server.ts:7-7"],
    });
  });

  it("that are named as they are declared are explained by their handlers, of several services each", async () => {
    const serve = (work: string) =>
      `import express from "express";\nconst app = express();\napp.put("/current", (request, response) => {\n  ${work}(request.body);\n  response.end();\n});\napp.listen(80);\n`;
    const client =
      "/** Puts the current berth. */\nexport const putCurrent = () => fetch('/current', { method: 'PUT' });\n";
    const two = await indexCodebase("harbours", [
      {
        message: "Begin",
        files: {
          "berths/server.ts": serve("saveBerth"),
          "ships/server.ts": serve("saveShip"),
          "web/current.ts": client,
        },
      },
    ]);
    const { text, sources } = await askCodebase(two.codebase, { text: "What does PUT /current do?" });
    await two.remove();
    expect(text).toContain("saveBerth(request.body)");
    expect(text).toContain("saveShip(request.body)");
    expect(sources.map(({ path }) => path)).not.toContain("web/current.ts");
  });

  it("are only those that are about the subject", async () => {
    const { answer } = await ask("Which endpoints close a berth?");
    expect(answer).toContain("The code answers 1 endpoint:");
    expect(answer.split("\n").filter((line) => line.startsWith("| `"))).toEqual([
      "| `POST /berths/:id/close` | `closeBerth` | Closes a berth for repairs. | `src/server.ts` [1] |",
    ]);
  });
});

describe("what runs beside requests", () => {
  const clock = `import cron from "node-cron";
import { Worker, Queue } from "bullmq";
export const mails = new Queue("order.created");
cron.schedule("0 3 * * *", tidy);
cron.schedule("0 12 * * *", report);
new Worker("order.created", onOrder);
new Worker("ship.left", onLeft);
`;
  let quays: IndexedCodebase;
  beforeAll(async () => {
    quays = await indexCodebase("quays", [{ message: "Begin", files: { "src/clock.ts": clock } }]);
  });
  afterAll(() => quays.remove());
  const rows = async (text: string) =>
    (await askCodebase(quays.codebase, { text })).text.split("\n").filter((line) => line.startsWith("| `"));

  it.each([
    ["What runs at night?", ["| `0 3 * * *` | `tidy` | cron | `src/clock.ts` [1] |"]],
    [
      "Which scheduled jobs are there?",
      [
        "| `0 3 * * *` | `tidy` | cron | `src/clock.ts` [1] |",
        "| `0 12 * * *` | `report` | cron | `src/clock.ts` [2] |",
      ],
    ],
    ["Who consumes order.created?", ["| `order.created` | `onOrder` | BullMQ | `src/clock.ts` [1] |"]],
    ["Who publishes order.created?", ["| `order.created` | BullMQ | `src/clock.ts` [1] |"]],
  ])("is listed: %s", async (question, expected) => expect(await rows(question)).toEqual(expected));

  it("is said to be nothing where none was found", async () => {
    expect((await ask("Which scheduled jobs are there?")).answer).toContain(
      "No scheduled job, background job or consumer of messages was recognised",
    );
  });
});

describe("settings", () => {
  it("are listed with their defaults, and no value of a file of the environment", async () => {
    const { answer } = await ask("Which settings are there?");
    expect(answer).toContain(`| Setting | Default | Meaning | Where |
| --- | --- | --- | --- |
| \`HARBOUR_TOKEN\` |  |  | \`src/config.ts\` [1] |
| \`MAX_BERTHS\` | \`12\` | How many berths may be open at once. | \`src/berths.ts\` [2] |
| \`HARBOUR_MODE\` | \`open\` |  | \`src/config.ts\` [3] |`);
    expect(answer).toContain("| `DATABASE_URL` |  |  | `.env` [");
    expect(answer).not.toMatch(/s3cr3t|pa55word/);
  });

  it.each(["Is there a setting for the number of berths?", "What is the default of MAX_BERTHS?"])(
    "are told one by one with where they take effect: %s",
    async (question) => {
      expect(await ask(question)).toEqual({
        answer: `**\`MAX_BERTHS\`** is read in \`src/berths.ts\`, line 15; its default is \`12\`. How many berths may be open at once. [1]

### Where it takes effect

- \`src/berths.ts\`, line 18 in \`limit\` [2]`,
        cited: ["src/berths.ts:15-15", "src/berths.ts:18-18"],
      });
    },
  );

  it("without a default say so", async () => {
    expect((await ask("What is HARBOUR_TOKEN?")).answer).toBe(
      "**`HARBOUR_TOKEN`** is read in `src/config.ts`, line 2; no default stands beside it. [1]",
    );
  });
});

it("tells tables with their fields and what they refer to", async () => {
  expect(await ask("Which tables are there?")).toEqual({
    answer: `**\`ships\`** is a table with 1 field in \`db/schema.sql\` [1]

- \`id\`: \`text\` [2]

**\`berths\`** is a table with 2 fields in \`db/schema.sql\`; refers to \`ships\` [3]

- \`id\`: \`text\` [4]
- \`ship_id\`: \`text\` [5]`,
    cited: ["db/schema.sql:2-4", "db/schema.sql:3-3", "db/schema.sql:5-8", "db/schema.sql:6-6", "db/schema.sql:7-7"],
  });
});

describe("packages", () => {
  it("are listed as the manifest names them, with how many files import each", async () => {
    expect((await ask("Which packages does it use?")).answer).toBe(`\`package.json\` (npm) names:

| Package | Version | For | Files that import it |
| --- | --- | --- | --- |
| \`express\` | \`^5.0.0\` | run time | 1 [1] |
| \`unused-thing\` | \`*\` | run time | [2] |
| \`vitest\` | \`5.1.0\` | development | 1 [3] |`);
  });

  it("are told one by one with who imports them", async () => {
    expect((await ask("Is express used?")).answer).toBe(
      "`package.json` names `express` in version `^5.0.0`. [1]\n\n1 file imports `express`:\n\n- `src/server.ts`, line 1 [2]",
    );
  });
});

describe("commands", () => {
  it("come with what a guide says of starting", async () => {
    expect(await ask("How do I start it?")).toEqual({
      answer: "`README.md` says under “Getting started”:\n\nInstall Node, then run `npm run dev`. [1]",
      cited: ["README.md:11-11"],
    });
  });

  it.each([
    ["How do I run the tests?", "Run `npm test`, which does `vitest run` (`package.json`). [1]"],
    ["How do I run the slow tests?", "Run `npm run test:slow`, which does `vitest run --slow` (`package.json`). [1]"],
  ])("are chosen by all that is asked: %s", async (question, lead) => {
    expect((await ask(question)).answer.split("\n")[0]).toBe(lead);
  });

  it("that are not there are not made up", async () => {
    expect((await ask("How do I deploy it?")).answer).toMatch(
      /^No command or document of the indexed code is about exactly this\. It defines these commands:/,
    );
  });
});

describe("a message", () => {
  it("is told by the line that gives it, its condition and who gets there", async () => {
    expect(await ask("What does the error “A berth without a number cannot be closed” mean?")).toEqual({
      answer: `\`closeBerth\` gives this message in \`src/berths.ts\`, line 9. [1]

\`\`\`typescript
export function closeBerth(id: string): void {
  if (id === "") {
    throw new Error("A berth without a number cannot be closed");
  }
  limit(id);
}
\`\`\`

[2]

**\`closeBerth\`**: Closes a berth for repairs. [3]

### Where \`closeBerth\` is used

- \`src/server.ts\` line 6: \`app.post("/berths/:id/close", closeBerth);\` [4]`,
      cited: ["src/berths.ts:9-9", "src/berths.ts:7-12", "src/berths.ts:6-7", "src/server.ts:6-6"],
    });
  });

  it("that a person cut or wrote another way is found by its beginning", async () => {
    const { answer } = await ask("What does the message 'a BERTH without a number is not known here' mean?");
    expect(answer).toMatch(/^`closeBerth` gives this message in `src\/berths\.ts`, line 9\. \[1\]/);
  });

  it("that no line gives is not explained", async () => {
    expect((await ask("What does “No such thing at all here” mean?")).answer).not.toMatch(
      /gives this message|stands in/,
    );
  });
});

it("tells two declarations apart by what each says, names and is used by", async () => {
  const { answer } = await ask("What is the difference between listBerths and closeBerth?");
  expect(answer.split("\n\n").slice(0, 3)).toEqual([
    "**`listBerths`** (function, `src/berths.ts`): GET /berths: lists berths \\| with (1) ships. [1]",
    "**`closeBerth`** (function, `src/berths.ts`): Closes a berth for repairs. [2]",
    "Only `closeBerth` of the two names `limit`. [3]",
  ]);
});

it("tells what tests hold a declaration to", async () => {
  expect(await ask("How is closeBerth tested?")).toEqual({
    answer: `- “refuses a berth without a number” (\`test/berths.test.ts\`, line 4) [1]

### What they test

- \`closeBerth\` (\`src/berths.ts\`) — Closes a berth for repairs. [2]`,
    cited: ["test/berths.test.ts:4-4", "src/berths.ts:6-7"],
  });
});

const nothingToSay =
  "The indexed code holds nothing that answers this. Name a function, a file, a setting or a feature to look for.";

it.each([
  ["Which settings control the weather?", "Nothing in the indexed code mentions “weather”."],
  ["Does it support Kubernetes?", "Nothing in the indexed code mentions “Kubernetes”."],
  ["", nothingToSay],
  ["???", nothingToSay],
])("says %j of what is not there", async (question, expected) => {
  expect(await ask(question)).toEqual({ answer: expected, cited: [] });
});
