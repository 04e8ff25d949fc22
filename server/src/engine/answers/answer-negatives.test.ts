import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** Code that has some of what is asked for, so that what it has not could be mistaken for it. */
const files: Record<string, string> = {
  "README.md": "# Quay\n\nQuay keeps berths for ships.\n",
  "package.json": '{\n  "name": "quay",\n  "scripts": { "start": "node src/server.ts" },\n  "dependencies": { "express": "5.0.0", "redis": "5.0.0" },\n  "devDependencies": { "vitest": "5.1.0" }\n}\n',
  "src/server.ts": 'import express from "express";\nimport { keepBerth, listBerths } from "./berths.ts";\n\nconst app = express();\napp.get("/berths", listBerths);\napp.post("/berths", keepBerth);\napp.listen(Number(process.env.QUAY_PORT ?? 4010));\n',
  "src/berths.ts": 'import { price } from "./price.ts";\n\n/** Lists the berths. */\nexport function listBerths(): number[] {\n  return [price(1)];\n}\n\n/** Keeps one berth for a ship. */\nexport function keepBerth(): void {\n  throw new Error("The berth is taken already");\n}\n\n/** Sinks a berth. Nobody does. */\nexport function sinkBerth(): void {}\n',
  "src/price.ts": "/** What a berth costs for a night, in cents. */\nexport function price(nights: number): number {\n  return nights * nightly;\n}\n\nconst nightly = 1200;\n",
  "src/ship.ts": "/** A ship with its name. */\nexport class Ship {\n  name = \"\";\n\n  /** Says its name. */\n  hail(): string {\n    return this.name;\n  }\n}\n",
  "db/schema.sql": "CREATE TABLE berths (\n  id TEXT PRIMARY KEY,\n  ship TEXT NOT NULL\n);\n",
  "test/price.test.ts": 'import { expect, it } from "vitest";\nimport { price } from "../src/price.ts";\n\nit("costs more for two nights than for one", () => expect(price(2)).toBe(2400));\n',
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("quay", [{ message: "Open the quay", files }]);
});
afterAll(() => indexed.remove());

async function ask(text: string) {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  return { answer, cited: sources.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`) };
}

describe("whether something is tested", () => {
  it("is answered by tests that use it, though none is named after it", async () => {
    expect(await ask("Is price tested?")).toEqual({
      answer: `No test is named after \`price\`, but tests use it:

- \`test/price.test.ts\` line 4: \`it("costs more for two nights than for one", () => expect(price(2)).toBe(2400));\` [1]

### What they test

- \`price\` (\`src/price.ts\`) — What a berth costs for a night, in cents. [2]`,
      cited: ["test/price.test.ts:4-4", "src/price.ts:1-2"],
    });
  });

  it.each(["Is sinkBerth tested?", "Are there tests for the ship?", "Is there a test for Ship?"])(
    "is denied where no test names or uses it: %s",
    async (question) => {
      const { answer } = await ask(question);
      expect(answer).toMatch(/^No test was found that is about this\. What it would be about:\n\n\*\*`(?:sinkBerth|Ship)`\*\*/);
      expect(answer).not.toMatch(/Yes|test\/price/);
    },
  ); // prettier-ignore
});

