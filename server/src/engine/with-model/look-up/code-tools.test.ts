import { afterAll, beforeAll, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { createCodeTools } from "./code-tools.ts";

const paragraph = `Board shows boats. ${"It tells what the crews report. ".repeat(12)}It is hosted by the port itself.`;
const annotated = `package api

// Delay adds a report.
// swagger:operation POST /delay delay addDelay
//
// Adds a report.
//
//	---
//	produces: [application/json]
//	responses:
//	  200:
//	    description: Ok
func Delay() int {
	return 5
}

// Quiet tells how long nobody is told.
//
// It is the same for all boats,
// for those that sail at night,
// and for those that wait
// because another one is late.
//
// Nobody ever asked for more.
//
func Quiet() int {
	return 5
}
`;

let repository: IndexedFiles;
beforeAll(async () => {
  const files = {
    "api/delay.go": annotated,
    "README.md": `# Board\n\n${paragraph}\n`,
    "api/long.go": `package api\n\nfunc Long() {\n${"\tstep()\n".repeat(80)}}\n\nfunc step() {}\n`,
    "lib/slipway.rb": "class Slipway\n  def haul\n    1\n  end\nend\n",
    "config/jobs.yml": "nightly:\n  class: Slipway\n",
    ...Object.fromEntries(
      Array.from({ length: 14 }, (_, at) => [
        `berths/berth${at + 10}.sql`,
        "create unique index berth on berths (id);\n",
      ]),
    ),
    "config/names.json": `{"names": "${"a long name, ".repeat(40)}"}\n`,
    "src/quays.ts": Array.from({ length: 9 }, (_, at) => `export const quay${at} = ${at};\n\n\n\n`).join(""),
  };
  repository = await indexFiles("board", [{ message: "First", files }]);
});
afterAll(() => repository.remove());

async function lookUp(name: string, input: object) {
  const subject = { name: "Board", scopes: [openScope(repository, "/")], service: null, services: [] };
  const tool = createCodeTools(subject, new AbortController().signal).find((one) => one.name === name);
  const { passages, note } = (await tool?.run(input)) ?? { passages: [], note: "no such look-up" };
  return { texts: passages.map(({ text }) => text), note };
}

it("says that more lines match than it shows", async () => {
  const { texts, note } = await lookUp("search_lines", { pattern: "step(", paths: "api/long.go" });
  expect(texts.length).toBeGreaterThan(0);
  expect(note).toContain("At least 41 more lines of these files match");
  expect((await lookUp("search_lines", { pattern: "quay7" })).note).toBe("");
});

it("says that files were not looked at once enough of them match", async () => {
  const { texts, note } = await lookUp("search_lines", { pattern: "create unique" });
  expect(texts).toHaveLength(12);
  expect(note).toMatch(/^\(The search ended with berths\/berth21\.sql, as 12 files match/);
  expect((await lookUp("search_lines", { pattern: "create unique", paths: "berths/berth1*" })).note).toBe("");
});

it("marks where a long line is cut", async () => {
  const [text = ""] = (await lookUp("read_file", { path: "config/names.json" })).texts;
  expect(text).toMatch(/a long … \(\d+ more characters\)$|… \(\d+ more characters\)$/);
  const [short = ""] = (await lookUp("read_file", { path: "lib/slipway.rb" })).texts;
  expect(short).not.toContain("more characters");
});

it("names what lies beside a file that is not there", async () => {
  const { note } = await lookUp("read_file", { path: "api/delays.go" });
  expect(note).toBe("There is no file api/delays.go. In api/ there are: api/delay.go, api/long.go.");
  expect((await lookUp("read_file", { path: "lib/boats/slip.rb" })).note).toContain(
    "In lib/ there are: lib/slipway.rb.",
  );
  expect((await lookUp("read_file", { path: "nowhere/slipway.rb" })).note).toMatch(
    /Files of that name: lib\/slipway\.rb\. At the top there are: README\.md/,
  );
});

it("shows a declaration with what people wrote about it, without what describes it to programs", async () => {
  const [api = ""] = (await lookUp("find_symbol", { name: "Delay" })).texts;
  expect(api).toMatch(/^func Delay/);
  const [quiet = ""] = (await lookUp("find_symbol", { name: "Quiet" })).texts;
  expect(quiet).toMatch(/^\/\/ Quiet tells how long/);
});

it("shows the whole of a document's paragraph, which stands on one line", async () => {
  const { texts } = await lookUp("read_file", { path: "README.md" });
  expect(texts.join("\n")).toContain("hosted by the port itself");
});

it("shows more lines of few files, so that a file can be surveyed", async () => {
  const { texts } = await lookUp("search_lines", { pattern: "export const quay", paths: "src/*.ts" });
  expect(texts).toHaveLength(9);
});

it("says when the time ran out, because what was not looked at is not absent", async () => {
  const late = { ...repository, index: { ...repository.index, findLines: () => Promise.resolve(outOfTime) } };
  const subject = { name: "Board", scopes: [openScope(late, "/")], service: null, services: [] };
  const tool = createCodeTools(subject, new AbortController().signal).find((one) => one.name === "search_lines");
  expect((await tool?.run({ pattern: "ldap" }))?.note).toMatch(/^\(The time ran out before all files/);
});

const outOfTime = {
  files: [],
  matchedFiles: 0,
  matchedLines: 0,
  isCutOff: true,
  isOutOfTime: true,
  unsearchedFiles: [],
};

it("says that a declaration goes on behind what is shown", async () => {
  const { note } = await lookUp("find_symbol", { name: "Long" });
  expect(note).toMatch(/^`Long` of api\/long\.go goes on to line 84\.$/);
});

it("shows the lines that say a name where no use of it could be followed", async () => {
  const { texts, note } = await lookUp("find_references", { name: "Slipway" });
  expect(texts.join("\n")).toContain("class: Slipway");
  expect(note).toMatch(/No use could be followed/);
});

it("takes a dot for the top", async () => {
  expect((await lookUp("list_files", { folder: "." })).note).toContain("README.md");
  expect((await lookUp("list_files", { folder: "./api/" })).note).toContain("api/delay.go");
});
