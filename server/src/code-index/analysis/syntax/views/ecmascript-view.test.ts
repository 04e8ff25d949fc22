import { describe, expect, it } from "vitest";

import { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";

async function view(language: string, text: string): Promise<CodeView> {
  const seen = await new WholeTree(readSourceText(text, language)).view();
  if (seen === null) throw new Error("no view");
  return seen;
}

/** Every node, outer ones first. */
function nodesIn({ s }: CodeView, node = 0): number[] {
  return [node, ...s.children(node).flatMap((child) => nodesIn({ s } as CodeView, child))];
}

describe("what modules bring in and give out", () => {
  it.each([
    [`import boats, { tides as t } from "./x";`, ["boats=./x#default", "t=./x#tides"]],
    [`import * as all from "y";`, ["all=y#*"]],
    [`import fs = require("fs");`, ["fs=fs#default"]],
    [`const { Router: R, json } = require("express");`, ["R=express#Router", "json=express#json"]],
    [`const boats = await import("./boats");`, ["boats=./boats#*"]],
    [`export { a as b } from "./d";`, ["b=./d#a"]],
    [`export * from "./e"; export * as q from "./q";`, ["*=./e#*", "q=./q#*"]],
  ])("reads %s", async (text, expected) => {
    const seen = await view("typescript", text);
    const found = nodesIn(seen).flatMap((node) => seen.importsOf(node) ?? []);
    expect(found.map(({ local, specifier, name }) => `${local}=${specifier}#${name}`)).toEqual(expected);
  });

  it.each([
    [`export default boats;`, ["default=boats"]],
    [`export { boats as fleet };`, ["fleet=boats"]],
    [`export default function boats() {}`, ["default=function boats() {}"]],
    [`export function boats() {}`, []],
    [`module.exports = boats; exports.tides = 1; module.exports.docks = 2;`, ["default=boats", "tides=1", "docks=2"]],
    [`export = boats;`, ["default=boats"]],
  ])("reads %s", async (text, expected) => {
    const seen = await view("typescript", text);
    const found = nodesIn(seen).flatMap((node) => seen.assignmentsOf(node) ?? []);
    expect(found.map(({ target, value }) => `${seen.nameOf(target)}=${seen.s.textOf(value)}`)).toEqual(expected);
  });
});

describe("classes", () => {
  const text = `
@Controller("boats")
export class Boats extends Base<Boat> implements Docked {
  @Inject() private store: Store = open();
  constructor(@Inject(X) private readonly log: Log, other: Other) {}
  @Get(":id") @UseGuards(Owner)
  find(@Param() { id, from = 1 }: Query): Promise<Boat> {}
}`;
  it.each(["typescript", "tsx"])("are seen with what stands above them, in %s", async (language) => {
    const seen = await view(language, text);
    const type = nodesIn(seen).flatMap((node) => seen.classOf(node) ?? [])[0];
    expect(type?.name).toBe("Boats");
    expect(type?.bases.map((one) => seen.s.textOf(one))).toEqual(["Base", "Docked"]);
    expect(type?.decorators?.map((one) => seen.s.textOf(one))).toEqual([`Controller("boats")`]);
    const fields = seen.fieldsOf(type?.body ?? 0);
    expect(fields.map(({ name, type: of, decorators }) => [name, of, decorators.length])).toEqual([
      ["store", "Store", 1],
      ["log", "Log", 1],
    ]);
    const find = nodesIn(seen)
      .flatMap((node) => seen.functionOf(node) ?? [])
      .find(({ name }) => name === "find");
    expect(find?.decorators?.map((one) => seen.s.textOf(one))).toEqual([`Get(":id")`, "UseGuards(Owner)"]);
    expect(find).toMatchObject({ self: "this", returns: "Promise<Boat>", isPublic: true });
    expect(find?.parameters[0]).toMatchObject({ name: "", parts: [{ name: "id" }, { name: "from" }] });
  });

  it("are seen in JavaScript, too", async () => {
    const seen = await view("javascript", `class A extends require("x").B { static p = 1; #q; @Get() m() {} }`);
    const type = nodesIn(seen).flatMap((node) => seen.classOf(node) ?? [])[0];
    expect(type?.bases.map((one) => seen.s.textOf(one))).toEqual([`require("x").B`]);
    expect(seen.fieldsOf(type?.body ?? 0).map(({ name }) => name)).toEqual(["p", "q"]);
  });
});

it("expressions are seen through what stands around them", async () => {
  const seen = await view(
    "typescript",
    `const a = (await (b as C))!; x = \`/a/\${id}\` + "b\\/c"; y = { ...z, a: 1, b() {}, c };`,
  );
  const values = nodesIn(seen)
    .flatMap((node) => seen.assignmentsOf(node) ?? [])
    .map(({ value }) => seen.unwrap(value));
  expect(seen.nameOf(values[0] ?? 0)).toBe("b");
  expect(seen.sumOf(values[1] ?? 0)?.map((side) => seen.textOf(side, (part) => `<${seen.s.textOf(part)}>`))).toEqual([
    "/a/<id>",
    "b/c",
  ]);
  expect([...(seen.entriesOf(values[2] ?? 0)?.keys() ?? [])]).toEqual(["a", "b", "c"]);
});
