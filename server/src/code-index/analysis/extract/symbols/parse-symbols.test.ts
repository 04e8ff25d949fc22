import { describe, expect, it } from "vitest";

import { factsOf, symbolsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("TypeScript", () => {
  it("reads every kind of declaration and what of it is exported", async () => {
    const text = `import { z } from "zod";

export type Id = string;
export interface Store<T> {
  get(id: Id): T | null;
}
export enum Level { Low, High }
export declare function load(id: Id): void;
export abstract class Base<T> implements Store<T> {
  static #count = 0;
  private cache = new Map();
  handler = async (id: Id) => this.get(id);
  constructor(private readonly name: string) { super(); }
  abstract get(id: Id): T | null;
  protected hidden() {}
  get size(): number { return 0; }
  async *[Symbol.asyncIterator]() {}
}
export const MAX = 3, MIN = 1;
export const onSave: (id: Id) => void = (id) => {};
export const pick = <T,>(items: T[]): T | undefined => items[0];
let counter = 0;
export default function main() {}
namespace Inner {
  export const x = 1;
  export function deep() {}
}
`;
    expect(await symbolsOf("src/a.ts", text)).toEqual([
      "type Id 3-3 exported",
      "interface Store 4-6 exported",
      "enum Level 7-7 exported",
      "function load 8-8 exported",
      "class Base 9-18 exported",
      "method Base.handler 12-12 exported",
      "method Base.constructor 13-13 exported",
      "method Base.get 14-14 exported",
      "method Base.hidden 15-15",
      "method Base.size 16-16 exported",
      "method Base.[Symbol.asyncIterator] 17-17 exported",
      "constant MAX 19-19 exported",
      "constant MIN 19-19 exported",
      "function onSave 20-20 exported",
      "function pick 21-21 exported",
      "variable counter 22-22",
      "function main 23-23 exported",
      "module Inner 24-27",
      "constant Inner.x 25-25 exported",
      "function Inner.deep 26-26 exported",
    ]);
  });

  it("finds what is exported by a clause, under its own name", async () => {
    const text = `const a = 1;
function b() {}
class C {}
type D = string;
const e = () => {};
export { a, b as renamed };
export type { D };
export default C;
`;
    expect(await symbolsOf("src/a.ts", text)).toEqual([
      "constant a 1-1 exported",
      "function b 2-2 exported",
      "class C 3-3 exported",
      "type D 4-4 exported",
      "function e 5-5",
    ]);
  });

  it("names a default export that has no name", async () => {
    expect(await symbolsOf("src/a.ts", `export default defineConfig({ a: 1 });\n`)).toEqual([
      "constant default 1-1 exported",
    ]);
    expect(await symbolsOf("src/a.ts", `export default async (request) => {\n  return 1;\n};\n`)).toEqual([
      "function default 1-3 exported",
    ]);
  });

  it("reads methods of objects that are kept in a variable", async () => {
    const text = `export const api = {
  list() {},
  add: async (x) => x,
  path: "/x",
};
const resolvers = { Query: { users: () => [] } };
`;
    expect(await symbolsOf("src/a.ts", text)).toEqual([
      "constant api 1-5 exported",
      "method api.list 2-2 exported",
      "method api.add 3-3 exported",
      "constant resolvers 6-6",
    ]);
  });

  it("takes no declaration inside of functions, strings and comments", async () => {
    const text = `export function outer() {
  const inner = 1;
  return inner;
}
const text = \`
export function written() {}
\`;
// function former() {}
/* class Old {} */
`;
    expect(await symbolsOf("src/a.ts", text)).toEqual(["function outer 1-4 exported", "constant text 5-7"]);
  });

  it.each([
    ["a function", `export async function load(id: Id, { deep = false }: Options = {}): Promise<Page> {\n}\n`, "async function load(id: Id, { deep = false }: Options = {}): Promise<Page>"],
    ["a function over lines", `function load(\n  id: Id, // whose\n  deep: boolean,\n): void {\n}\n`, "function load( id: Id, // whose deep: boolean, ): void"],
    ["an arrow", `export const add = (a: number, b: number): number => a + b;\n`, "const add = (a: number, b: number): number"],
    ["a class", `export class Cats extends Animals<Cat> implements Pets {\n}\n`, "class Cats extends Animals<Cat> implements Pets"],
    ["a constant", `const table = {\n  a: 1,\n};\n`, "const table"],
    ["a type", `type Id = string | number;\n`, "type Id = string | number"],
    ["a long one", `function a(${"argument: string, ".repeat(30)}) {}\n`, `${`function a(${"argument: string, ".repeat(30)}`.slice(0, 199)}…`],
  ])("shows the signature of %s without its body", async (_name, text, expected) => {
    expect((await factsOf("src/a.ts", text)).symbols[0]?.signature).toBe(expected);
  }); // prettier-ignore
});

describe("components", () => {
  it("tells components from other functions that begin with a capital", async () => {
    const text = `export function Card({ title }: CardProps) {
  return <p>{title}</p>;
}
const Badge: FC = () => <span />;
export const Input = forwardRef<HTMLInputElement, Props>((props, ref) => <input ref={ref} />);
const Row = memo(function Row() { return <tr />; });
function Parse(text: string): number {
  return Number(text);
}
export function useThing() { return <p />; }
`;
    expect(await symbolsOf("src/Card.tsx", text)).toEqual([
      "component Card 1-3 exported",
      "component Badge 4-4",
      "component Input 5-5 exported",
      "component Row 6-6",
      "function Parse 7-9",
      "function useThing 10-10 exported",
    ]);
  });

  it("reads the script of single-file components, at its own lines", async () => {
    const vue = `<script lang="ts">
export const shared = 1;
</script>

<script setup lang="ts">
const props = defineProps<{ title: string }>();
function submit() {}
</script>

<template><form @submit="submit" /></template>
`;
    expect(await symbolsOf("src/Form.vue", vue)).toEqual([
      "constant shared 2-2 exported",
      "constant props 6-6",
      "function submit 7-7",
    ]);
    expect(await symbolsOf("src/Form.svelte", `<p>x</p>\n<script>\n  export let name;\n</script>\n`)).toEqual([
      "variable name 3-3 exported",
    ]);
    expect(await symbolsOf("src/pages/index.astro", `---\nconst posts = await load();\n---\n<h1>a</h1>\n`)).toEqual([
      "constant posts 2-2",
    ]);
    expect(await symbolsOf("src/Plain.vue", `<template><p>function no() {}</p></template>\n`)).toEqual([]);
  });
});

describe("JavaScript", () => {
  it("reads CommonJS exports, prototypes and private members", async () => {
    const text = `var app = exports = module.exports = {};
app.init = function init() {};
exports.query = (text) => run(text);
function helper() {}
class Queue {
  #items = [];
  static of(...items) {}
  #grow() {}
  push = (item) => {};
}
function* walk() {}
module.exports = Queue;
`;
    expect(await symbolsOf("lib/app.js", text)).toEqual([
      "variable app 1-1",
      "function init 2-2",
      "function query 3-3 exported",
      "function helper 4-4",
      "class Queue 5-10 exported",
      "method Queue.of 7-7 exported",
      "method Queue.#grow 8-8",
      "method Queue.push 9-9 exported",
      "function walk 11-11",
    ]);
  });
});

describe("positions", () => {
  it("counts lines alike with any line end and after characters of several bytes", async () => {
    const lines = ["// größe 🚢", "export const ü = 1;", "export function läuft() {", "  return '日本';", "}", ""];
    const expected = ["constant ü 2-2 exported", "function läuft 3-5 exported"];
    expect(await symbolsOf("src/a.ts", lines.join("\n"))).toEqual(expected);
    expect(await symbolsOf("src/a.ts", lines.join("\r\n"))).toEqual(expected);
    expect(await symbolsOf("src/a.ts", `\uFEFF${lines.join("\n")}`)).toEqual(expected);
  });

  it("keeps the lines of what follows long bodies", async () => {
    const body = Array.from({ length: 50 }, (_, at) => `  step(${at}, "}");`).join("\n");
    const text = `export function first() {\n${body}\n}\n\nexport const second = () => {\n${body}\n};\nexport class Last {}\n`;
    expect(await symbolsOf("src/a.ts", text)).toEqual([
      "function first 1-52 exported",
      "function second 54-105 exported",
      "class Last 106-106 exported",
    ]);
  });

  it("reads what it can of a file that does not parse", async () => {
    const text = `export function good() {}\nexport class Broken {\n  method( {\n`;
    expect(await symbolsOf("src/a.ts", text)).toContain("function good 1-1 exported");
    expect((await factsOf("src/a.ts", text)).problem).toBeNull();
  });
});
