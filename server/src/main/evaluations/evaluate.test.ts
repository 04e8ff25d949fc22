import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestRepository } from "#server/testing/git-repository.ts";

let repository: Awaited<ReturnType<typeof createTestRepository>>;
const commits: string[] = [];

beforeAll(async () => {
  repository = await createTestRepository();
  const first = {
    "src/delay.ts":
      "/** Minutes a boat is late. */\nexport const delayMinutes = (plan: number, now: number) => now - plan;\n",
    "src/tide.ts": "export function readTide(station: string) {\n  return station;\n}\n",
    "README.md": "# Boats\n\nShows delays.\n",
  };
  commits.push(await repository.commit("Show boats", first));
  commits.push(
    await repository.commit("Read the tide of a station", { "src/tide.ts": "export const readTide = 1;\n" }),
  );
  commits.push(await repository.commit("Count delay minutes", { "src/delay.ts": "export const delayMinutes = 2;\n" }));
});
afterAll(() => repository.remove());

/** Runs `cairn eval` as an operator would, with what is given on its standard input. */
async function evaluate(args: readonly string[], input: readonly object[] = []) {
  const program = fileURLToPath(new URL("../cairn.ts", import.meta.url));
  const child = spawn(process.execPath, [program, "eval", ...args], { stdio: "pipe" });
  child.stdin.end(input.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const [out, error] = [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join(""));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, lines: ((await out) ?? "").trim().split("\n"), error: (await error) ?? "" };
}

it("ranks files for questions of standard input, and tells its times on standard error", async () => {
  const questions = [
    { id: "a", query: "how late is a boat" },
    { id: 7, query: "qqqq" },
  ];
  const { lines, error } = await evaluate(
    ["rank", "--git-dir", repository.path, "--commit", commits[0] ?? ""],
    questions,
  );
  const answers = lines.map((line) => JSON.parse(line) as { id: unknown; ranked: string[] });
  expect(answers.map(({ id }) => id)).toEqual(["a", 7]);
  expect(answers[0]?.ranked[0]).toBe("src/delay.ts");
  expect(answers[1]?.ranked.toSorted()).toEqual(["src/delay.ts", "src/tide.ts"]);
  expect(JSON.parse(error)).toMatchObject({
    files: 3,
    queries: 2,
    indexMs: expect.any(Number),
    floorMs: expect.any(Number),
  });
});

it("finds all lines of a pattern", async () => {
  const patterns = [
    { id: 1, pattern: "DELAYS?", regex: true, ignoreCase: true },
    { id: 2, pattern: "(", regex: false },
    { id: 3, pattern: "(", regex: true },
  ];
  const { lines } = await evaluate(["grep", "--git-dir", repository.path, "--commit", commits[0] ?? ""], patterns);
  const answers = lines.map((line) => JSON.parse(line) as { lines: string[]; error?: string });
  expect(answers[0]?.lines).toEqual(["README.md:3", "src/delay.ts:2"]);
  expect(answers[1]?.lines).toEqual(["src/delay.ts:2", "src/tide.ts:1"]);
  expect(answers[2]).toMatchObject({ lines: [], error: expect.any(String) });
});

it("measures a push and compares it with an index built anew", async () => {
  const [from = "", , to = ""] = commits;
  const { lines } = await evaluate(["push", "--git-dir", repository.path, "--from", from, "--to", to]);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ from, to, parsedBlobs: 2, isEqual: true, differences: [] });
});

it("judges the search by a team's own history", async () => {
  const { lines } = await evaluate(["own", repository.path]);
  expect(lines[0]).toMatch(/^1 commits since .*, whole messages/);
  expect(lines[1]).toContain("100.0 %");
});

it("asks for past changes in the words of their authors", async () => {
  const { lines } = await evaluate(["changes", repository.path, "--json"]);
  const judged = lines.map((line) => JSON.parse(line) as { form: string; asked: string; cited: string[] });
  expect(judged.map(({ form }) => form)).toEqual([
    "message, statement",
    "message, question",
    "subject, statement",
    "subject, question",
  ]);
  for (const one of judged) {
    expect(one).toMatchObject({ asked: expect.stringMatching(/read the tide of a station/i), gold: ["src/tide.ts"] });
    expect(one.cited).toContain("src/tide.ts");
  }
});

