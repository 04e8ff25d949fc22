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
  const { texts, note } = await lookUp("search_lines", { pattern: "export const quay" });
  expect(texts).toHaveLength(6);
  expect(note).toContain("At least 3 more lines match");
  expect((await lookUp("search_lines", { pattern: "quay7" })).note).toBe("");
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
