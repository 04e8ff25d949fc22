import { describe, expect, it } from "vitest";

import { extractFacts } from "#server/code-index/analysis/extract/extract-facts.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";

import { cutBodies } from "./cut-bodies.ts";
import { typescriptGrammar } from "./ecmascript.ts";

const style = typescriptGrammar.bodies;
if (style === undefined) throw new Error("TypeScript has no style of bodies");

const cut = (text: string) => cutBodies(readSourceText(text, "typescript"), style);

async function symbolsOf(text: string): Promise<SymbolFact[]> {
  return (await extractFacts({ path: "a.ts", bytes: Buffer.from(text) })).symbols;
}

const body = (indent: string): string => `${indent}one();\n${indent}two("}");\n${indent}three();\n`;

describe("cutBodies", () => {
  it("leaves out bodies and finds the way back to the whole text", () => {
    const text = `class A {\n  m({\n    a,\n  }: P): void {\n${body("    ")}  }\n}\nconst f = () => {\n${body("  ")}};\nconst last = 1;\n`;
    const { text: short, toWhole } = cut(text);
    expect(short).toBe(`class A {\n  m({\n    a,\n  }: P): void {  }\n}\nconst f = () => {};\nconst last = 1;\n`);
    for (const word of ["class A", "m({", "const f", "const last"])
      expect(toWhole(short.indexOf(word))).toBe(text.indexOf(word));
  });
  it.each([
    ["declarations stand inside", `function outer() {\n${body("  ")}  function inner() {}\n}\n`],
    ["the layout does not tell the end", `function a() {\n${body("  ")}  } function b() {\n${body("  ")}\n`],
    ["a class opens", `class A extends mixin(B) {\n${body("  ")}}\n`],
    ["a condition opens", `if (ready()) {\n${body("  ")}}\n`],
  ])("cuts nothing where %s", (_name, text) => {
    expect(cut(text)).toMatchObject({ text, isCut: false });
  });
});

describe("symbols of a text that was cut", () => {
  it("keeps their lines", async () => {
    const symbols = await symbolsOf(
      `export function a(): void {\n${body("  ")}}\n\n/** Second. */\nexport class B {\n  m() {\n${body("    ")}  }\n}\n`,
    );
    expect(symbols.map(({ name, startLine, endLine, signature }) => [name, startLine, endLine, signature])).toEqual([
      ["a", 1, 5, "function a(): void"],
      ["B", 8, 14, "class B"],
      ["m", 9, 13, "m()"],
    ]);
    expect(symbols[1]?.doc?.text).toBe("Second.");
  });
  it("are those of the whole text where the cut went wrong", async () => {
    const text = `function a() {\n  if (x) {\n    one();\n    two();\n    three();\n}\n  last();\n}\nfunction b() {}\n`;
    expect((await symbolsOf(text)).map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`)).toEqual([
      "a 1-8",
      "b 9-9",
    ]);
  });
});
