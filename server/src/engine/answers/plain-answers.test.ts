import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "README.md": "# Quay\n\nQuay keeps berths for ships. Set `QUAY_PORT` before the start.\n\n## Getting started\n\n```sh\nnpm start\n```\n",
  "package.json": '{\n  "name": "quay",\n  "scripts": { "start": "node src/server.ts", "test": "vitest run" },\n  "dependencies": { "express": "5.0.0", "redis": "5.0.0" }\n}\n',
  "src/server.ts": 'import express from "express";\nimport { keepBerth, listBerths } from "./berths.ts";\n\nconst app = express();\napp.get("/berths", listBerths);\napp.post("/berths", keepBerth);\n/** Port of the office. */\nconst port = process.env.QUAY_PORT ?? "4010";\napp.listen(Number(port));\n',
  "src/berths.ts": 'import { nightlyPrice } from "./price.ts";\n\n/** Lists the berths that are free, see `nightlyPrice()` and src/price.ts. */\nexport function listBerths(): number[] {\n  return [nightlyPrice(1)];\n}\n\n/** Keeps one berth for a ship. */\nexport function keepBerth(): void {\n  if (nightlyPrice(1) > 9000) throw new Error("The berth is too dear");\n}\n\nexport function undocumented_thing(): void {\n  keepBerth();\n}\n',
  "src/price.ts": "/** What a berth costs for a night, in cents: `nights * 1200`. */\nexport function nightlyPrice(nights: number): number {\n  return nights * 1200;\n}\n",
  "db/schema.sql": "CREATE TABLE berths (\n  id TEXT PRIMARY KEY,\n  ship_name TEXT NOT NULL\n);\n",
  "test/price.test.ts": 'import { expect, it } from "vitest";\nimport { nightlyPrice } from "../src/price.ts";\n\nit("costs more for two nights than for one", () => expect(nightlyPrice(2)).toBe(2400));\n',
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("quay", [{ message: "Open the quay", files }]);
});
afterAll(() => indexed.remove());

const ask = (text: string) => askCodebase(indexed.codebase, { text, lens: "non-technical" });

describe("an answer for somebody who reads no code", () => {
  it.each([
    ["What does this product do?", "Quay keeps berths for ships. [1]"],
    ["Which settings are there?", "- “Quay port” can be set (4010 unless changed): Port of the office. [1]"],
    ["Who uses nightlyPrice?", "- “List berths” relies on it. [1]"],
    ["What breaks if I remove nightlyPrice?", "- “List berths” relies on it. [1]"],
    ["Explain src/berths.ts", "**Keep berth**: Keeps one berth for a ship. [1]"],
    ["What does Kubernetes do?", "Nothing in the indexed code mentions “Kubernetes”."],
    ["Which endpoints are there?", "- “Berths” can be asked for from outside. [1]\n- “Berths” can be asked for from outside: Keeps one berth for a ship. [2]"],
    ["Where is the price computed?", "Nothing was found in documents, screens, settings and tests that surely tells this. Nearest to it in the code stand these lines: [1][2][3]"],
  ])("%s", async (question, answer) => {
    expect((await ask(question)).text).toBe(answer);
  }); // prettier-ignore

  it("what only hands work on is not passed off as what does it", async () => {
    const { text } = await ask("What does undocumented_thing do?");
    expect(text).toMatch(/^“Undocumented thing” hands the work to “keep berth”: Keeps one berth for a ship\. \[1\]/);
  });

  it("a comment that speaks of code is not told, and that nothing tells it is said", async () => {
    const { text } = await ask("How is the price computed?");
    expect(text).toMatch(/^Nothing was found in documents, screens, settings and tests that surely tells this\./);
  }); // prettier-ignore

  it("what nobody tests is not said to be checked", async () => {
    const { text } = await ask("Is keepBerth tested?");
    expect(text).toMatch(
      /^No automatic check was found that is about this\. What it would be about:\n\n\*\*Keep berth\*\*: /,
    );
  });

  it.each([
    "How does keepBerth work?",
    "What does undocumented_thing do?",
    "What does the error 'The berth is too dear' mean?",
    "What is the difference between keepBerth and listBerths?",
    "Which tables are there?",
    "Which libraries are used?",
    "How do I run it?",
    "How do I run the tests?",
    "Is the price tested?",
    "Which tests are there?",
    "Who changed the price?",
    "Does it use redis?",
    "What is QUAY_PORT?",
    "Which files import src/price.ts?",
    "Hi! When can I book a berth?",
  ])("holds no code, no path and no name as code writes it, and cites what it says: %s", async (question) => {
    const { text, sources } = await ask(question);
    expect(text).not.toBe("");
    expect(text).not.toMatch(/`|\.ts\b|\.sql\b|\bsrc\b|[a-z][A-Z]|\w_\w|=>|\(\)/);
    if (!/^(?:Nothing|No) /.test(text)) expect(sources.length).toBeGreaterThan(0);
    const marks = [...text.matchAll(/\[(\d+)\]/g)].map(([, mark]) => Number(mark));
    expect([...new Set(marks)]).toEqual(sources.map((_, at) => at + 1));
  });
});

describe("where the tests are", () => {
  it("is told by folder with the longest files", async () => {
    const { text, sources } = await askCodebase(indexed.codebase, { text: "Which tests are there?" });
    expect(text).toBe("There is 1 file of tests:\n\n- `test`, 1 file: `test/price.test.ts` [1]");
    expect(sources).toMatchObject([{ path: "test/price.test.ts", startLine: 1, endLine: 1 }]);
  });

  it("is cut where there are many, and says how many more", async () => {
    const of = (folder: number, file: number) => [`pkg/p${folder}/test/t${file}.test.ts`, `export {};\n${"//\n".repeat(file)}`];
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, folder) => Array.from({ length: folder === 7 ? 5 : 1 }, (__, file) => of(folder, file))).flat());
    const other = await indexCodebase("many", [{ message: "Begin", files: many }]);
    const { text } = await askCodebase(other.codebase, { text: "What is tested?" });
    const lines = text.split("\n");
    expect(lines[0]).toBe("There are 16 files of tests:");
    expect(lines.filter((line) => line.startsWith("- `"))).toHaveLength(10);
    expect(lines[2]).toBe("- `pkg/p7/test`, 5 files, such as `pkg/p7/test/t4.test.ts`, `pkg/p7/test/t3.test.ts` and `pkg/p7/test/t2.test.ts` [1][2][3]");
    expect(lines.at(-1)).toMatch(/^- and in 2 more folders \[\d+\]\[\d+\]$/);
    await other.remove();
  }); // prettier-ignore
});
