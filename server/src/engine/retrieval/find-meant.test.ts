import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestContext, type TestContext } from "#server/engine/answers/testing/open-test-context.ts";
import { interpretQuestion, type QuestionPart } from "#server/engine/intent/interpret-question.ts";

import { findNamedPlace } from "./find-meant.ts";
import { findNamed } from "./find-named.ts";
import { findOwnPackage, ownPackages } from "./find-package.ts";
import { bareName, findNamedSettings, gatherSettings } from "./find-settings.ts";

const boat = "export class Boat {\n  steer() {}\n}\n\nexport function steer() {}\n";
const fleet: Record<string, string> = {
  "package.json": '{ "name": "fleet", "workspaces": ["packages/*"] }\n',
  "packages/hull/package.json": '{ "name": "@fleet/hull", "version": "1.0.0" }\n',
  "packages/hull/src/boat.ts": boat,
  "packages/hull/src/index.ts": "export * from './boat.ts';\n",
  "packages/rigging/package.json": '{ "name": "@fleet/ropes_and_knots" }\n',
  "packages/rigging/src/index.ts": "export const knots = 3;\n",
  "packages/rigging/src/config/limits.ts": "export const limits = {};\n",
  "examples/hull/package.json": '{ "name": "hull" }\n',
  "examples/hull/boat.ts": "export class Boat {\n  steer() {}\n}\n",
  "test/boat.ts": "export function test_steer() {}\n",
  "test/keel.ts": "export function keel() {}\n",
  "zone/keel.ts": "export function keel() {}\n",
  "docs/2024/plan.md": "# Plan\n\nSail north.\n",
  "src/server.ts": [
    "const port = process.env.HARBOUR_PORT ?? '8080';",
    "const host = process.env.HARBOUR_HOST;",
    "export const open = [port, host];",
    "",
  ].join("\n"),
  ".env.example": "# Where boats call in.\nHARBOUR_HOST=localhost\nHARBOUR_PORT=9000\n",
  "examples/lone.ts": "export const lone = process.env.LONE_SETTING;\n",
};
for (const name of ["a", "b", "c", "d", "e", "f", "g"]) fleet[`src/${name}/util.ts`] = `export const ${name} = 1;\n`;
const settings = [
  "package ledger",
  "",
  "// How long a captain may think.",
  'var timeOut = viper.GetInt("server.time-out")',
  'var maxSize = viper.GetInt("server.max_size")',
  "",
].join("\n");
const office = { "go.mod": "module example.org/sea/office\n\ngo 1.22\n", "ledger/book.go": settings };

let test: TestContext;
beforeAll(async () => {
  test = await openTestContext({ fleet, office });
});
afterAll(() => test.remove());

const partOf = (text: string): QuestionPart => {
  const [part] = interpretQuestion(text);
  if (!part) throw new Error("asks nothing");
  return part;
};

describe("the file or folder that a question names", () => {
  it.each([
    ["What does packages/hull/src/boat.ts do?", "fleet packages/hull/src/boat.ts"],
    ["What does `hull/src/boat.ts` do?", "fleet packages/hull/src/boat.ts"],
    ["What does `./src/server.ts` do?", "fleet src/server.ts"],
    ["What happens in `src/server.ts:2`?", "fleet src/server.ts"],
    ["What happens in `src/server.ts:2:7`?", "fleet src/server.ts"],
    ["What does `SERVER.ts` do?", "fleet src/server.ts"],
    ["What does `limits.ts` hold?", "fleet packages/rigging/src/config/limits.ts"],
    ["What does `src/server` do?", "fleet src/server.ts"],
    ["What does `book.go` do?", "office ledger/book.go"],
    ["What is in `packages/rigging/`?", "fleet packages/rigging, a folder"],
    ["What is in `packages/rigging`?", "fleet packages/rigging, a folder"],
    ["What is in the config folder?", "fleet packages/rigging/src/config, a folder"],
    ["What is in `docs/2024`?", "fleet docs/2024, a folder"],
    ["What is in `docs/2024/`?", "fleet docs/2024, a folder"],
    ["What does the `ledger` directory hold?", "office ledger, a folder"],
    // The code's own file comes before that of examples and tests.
    ["What does `boat.ts` do?", "fleet packages/hull/src/boat.ts"],
    // A name that so many files have names none of them.
    ["What does `util.ts` do?", null],
    ["What does `src/c/util.ts` do?", "fleet src/c/util.ts"],
    ["What does `missing.ts` do?", null],
    ["What does Boat do?", null],
    ["What is in `/`?", null],
  ])("%s", (text, expected) => {
    const found = findNamedPlace(test.context, partOf(text));
    expect(found && `${found.codebase.name} ${found.path}${found.isFolder ? ", a folder" : ""}`).toBe(expected);
  });
});

