import { expect, it } from "vitest";

import { judgeTypeNames } from "./judge-type-names.ts";

it("refuses a type named with a vague word, wherever in the name it stands", () => {
  const text = "export interface FilePlace {\n}\ntype AskedTimes = number;\nclass StopKeeper {\n}\n";
  expect(judgeTypeNames([{ path: "server/src/a.ts", text }])).toEqual([
    'server/src/a.ts: the type FilePlace says "Place"; say what it is',
    'server/src/a.ts: the type AskedTimes says "Asked"; say what it is',
    'server/src/a.ts: the type StopKeeper says "Keeper"; say what it is',
  ]);
});

it("accepts words that only begin like a vague one", () => {
  const text = "interface PlaceholderProps {\n}\ntype Foundation = string;\ntype Roommate = string;\n";
  expect(judgeTypeNames([{ path: "web/src/a.tsx", text }])).toEqual([]);
});

it("refuses two types of one name in a package, and allows them in two packages", () => {
  const text = "interface Scope {\n}\n";
  const sources = ["server/src/a.ts", "server/src/b.ts", "web/src/c.ts"].map((path) => ({ path, text }));
  expect(judgeTypeNames(sources)).toEqual(["Scope is declared in server/src/a.ts and server/src/b.ts"]);
});

it("leaves classes of examples alone, and sees what is declared after them", () => {
  const text = "/** Like `Found`. */\nconst example = `\nclass Found {\n}\n`;\ninterface FilePlace {\n}\n";
  expect(judgeTypeNames([{ path: "server/src/a.ts", text }])).toEqual([
    'server/src/a.ts: the type FilePlace says "Place"; say what it is',
  ]);
});

it("leaves types inside functions and text alone", () => {
  const text = 'function run() {\n  type Place = string;\n}\nconst code = "interface Found {}";\n';
  expect(judgeTypeNames([{ path: "server/src/a.ts", text }])).toEqual([]);
});
