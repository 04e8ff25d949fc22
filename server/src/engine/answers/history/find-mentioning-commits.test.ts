import { describe, expect, it } from "vitest";

import { openAnswerContext } from "#server/engine/answer-context/answer-context.ts";

import { findHolding, findInBodies, findInSubjects } from "./find-mentioning-commits.ts";

const commit = (subject: string, body = "") => ({
  oid: subject,
  authorName: "Ada",
  authoredAt: "2026-01-02T03:04:05Z",
  subject,
  body,
});
const context = openAnswerContext([], { emit: () => undefined, signal: new AbortController().signal, focus: null });

const subjects = [
  "Drop support for Python 2.7",
  "Python 3 is the default",
  "Move to python-v2 bindings",
  "Print 12 python lines, 20 more",
  "Python 27 lines",
  "Replace the C++ bridge",
  "Replaced bridges of wood",
  "Rename cart to cartridge",
  "Über Fähren",
  "Use es-toolkit (again)",
].map((subject) => commit(subject));

describe("a word of a question", () => {
  it.each([
    [["python 2"], ["Drop support for Python 2.7", "Move to python-v2 bindings"]],
    [["python 2.7"], ["Drop support for Python 2.7"]],
    [["python"], ["Drop support for Python 2.7", "Python 3 is the default", "Move to python-v2 bindings", "Print 12 python lines, 20 more", "Python 27 lines"]],
    [["bridge"], ["Replace the C++ bridge", "Replaced bridges of wood"]],
    [["replace", "wood"], ["Replaced bridges of wood"]],
    [["c++"], ["Replace the C++ bridge"]],
    [["cart"], ["Rename cart to cartridge"]],
    [["es-toolkit"], ["Use es-toolkit (again)"]],
    [["fähre"], ["Über Fähren"]],
    [["(again"], ["Use es-toolkit (again)"]],
    [["anchor"], []],
  ])("is found in its forms and beside its number: %j", async (wanted, found) => {
    expect((await findInSubjects(context, subjects, wanted)).map(({ words }) => words)).toEqual(found);
  }); // prettier-ignore

  it("is told apart from the other words of a subject", async () => {
    const holding = await findHolding(context, subjects, ["python", "wood"]);
    expect(holding.map(({ commit: { subject }, held }) => [subject, ...held])).toEqual([
      ["Drop support for Python 2.7", true, false],
      ["Python 3 is the default", true, false],
      ["Move to python-v2 bindings", true, false],
      ["Print 12 python lines, 20 more", true, false],
      ["Python 27 lines", true, false],
      ["Replaced bridges of wood", false, true],
    ]);
  });
});

describe("a message", () => {
  it.each([
    ["in one sentence", "We had bridges. Lodash went, as `es-toolkit` is a tenth of it.", "Lodash went, as `es-toolkit` is a tenth of it."],
    ["in one point", "- Bridges\n- Replaced lodash by\n  es-toolkit\n- Others", "Replaced lodash by es-toolkit"],
  ])("speaks of what it holds %s", async (_, body, words) => {
    const found = await findInBodies(context, [commit("X", body)], ["lodash", "es-toolkit"]);
    expect(found.map((one) => one.words)).toEqual([words]);
  }); // prettier-ignore

  it.each([
    ["in two sentences", "Lodash went. We use es-toolkit."],
    ["in a trailer", "Co-authored-by: lodash es-toolkit <a@b.c>"],
    ["not at all", ""],
  ])("does not speak of what it holds %s", async (_, body) => {
    expect(await findInBodies(context, [commit("lodash es-toolkit", body)], ["lodash", "es-toolkit"])).toEqual([]);
  });
});