describe("whether something is used", () => {
  it.each(["Does anyone use sinkBerth?", "Is sinkBerth used anywhere?", "What calls sinkBerth?", "What breaks if I remove sinkBerth?"])(
    "is denied only of what was followed: %s",
    async (question) => {
      expect(await ask(question)).toEqual({
        answer: "**`sinkBerth`** (function, `src/berths.ts`, line 14) is named by no other line of the indexed code; it may be reached through a framework, by another repository, or not at all. [1]",
        cited: ["src/berths.ts:14-14"],
      });
    },
  ); // prettier-ignore

  it("is answered of a package by the manifest, also where no file imports it", async () => {
    const named = "`package.json` names `redis` in version `5.0.0`. [1]";
    for (const question of ["Does the app use redis?", "Who uses redis?", "Is redis used?"])
      expect(await ask(question)).toEqual({ answer: named, cited: ["package.json:4-4"] });
    expect(await ask("Does it use express?")).toEqual({
      answer: "`package.json` names `express` in version `5.0.0`. [1]\n\n1 file imports `express`:\n\n- `src/server.ts`, line 1 [2]",
      cited: ["package.json:4-4", "src/server.ts:1-1"],
    });
    expect((await ask("Does the app use postgres?")).answer).toBe("Nothing in the indexed code mentions “postgres”.");
  }); // prettier-ignore

  it("what would break by a change is looked for by what is changed, not by the words of the change", async () => {
    const { answer, cited } = await ask("What breaks if I remove price?");
    expect(answer).toMatch(/^\*\*`price`\*\* \(function, `src\/price\.ts`\)/);
    expect(answer).toMatch(/### Where it is used\n\n- in `listBerths` of `src\/berths\.ts` \[\d\]\n- in tests: 1 line/);
    expect(cited).toContain("src/berths.ts:5-5");
  });
});

describe("names that the code does not have", () => {
  it.each([
    ["Is `ghost` used anywhere?", "Nothing in the indexed code is called `ghost`."],
    ["What does ghost() do?", "Nothing in the indexed code is called `ghost`."],
    ["Compare keepBerth and ghostBerth", "Nothing in the indexed code is called `ghostBerth`."],
  ])("%s", async (question, answer) => {
    expect(await ask(question)).toEqual({ answer, cited: [] });
  });

  it("something that is called nearly so is offered, and not taken for it", async () => {
    const { answer } = await ask("What is the difference between keepBerth and keepBerths?");
    expect(answer).toMatch(/^Nothing in the indexed code is called `keepBerths`\. Closest are:\n\n- `keepBerth` in/);
  });

  it("nothing is compared with what only sounds like the other name", async () => {
    const { answer } = await ask("Compare listBerths and nightPrice");
    expect(answer).toMatch(/^Nothing in the indexed code is called `nightPrice`\./);
    expect(answer).not.toContain("```");
  });

  it("something is not compared with itself", async () => {
    expect((await ask("Compare keepBerth and keepBerth")).answer).not.toMatch(/### `keepBerth`[\s\S]*### `keepBerth`/);
  });

  it("a message that nobody gives is explained by no other", async () => {
    const { answer } = await ask("What does the error 'The moon is full today' mean?");
    expect(answer).toMatch(/^Nothing in the indexed code mentions “moon”\./);
    expect(answer).not.toContain("gives this message");
  });
});

describe("what is there", () => {
  it("a message is explained by the lines that give it, what they belong to and who uses that", async () => {
    expect(await ask("What does the error 'The berth is taken already' mean?")).toEqual({
      answer: `\`keepBerth\` gives this message in \`src/berths.ts\`, line 10. [1]

\`\`\`typescript
export function keepBerth(): void {
  throw new Error("The berth is taken already");
}
\`\`\`

[2]

**\`keepBerth\`**: Keeps one berth for a ship. [3]

### Where \`keepBerth\` is used

- \`src/server.ts\` line 6: \`app.post("/berths", keepBerth);\` [4]`,
      cited: ["src/berths.ts:10-10", "src/berths.ts:9-11", "src/berths.ts:8-9", "src/server.ts:6-6"],
    });
  });

  it.each(["How many tables are there?", "Which tables have a ship?"])("tables are told, not limits: %s", async (question) => {
    expect(await ask(question)).toEqual({
      answer: "**`berths`** is a table with 2 fields in `db/schema.sql` [1]\n\n- `id`: `text` [2]\n- `ship`: `text` [3]",
      cited: ["db/schema.sql:1-4", "db/schema.sql:2-2", "db/schema.sql:3-3"],
    });
  }); // prettier-ignore

  it("are endpoints and packages by their number too", async () => {
    expect((await ask("How many endpoints does it have?")).answer).toMatch(/^The code answers 2 endpoints:/);
    expect((await ask("How many dependencies are there?")).answer).toMatch(/^`package\.json` \(\w+\) names:/);
  });

  it("a declaration that a question names is not called the closest", async () => {
    const { answer } = await ask("Does keepBerth throw?");
    expect(answer).toMatch(/^\*\*`keepBerth`\*\* \(function, `src\/berths\.ts`\): Keeps one berth for a ship\. \[1\]/);
  });

  it("one commit is one commit", async () => {
    expect((await ask("Who changed the price?")).answer).toContain("Found is 1 commit by Ada Example.");
  });
});
