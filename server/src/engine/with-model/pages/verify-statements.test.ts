import { afterAll, beforeAll, expect, it } from "vitest";

import { checkEvidence, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { statementsOf } from "./page-statements.ts";
import { verifyStatements } from "./verify-statements.ts";

const filler = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `    step(${from + at})`);
const books = [
  "from app import route, editor",
  "",
  '@route("/books/merge")',
  "@editor",
  "def merge(books):",
  ...filler(6, 35),
  "    return merged(books)",
  "",
  '@route("/books/list")',
  "def list_books():",
  "    return all_books()",
  ...Array.from({ length: 30 }, () => ""),
  "def later():",
  "    return merge([])",
];

let repository: IndexedFiles;
let asked: { system: string; content: string }[];

beforeAll(async () => {
  repository = await indexFiles("library", [
    {
      message: "Begin",
      files: {
        "books.py": `${books.join("\n")}\n`,
        "README.md": `${Array.from({ length: 20 }, (_, at) => `Paragraph ${at + 1}.`).join("\n")}\n`,
        "keys.py": `password = "hunter2-hunter2"\nlimit = 3\nkey = """-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADAN\n".repeat(12)}-----END PRIVATE KEY-----"""\nsize = 4\n`,
        ".env.example": "LIMIT=3\nSESSION_TOKEN=abcdefgh-1234\n",
      },
    },
  ]);
});
afterAll(() => repository.remove());

/** What is asked of one who finds these problems, with what comes of it. */
async function compare(content: string, cited: [path: string, startLine: number, endLine: number][], reply = "{}") {
  asked = [];
  const { repositoryId, reader } = repository;
  const sources: CheckedEvidence[] = [];
  for (const [path, startLine, endLine] of cited) {
    const one = await checkEvidence(new Map([[repositoryId, reader]]), { repositoryId, path, startLine, endLine });
    if (one === null) throw new Error(`${path} has no such lines`);
    sources.push(one);
  }
  const claims = statementsOf(content).map((statement) => ({
    statement,
    sources: statement.numbers.flatMap((number) => sources[number - 1] ?? []),
  }));
  return await verifyStatements(claims, {
    repositories: new Map([[repositoryId, repository]]),
    maxLines: 4_000,
    ask: (request) => {
      asked.push(request);
      return Promise.resolve(reply);
    },
  });
}

const content = () => asked.map((one) => one.content).join("\n");

it("cited lines are shown in their place: marked, with their neighbours and the head of what they are in", async () => {
  await compare("Merging runs 20 steps. [1]", [["books.py", 20, 25]]);
  expect(content()).toContain("1. Merging runs 20 steps.\n   cites F1:20-25");
  expect(content()).toMatch(
    /3 {2}@route\("\/books\/merge"\)\n4 {2}@editor\n5 {2}def merge\(books\):\n…\n10 {6}step\(10\)/,
  );
  expect(content()).toContain("20>     step(20)");
  expect(content()).toMatch(/35 {6}step\(35\)$/m);
  expect(content()).not.toContain("step(8)");
});

it("a neighbour that is another way is shown, and where else the file speaks of what a claim names", async () => {
  await compare("All of `books.py` asks for an editor before `merge`. [1]", [["books.py", 30, 36]]);
  expect(content()).toMatch(/38 {2}@route\("\/books\/list"\)\n39 {2}def list_books/);
  expect(content()).toMatch(/^72 {6}return merge\(\[\]\)/m);
});

it("a long declaration is shown to its end", async () => {
  await compare("Merging gives back what was merged. [1]", [["books.py", 5, 36]]);
  expect(content()).toContain("36>     return merged(books)");
});

it("lines that several claims cite are shown once", async () => {
  await compare("One. [1]\n\nTwo. [2]", [["books.py", 5, 12], ["books.py", 8, 14]]); // prettier-ignore
  expect(asked).toHaveLength(1);
  expect(content().match(/step\(10\)/g)).toHaveLength(1);
  expect(content()).toContain("2. Two.\n   cites F1:8-14");
});

it("items and rows are read with what they stand under, and what leads to a list is compared with all of it", async () => {
  await compare(
    "Errors mostly do not stop the caller:\n\n- merging goes on [1]\n\n| What | Who may |\n| --- | --- |\n| merge | editors [2] |",
    [["books.py", 5, 9], ["books.py", 3, 5]],
  ); // prettier-ignore
  expect(content()).toContain("1. Errors mostly do not stop the caller:\n   cites F1:5-9");
  expect(content()).toContain("under: Errors mostly do not stop the caller:");
  expect(content()).toContain("3. | merge | editors |\n   under: | What | Who may |\n   cites F1:3-5");
});

it("more than fits one request is asked side by side, and problems come back with their statements", async () => {
  const problem = { problems: [{ claim: 1, verdict: "unsupported", why: "One case." }] };
  const claims = Array.from({ length: 3 }, (_, at) => `Claim ${at}. [${at + 1}]`).join("\n\n");
  const cited = [["books.py", 1, 40], ["README.md", 1, 20], ["books.py", 71, 72]] as [string, number, number][]; // prettier-ignore
  const refused = await compare(claims, cited, JSON.stringify(problem));
  expect(asked.length).toBeGreaterThan(0);
  expect(refused?.map(({ statement }) => statement.text)).toHaveLength(asked.length);
  expect(refused?.[0]).toMatchObject({ verdict: "unsupported", why: "One case.", statement: { text: "Claim 0. [1]" } });
});

it("no verdict of one request is no verdict", async () => {
  expect(await compare("One. [1]", [["books.py", 5, 12]], "All good!")).toBeNull();
});

it("documents show a few paragraphs around", async () => {
  await compare("It says so. [1]", [["README.md", 10, 10]]);
  expect(content()).toMatch(/^7 {2}Paragraph 7\.$/m);
  expect(content()).not.toMatch(/Paragraph 6\./);
});

it("neighbours are no way to secrets", async () => {
  await compare("The limit is 3, the size 4, the setting 3. [1][2][3]", [
    ["keys.py", 2, 2],
    ["keys.py", 17, 17],
    [".env.example", 1, 1],
  ]);
  expect(content()).toContain("2> limit = 3");
  expect(content()).toContain("17> size = 4");
  expect(content()).not.toMatch(/hunter2|MIIEv|abcdefgh/);
});

it("what an example proves is asked for, and what neighbours take back", async () => {
  await compare("One. [1]", [["books.py", 5, 12]]);
  expect(asked[0]?.system).toMatch(/tells an example as the rule/);
  expect(asked[0]?.system).toMatch(/leaves out a condition/);
});
