import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { narrowScope, openScope } from "./open-scope.ts";

const java = (name: string) => `package org.quay.samples.board;\n\npublic class ${name} {\n}\n`;
const files = {
  "board/src/main/java/org/quay/samples/board/boat/Boat.java": java("Boat"),
  "board/src/main/java/org/quay/samples/board/crew/Crew.java": java("Crew"),
  "board/src/main/java/org/quay/samples/board/Board.java": java("Board"),
  "board/src/test/java/org/quay/samples/board/boat/BoatTests.java": java("BoatTests"),
  "board/src/test/java/com/other/OtherTests.java": java("OtherTests"),
  "gulls/src/main/kotlin/dev/gulls/call/Call.kt": "package dev.gulls.call\n\nclass Call\n",
  "web/src/app/main.ts": "export const app = 1;\n",
};

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("board", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

describe("a path for readers", () => {
  it.each([
    ["board/src/main/java/org/quay/samples/board/boat/Boat.java", "board/src/main/…/boat/Boat.java"],
    ["board/src/main/java/org/quay/samples/board/boat", "board/src/main/…/boat"],
    ["board/src/main/java/org/quay/samples/board", "board/src/main/…"],
    ["board/src/test/java/org/quay/samples/board/boat/BoatTests.java", "board/src/test/…/boat/BoatTests.java"],
    ["board/src/test/java/com/other/OtherTests.java", "board/src/test/java/com/other/OtherTests.java"],
    ["gulls/src/main/kotlin/dev/gulls/call/Call.kt", "gulls/src/main/…/Call.kt"],
    ["web/src/app/main.ts", "web/src/app/main.ts"],
  ])("leaves out the package that a module shares: %s", (path, short) => {
    expect(openScope(repository, "/").shorten(path)).toBe(short);
  });

  it("begins at the scope's own folder, also inside the packages", () => {
    const boat = "board/src/main/java/org/quay/samples/board/boat/Boat.java";
    expect(openScope(repository, "/board/src/main").shorten(boat)).toBe("…/boat/Boat.java");
    expect(openScope(repository, "/board/src/main/java/org/quay").shorten(boat)).toBe("samples/board/boat/Boat.java");
  });
});

it("takes no package for a folder of samples, wherever the scope begins", () => {
  const names = (folder: string) => openScope(repository, folder).sources.map(({ path }) => path.split("/").at(-1));
  expect(names("/board")).toEqual(["Board.java", "Boat.java", "Crew.java"]);
  expect(names("/board/src/main")).toEqual(["Board.java", "Boat.java", "Crew.java"]);
});

it("narrows to some files, and forgets what was found in all", () => {
  const scope = openScope(repository, "/");
  expect(scope.once("count", () => scope.files.length)).toBe(7);
  const narrow = narrowScope(scope, new Set(["web/src/app/main.ts"]));
  expect(narrow.sources.map(({ path }) => path)).toEqual(["web/src/app/main.ts"]);
  expect(narrow.once("count", () => narrow.files.length)).toBe(1);
});