it("leads settled issues to the files that settled them", async () => {
  const file = path.join(repository.path, "..", `${path.basename(repository.path)}-issues.json`);
  const issue = { repository: repository.path, issue: 7, commit: commits[2] ?? "" };
  const about = { ...issue, title: "[Bug] A boat is late by a wrong count of minutes", body: "### OS\nLinux" };
  const unknown = { ...issue, title: "Order a coffee machine", body: "" };
  await writeFile(file, JSON.stringify([about, unknown]));
  const { lines } = await evaluate(["locations", file, "--verbose"]);
  await rm(file);
  expect(lines).toEqual([
    `1 ${repository.path} #7 [Bug] A boat is late by a wrong count of minutes`,
    "  changed: src/delay.ts",
    "    src/delay.ts:2 delayMinutes",
    `- ${repository.path} #7 Order a coffee machine (not-in-code)`,
    "  changed: src/delay.ts",
    `${repository.path}: 2 issues, a changed file among the first 1, 5 and 10: 50.0 % 50.0 % 50.0 %`,
    "all: 2 issues, a changed file among the first 1, 5 and 10: 50.0 % 50.0 % 50.0 %",
    "1 without any location",
    expect.stringMatching(/^([1-9]\d*) of \1 cited lines stand in git as cited$/),
    expect.stringMatching(/ ms each, 95th percentile /),
  ]);
});

it("says what it cannot use", async () => {
  const wrong = await evaluate(["rank", "--git-dir", repository.path, "--commit", commits[0] ?? ""], [{ id: 1 }]);
  expect(wrong).toMatchObject({ code: 1, error: expect.stringContaining("Line 1 of the input cannot be used") });
  const incomplete = await evaluate(["push", "--git-dir", repository.path]);
  expect(incomplete).toMatchObject({ code: 1, lines: expect.arrayContaining([expect.stringContaining("eval push")]) });
});

it("compares facts of the code with what the repository lists itself", async () => {
  const own = await createTestRepository();
  await own.commit("Serve boats", {
    "openapi.yaml":
      "openapi: 3.1.0\nservers: [{ url: 'https://{host}/v1' }]\npaths:\n  /boats: { get: {} }\n  /tides/{day}: { get: {} }\n",
    "db/schema.rb":
      'create_table "boats" do |t|\n    t.string "name"\n  end\n  create_table "harbours", id: false do |t|\n    t.string "code"\n  end\n',
    "src/server.ts":
      'import express from "express"; const app = express(); app.get("/v1/boats", list);\napp.post("/v1/boats", add);\n',
    "db/boats.sql": "CREATE TABLE boats (\n  id integer,\n  title text\n);\n",
  });
  const { lines } = await evaluate(["facts", own.path]);
  await own.remove();
  const [name, ...found] = lines.map((line) => line.trim());
  expect(name).toBe(path.basename(own.path));
  expect(found).toEqual([
    "endpoints: precision 50.0 %, recall 50.0 % (1 of 2 found, 2 listed in openapi.yaml)",
    "+ POST /v1/boats  src/server.ts:2",
    "- GET /v1/tides/{}",
    "tables: precision 100.0 %, recall 50.0 % (1 of 1 found, 2 listed in db/schema.rb)",
    "- harbours",
    "columns: precision 50.0 %, recall 33.3 % (1 of 2 found, 3 listed in db/schema.rb)",
    "+ boats.title  db/boats.sql:3",
    "- boats.name",
    "- harbours.code",
    "relations: precision none, recall none (0 of 0 found, 0 listed in db/schema.rb)",
  ]);
});

it("prints the answers to a list of questions, and keeps the index where it is told to", async () => {
  const questions = path.join(repository.path, "questions.txt");
  const index = path.join(repository.path, "kept");
  await writeFile(questions, "Where is delayMinutes?\n\nplain: How late is a boat?\n");
  for (let time = 0; time < 2; time += 1) {
    const { lines, code } = await evaluate(["asked", repository.path, "--questions", questions, "--index", index]);
    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith("# "))).toEqual([
      "# Where is delayMinutes?",
      "# plain: How late is a boat?",
    ]);
    expect(lines.join("\n")).toMatch(
      /In `src\/delay\.ts`, line 1: \*\*`delayMinutes`\*\*[\s\S]*- \[1\] src\/delay\.ts:1-1/,
    );
    expect(lines.at(-1)).toMatch(/^whole answer ms /);
  }
  await Promise.all([rm(questions), rm(index, { recursive: true })]);
});
