import { describe, expect, it } from "vitest";

import { extractFacts } from "#server/code-index/analysis/extract/extract-facts.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { readNotebook } from "./read-notebook.ts";
import { readSourceText } from "./source-text.ts";

interface Cell {
  cell_type: string;
  source: string[] | string;
  outputs?: unknown[];
}

const cells: Cell[] = [
  { cell_type: "markdown", source: ["# Tides\n", "\n", "Says when a ship may \"leave\"."] },
  {
    cell_type: "code",
    outputs: [{ data: { "image/png": "iVBORw0KGgo", source: ["no words of anybody"] } }],
    source: ["%pip install pandas\n", "import pandas\n", "\n", "def low_water(path):\n", "    return pandas.read_csv(path)\n"],
  },
  { cell_type: "raw", source: ["left alone"] },
]; // prettier-ignore

const metadata = { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } };

function notebookOf(of: Cell[], indent?: number): string {
  return JSON.stringify({ cells: of, metadata, nbformat: 4 }, null, indent);
}

/** The lines that say something, by their number in the file. */
function spoken(text: string): Record<number, string> {
  return Object.fromEntries(text.split("\n").flatMap((line, at) => (line === "" ? [] : [[at + 1, line]])));
}

function factsOf(text: string) {
  return extractFacts({ path: "analysis/tides.ipynb", bytes: Buffer.from(text) });
}

describe("a notebook", () => {
  it.each([1, 2])("is read cell by cell on the lines that hold it, indented by %i", (indent) => {
    const text = notebookOf(cells, indent);
    const lineOf = (part: string): number => text.split("\n").findIndex((line) => line.includes(part)) + 1;
    const notebook = readNotebook(readSourceText(text, "jupyter"));
    expect(spoken(notebook?.prose.text ?? "")).toEqual({
      [lineOf("# Tides")]: "# Tides",
      [lineOf("Says when")]: 'Says when a ship may "leave".',
    });
    expect(spoken(notebook?.code.text ?? "")).toEqual({
      [lineOf("import pandas")]: "import pandas",
      [lineOf("def low_water")]: "def low_water(path):",
      [lineOf("return pandas")]: "    return pandas.read_csv(path)",
    });
    expect(notebook?.code.language).toBe("python");
    expect(notebook?.all.text).not.toMatch(/iVBOR|no words/);
  });

  it.each([
    ["its kind stands behind its text", [{ source: ["def low():\n", "    return 1"], cell_type: "code" }, { source: ["# Tides"], cell_type: "markdown" }], ["def low():", "    return 1"], ["# Tides"]],
    ["it is for another program", [{ cell_type: "code", source: ["%%writefile app.py\n", "def other():\n", "    pass"] }, { cell_type: "code", source: ["%%time\n", "low()"] }], ["low()"], []],
    ["its text is one string", [{ cell_type: "code", source: ["low()"] }, { cell_type: "markdown", source: "# One" }], ["low()"], ["# One"]],
  ])("is read although of a cell %s", (_, of, code, prose) => {
    const notebook = readNotebook(readSourceText(notebookOf(of, 1), "jupyter"));
    expect(Object.values(spoken(notebook?.code.text ?? ""))).toEqual(code);
    expect(Object.values(spoken(notebook?.prose.text ?? ""))).toEqual(prose);
  }); // prettier-ignore

  it("says its own language", () => {
    const widgets = JSON.stringify({ state: "x".repeat(6000) });
    const text = notebookOf(cells, 1)
      .replace('"language": "python"', '"language": "R"')
      .replace(/\n \},\n "nbformat/, `,\n  "widgets": ${widgets}$&`);
    expect(text.length - text.indexOf("kernelspec")).toBeGreaterThan(6000);
    expect(readNotebook(readSourceText(text, "jupyter"))?.code.language).toBe("r");
  });

  it.each([
    ["one line", notebookOf(cells)],
    ["nothing", "{}\n"],
    ["text that is none", '  "cell_type": "code",\n  "source": [\n    "open'],
  ])("is none where it is %s", (_, text) => {
    expect(readNotebook(readSourceText(text, "jupyter"))).toBeNull();
  });

  it("is read in a time that grows with a line of quotes that nothing closes", () => {
    const text = notebookOf([{ cell_type: "code", source: ["low()"] }], 1).replace(
      '"low()"',
      `"${'\\"'.repeat(60_000)}`,
    );
    const elapsed = startCpuClock();
    readNotebook(readSourceText(text, "jupyter"));
    expect(elapsed()).toBeLessThan(1_000);
  });

  it("gives the index its functions, packages and headings", async () => {
    const text = notebookOf(cells, 1);
    const facts = await factsOf(text);
    expect(facts.symbols.map(({ name, kind }) => [kind, name])).toEqual([["function", "low_water"]]);
    expect(facts.imports.map(({ specifier }) => specifier)).toEqual(["pandas"]);
    expect(facts.sections.map(({ heading, text: words }) => [heading, words])).toEqual([
      ["Tides", 'Says when a ship may "leave".'],
    ]);
    expect(facts.problem).toBeNull();
  });
});
