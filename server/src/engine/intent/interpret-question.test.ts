import { describe, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { questionIn, comparedIn, interpretQuestion, quotedIn, withAllWords } from "./interpret-question.ts";

it.each([
  ["How are delays computed?", "explain", ["delays", "computed"]],
  ["Where is the retry limit?", "where", ["retry", "limit"]],
  ["Who calls parseClock?", "uses", ["parse", "clock"]],
  ["Which libraries are used?", "dependencies", []],
  ["What endpoints does the API have?", "endpoints", []],
  ["How do I run it locally?", "run", []],
  ["What environment variables exist?", "configuration", []],
  ["What does this project do?", "overview", []],
  ["Give me an overview", "overview", []],
  ["What does this do?", "overview", []],
  ["What is it for?", "overview", []],
  ["Which parts is it made of?", "overview", []],
  ["Who wrote the importer?", "history", ["importer"]],
  ["What tables are there?", "data", []],
  ["How is the importer tested?", "tests", ["importer"]],
  ["Why are old boats hidden?", "explain", ["old", "boats", "hidden"]],
])("%s asks to %s", (text, kind, words) => {
  const [part] = interpretQuestion(text);
  expect(part?.kind).toBe(kind);
  expect(part?.terms.map(({ word }) => word)).toEqual(words);
});

it.each([
  ["What does `board.row()` do?", ["board.row"]],
  ["explain src/api/board.ts please", ["src/api/board.ts"]],
  ["what is MAX_DELAY", ["MAX_DELAY"]],
  ["does toDeparture() sort?", ["toDeparture"]],
  ["How does it sort?", []],
  ["what does `npm run build` do", ["npm run build"]],
  ["see src/a/b.ts, and README.md.", ["src/a/b.ts", "README.md"]],
  ["does $scope.apply() wait", ["$scope.apply"]],
  ["is --dry-run safe", ["dry-run"]],
  ["what is in lib/ and @acme/core", ["lib/", "@acme/core"]],
  ["parseClock, parseClock and `parseClock`", ["parseClock"]],
  ["how does __init__ set user.name", ["__init__", "user.name"]],
  ["how are errors, e.g. timeouts and/or aborts, i.e. failures, shown", []],
  ["is 24/7 or 1_000 or 1.2.3 a limit", []],
  ["what is https://example.org/a_b/cD.ts?x=y_z", []],
  ["`" + "x".repeat(201) + "`", []],
])("finds the names in: %s", (text, names) => {
  expect(interpretQuestion(text)[0]?.names).toEqual(names);
});

it("takes a message apart, and gives a later part the subject of the one before", () => {
  const parts = interpretQuestion("How does the importer work, and where is it tested?");
  expect(parts.map(({ kind }) => kind)).toEqual(["explain", "tests"]);
  expect(parts[1]?.terms.map(({ word }) => word)).toEqual(["importer"]);
});

it("takes this for what was spoken of before, and for the whole where nothing was", () => {
  const [part] = interpretQuestion("What does it do?", ["Where is the importer?"]);
  expect([part?.kind, part?.terms.map(({ word }) => word)]).toEqual(["explain", ["importer"]]);
});

it("looks back for a subject, but only when the question points back", () => {
  const earlier = ["How does the importer work?", "And why?"];
  expect(interpretQuestion("Where is it?", earlier)[0]?.terms.map(({ word }) => word)).toEqual(["importer"]);
  expect(interpretQuestion("What does this project do?", earlier)[0]?.terms).toEqual([]);
});

describe("terms", () => {
  it("a turn of phrase is one term, and met by the words that code has for it", () => {
    const [part] = interpretQuestion("How do users log in at the same time?");
    expect(part?.terms.map(({ word, isPhrase = false }) => [word, isPhrase])).toEqual([
      ["users", false],
      ["login", true],
      ["concurrent", true],
    ]);
    expect(part?.terms[2]?.synonyms).toContain("parallel");
  });

  it.each([
    ["How many tables are there?", []],
    ["How many frameworks may one file name?", ["limit", "frameworks", "name"]],
    ["How many rows may one file hold?", ["limit", "rows", "hold"]],
  ])("what is counted is no limit: %s", (text, words) => {
    expect(interpretQuestion(text)[0]?.terms.map(({ word }) => word)).toEqual(words);
  });

  it("the sentence before a question counts, and less than the question", () => {
    expect(relevance("We import tariffs nightly. Why is the import slow?")).toEqual([
      [
        ["import", 1],
        ["slow", 1],
        ["tariffs", 0.6],
        ["nightly", 0.6],
      ],
    ]);
  });

  it("a part that names nothing itself takes the subject of the first one with full weight", () => {
    const [first, second] = interpretQuestion("How do refunds work? And how many does it use otherwise?");
    expect(first?.about).toBeUndefined();
    expect(second?.about).toBe("How do refunds work");
    expect(second?.terms.map(({ word, relevance: weight = 1 }) => [word, weight])).toContainEqual(["refunds", 1]);
  });

  it("no question has endless terms and names", () => {
    const many = Array.from({ length: 60 }, (_, at) => `boat${at}Name`).join(" ");
    const [part] = interpretQuestion(many);
    expect([part?.terms.length, part?.names.length]).toEqual([24, 12]);
  });

  it("words that only ask for a kind of answer are left out, unless all are wanted", () => {
    const [part] = interpretQuestion("Which settings does the mailer have?");
    expect(part?.terms.map(({ word }) => word)).toEqual(["mailer"]);
    expect(part && withAllWords(part).terms.map(({ word }) => word)).toEqual(["settings", "mailer"]);
  });
});

describe("a question that points back", () => {
  const earlier = ["How does the importer work?", "What is a `Berth`?", "And why?"];

  it.each([
    ["Where is it?", ["berth"]],
    ["and why?", ["berth"]],
    ["Show me more", ["berth"]],
    ["What about the parser?", ["parser"]],
    ["Why does that happen, and where is the limit?", ["berth"]],
    ["Why would anybody in the world do such?", ["world"]],
  ])("%s", (text, words) => {
    expect(interpretQuestion(text, earlier)[0]?.terms.map(({ word }) => word)).toEqual(words);
  });

  it("has no subject where nothing was asked before", () => {
    expect(interpretQuestion("Where is it?")[0]?.terms).toEqual([]);
    expect(interpretQuestion("Where is it?", ["Hi", "And why?"])[0]?.terms).toEqual([]);
    expect(interpretQuestion("", earlier)).toEqual([]);
  });
});

describe("what a question compares", () => {
  it.each([
    ["difference between Session and Token", ["Session", "Token"]],
    ["loadUser vs fetchUser in the client", ["loadUser", "fetchUser"]],
    ["How is the mirror different from the index?", ["the mirror", "the index"]],
    ["compare A and B", null],
    ["Who calls loadUser?", null],
  ])("%s", (text, things) => {
    const [part] = interpretQuestion(text);
    expect(part && (comparedIn(part)?.map((one) => one.text) ?? null)).toEqual(things);
  });
});

it.each([
  ['What does "abcde f" mean?', "abcde f"],
  ["What does “no such thing” mean?", "no such thing"],
  ["I see 'it's over now' here", "it's over now"],
  ['it says ‘no route’ and "second quote"', "no route"],
  ["what is `npm run x`", "npm run x"],
  ['What does "abc" mean?', null],
  ["don't worry, it isn't over", null],
  ["", null],
])("what is quoted in: %s", (text, quoted) => {
  expect(quotedIn(text)).toBe(quoted);
});

it("what lies in the middle of a very long message is not read", () => {
  expect(questionIn("x".repeat(4_500))).toBe("x".repeat(4_500));
  expect(questionIn("a".repeat(3_000) + "b".repeat(5_000) + "c".repeat(1_500))).toBe(
    `${"a".repeat(3_000)}\n${"c".repeat(1_500)}`,
  );
});

/** Of each part every term with its weight. */
function relevance(text: string) {
  return interpretQuestion(text).map(({ terms }) => terms.map(({ word, relevance: weight = 1 }) => [word, weight]));
}

it("reads hostile text in no time", () => {
  const workedMs = startCpuClock();
  for (const text of [
    "what ".repeat(4_000),
    "a/".repeat(10_000),
    "?".repeat(20_000),
    "`".repeat(20_000),
    "which \n".repeat(3_000),
  ]) {
    interpretQuestion(text.slice(0, 20_000));
  }
  expect(workedMs()).toBeLessThan(5_000);
});
