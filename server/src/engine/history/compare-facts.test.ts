import { describe, expect, it } from "vitest";

import { factsOf } from "#server/code-index/testing/facts-as-text.ts";
import { toLines } from "#server/engine/evidence/evidence.ts";

import type { ReadFile } from "./code-history.ts";
import { compareFacts, type FilePair } from "./compare-facts.ts";

const read = async (path: string, text: string | null): Promise<ReadFile | null> =>
  text === null ? null : { facts: await factsOf(path, text), lines: toLines(text) };

const pair = async (path: string, before: string | null, after: string | null): Promise<FilePair> => ({
  path,
  oldPath: null,
  before: await read(path, before),
  after: await read(path, after),
});

/** "kind what name path:first-last". */
const changesOf = (...pairs: FilePair[]): string[] =>
  compareFacts(pairs).map(
    ({ kind, what, name, path, startLine, endLine }) => `${kind} ${what} ${name} ${path}:${startLine}-${endLine}`,
  );

const sail = "export function hoist() {\n  return 1;\n}\n";

describe("declarations", () => {
  it.each<[string, string | null, string | null, string[]]>([
    ["that came are cited as they are now", sail, `${sail}\nexport function lower() {}\n`, ["added symbol lower a.ts:5-5"]],
    ["that went are cited as they were", `${sail}\nexport function lower() {}\n`, sail, ["removed symbol lower a.ts:5-5"]],
    ["whose lines became others have changed", sail, sail.replace("1", "2"), ["changed symbol hoist a.ts:1-3"]],
    ["that only moved within the file have not", sail, `// Sails.\n\n${sail}`, []],
    ["are all new in a new file", null, sail, ["added symbol hoist a.ts:1-3"]],
    ["are all gone with a file", sail, null, ["removed symbol hoist a.ts:1-3"]],
    ["are none of a file that could not be read", null, null, []],
    ["have not changed where only line ends did", sail, sail.replaceAll("\n", "\r\n"), []],
    [
      "of a class are named after it, and change it",
      "class Boat {\n  steer() {\n    return 1;\n  }\n}\n",
      "class Boat {\n  steer() {\n    return 2;\n  }\n}\n",
      ["changed symbol Boat a.ts:1-5", "changed symbol Boat.steer a.ts:2-4"],
    ],
    ["of one letter are too small to be told", "", "export function f() {}\n", []],
    ["named like something every object has are told", "", "function constructor() {}\nfunction toString() {}\n", ["added symbol constructor a.ts:1-1", "added symbol toString a.ts:2-2"]],
  ])("%s", async (_, before, after, expected) => {
    expect(changesOf(await pair("a.ts", before, after))).toEqual(expected);
  }); // prettier-ignore

  it("that are overloads are one thing, and change when any of them does", async () => {
    const overloads = (type: string) =>
      `export function pay(sum: number): void;\nexport function pay(sum: ${type}): void;\nexport function pay(sum: unknown) {}\n`;
    expect(changesOf(await pair("a.ts", overloads("string"), overloads("bigint")))).toEqual([
      "changed symbol pay a.ts:1-1",
    ]);
  });

  it("that moved to another file are neither new nor gone", async () => {
    const pairs = [await pair("a.ts", sail, ""), await pair("b.ts", "", `${sail}export function lower() {}\n`)];
    expect(changesOf(...pairs)).toEqual(["added symbol lower b.ts:4-4"]);
  });

  it("of a renamed file are cited under the name it had where they stood", async () => {
    const renamed = await pair("new.ts", `${sail}export function lower() {}\n`, sail.replace("1", "2"));
    expect(changesOf({ ...renamed, oldPath: "old.ts" })).toEqual([
      "changed symbol hoist new.ts:1-3",
      "removed symbol lower old.ts:4-4",
    ]);
  });
});

describe("calls over HTTP", () => {
  const routes = (...paths: string[]) =>
    `import express from "express";\nconst app = express();\n${paths.map((path) => `app.get(${path}, list);\n`).join("")}`;

  it("came and went by method and path", async () => {
    const found = changesOf(await pair("api.js", routes('"/boats"'), routes('"/crews"')));
    expect(found).toEqual(["added endpoint GET /crews api.js:3-3", "removed endpoint GET /boats api.js:3-3"]);
  });

  it("are not gone while their path still stands in the file", async () => {
    const other = 'const boats = "/boats";\nregister(boats);\n';
    expect(changesOf(await pair("api.js", routes('"/boats"'), other))).not.toContainEqual(
      expect.stringContaining("removed endpoint"),
    );
  });
});

describe("settings", () => {
  const settingsOf = async (before: string | null, after: string | null) =>
    changesOf(await pair("a.py", before, after)).filter((change) => change.includes(" setting "));

  it.each([
    ["", 'import os\nport = os.getenv("PORT")\n', ["added setting PORT a.py:2-2"]],
    ['port = os.getenv("PORT")\n', "", ["removed setting PORT a.py:1-1"]],
    // Still read, in a way of its own.
    ['port = os.getenv("PORT")\n', 'port = load("PORT")\n', []],
    ['port = os.getenv("PORT")\n', 'port = os.getenv("PORT", "80")\n', []],
  ])("from %j to %j", async (before, after, expected) => {
    expect(await settingsOf(before, after)).toEqual(expected);
  });
});