describe("the package that a question names", () => {
  it.each([
    ["What depends on the hull package?", "@fleet/hull in packages/hull"],
    ["What depends on the package hull?", "@fleet/hull in packages/hull"],
    ["What uses `@fleet/hull`?", "@fleet/hull in packages/hull"],
    ["What does the ropes-and-knots package do?", "@fleet/ropes_and_knots in packages/rigging"],
    ["What is the rigging workspace for?", "@fleet/ropes_and_knots in packages/rigging"],
    ["Who uses the fleet package?", "fleet in the root"],
    ["What is the ledger package for?", "ledger in ledger without a manifest"],
    ["What does the config folder hold?", "packages/rigging/src/config in packages/rigging/src/config without a manifest"],
    ["Which packages does this project use?", null],
    ["What does the anchor package do?", null],
    ["How does a boat steer?", null],
  ])("%s", (text, expected) => {
    const found = findOwnPackage(test.context, partOf(text));
    const location = found && `${found.name} in ${found.folder || "the root"}`;
    expect(found && `${location}${found.manifest === null ? " without a manifest" : ""}`).toBe(expected);
  }); // prettier-ignore

  it("is one of all that have a manifest", () => {
    expect(test.codebases.map((codebase) => ownPackages(codebase).map(({ name, folder }) => [name, folder]))).toEqual([
      [
        ["hull", "examples/hull"],
        ["fleet", ""],
        ["@fleet/hull", "packages/hull"],
        ["@fleet/ropes_and_knots", "packages/rigging"],
      ],
      [["example.org/sea/office", ""]],
    ]);
  });
});

describe("declarations of a name", () => {
  const namesOf = (name: string) =>
    findNamed(test.context, name).map(({ path, symbol }) => `${path} ${symbol.parent ?? ""}.${symbol.name}`);

  it.each([
    ["steer", ["packages/hull/src/boat.ts .steer", "packages/hull/src/boat.ts Boat.steer", "examples/hull/boat.ts Boat.steer"]],
    ["Boat.steer", ["packages/hull/src/boat.ts Boat.steer", "examples/hull/boat.ts Boat.steer", "packages/hull/src/boat.ts .steer"]],
    ["Boat#steer", ["packages/hull/src/boat.ts Boat.steer", "examples/hull/boat.ts Boat.steer", "packages/hull/src/boat.ts .steer"]],
    ["Boat", ["packages/hull/src/boat.ts .Boat", "examples/hull/boat.ts .Boat"]],
    ["keel", ["zone/keel.ts .keel", "test/keel.ts .keel"]],
    ["stee", []],
    ["boat", []],
    ["", []],
  ])("%s", (name, expected) => {
    expect(namesOf(name)).toEqual(expected);
  }); // prettier-ignore
});

describe("settings that a question names", () => {
  it.each([
    ["What is HARBOUR_PORT for?", ["HARBOUR_PORT"]],
    ["What is `harbour-port` for?", ["HARBOUR_PORT"]],
    ["What is harbour_port?", ["HARBOUR_PORT"]],
    ["Is harbour.port set?", ["HARBOUR_PORT"]],
    ["What do HARBOUR_PORT, and HARBOUR_HOST. do?", ["HARBOUR_HOST", "HARBOUR_PORT"]],
    // The last part of a dotted name, in another spelling.
    ["What is time-out?", ["server.time-out"]],
    ["What is max_size?", ["server.max_size"]],
    ["What is `max`?", []],
    ["What is the harbour port?", []],
    ["What is NO_SUCH_THING?", []],
    ["", []],
  ])("%s", async (text, expected) => {
    const found = await findNamedSettings(test.context, { ...partOf("What?"), text });
    expect(found.map(({ fact }) => fact.name).toSorted()).toEqual(expected);
  });

  it("are known once, by the declaration that says most", async () => {
    const all = await gatherSettings(test.context, "all");
    expect(all.map(({ fact, path }) => `${fact.name} in ${path}`).toSorted()).toEqual([
      "HARBOUR_HOST in src/server.ts",
      "HARBOUR_PORT in src/server.ts",
      "server.max_size in ledger/book.go",
      "server.time-out in ledger/book.go",
    ]);
  });

  it("have one bare name, however they are written", () => {
    expect(["max-memory.policy", "MAX_MEMORY_POLICY", "max memory:policy"].map(bareName)).toEqual(
      Array.from({ length: 3 }, () => "maxmemorypolicy"),
    );
  });
});
