import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestContext, type TestContext } from "#server/engine/answers/testing/open-test-context.ts";
import { interpretQuestion, type QuestionPart } from "#server/engine/intent/interpret-question.ts";

import { followUses } from "./follow-uses.ts";
import { matchSubject, rankWholeMatchesFirst } from "./match-subject.ts";
import type { Passage } from "./passage.ts";
import { retrieve } from "./passages.ts";
import type { Use } from "./relations.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;

const filling = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`src/filling/part${at}.ts`, `export const filling${at} = ${at};\n`]),
);
const files: Record<string, string> = {
  ...filling,
  "src/delays/announce.ts": lines(
    "/** Announces a delay to everybody on the pier. */",
    "export function announceDelay(minutes: number): string {",
    "  const gong = ringGong(minutes);",
    "  return gong;",
    "}",
    "",
    "/** Rings the gong once for every ten minutes. */",
    "export function ringGong(minutes: number): string {",
    "  return minutes > 10 ? 'gong gong' : 'gong';",
    "}",
  ),
  "src/delays/schedule.ts": lines(
    'import { announceDelay } from "./announce.ts";',
    "",
    "export class Schedule {",
    "  slip(): string {",
    "    return announceDelay(5) + announceDelay(6);",
    "  }",
    "}",
    "",
    "export const onDelay = announceDelay;",
  ),
  "src/delays/announce.test.ts": lines(
    'import { announceDelay } from "./announce.ts";',
    "",
    "it('announces a delay to everybody on the pier', () => {",
    "  announceDelay(3);",
    "});",
  ),
  "examples/announce.ts": lines(
    "/** Announces a delay to everybody on the pier. */",
    "export function announceDelay() {}",
  ),
  "docs/pier.md": lines(
    "# The pier",
    "",
    "Everybody waits at the pier.",
    "",
    "## How the turnstile is greased",
    "",
    "The turnstile is greased by `oilBearings` every night.",
  ),
  "src/night/bearings.ts": lines("export function oilBearings(amount: number) {", "  return amount * 2;", "}"),
  "crane.yml": lines("crane:", "  ballast: 3", ...Array(20).fill("  # rope"), "  ballastLimit: 9"),
};

let pier: TestContext;
beforeAll(async () => {
  pier = await openTestContext({ pier: files });
});
afterAll(() => pier.remove());

const partOf = (text: string): QuestionPart => {
  const [part] = interpretQuestion(text);
  if (!part) throw new Error("asks nothing");
  return part;
};
const shown = ({ path, content, startLine, endLine }: Passage) => {
  const name =
    content.type === "symbol" ? content.symbol.name : content.type === "prose" ? content.prose.heading : content.type;
  return `${path} ${name} ${startLine}-${endLine}`;
};
const ask = async (text: string, ...kinds: ("docs" | "config")[]) =>
  retrieve(pier.context, partOf(text), kinds.length > 0 ? kinds : undefined);

describe("passages for a question", () => {
  it("begin with the declaration that it is about, with its comment; tests and examples come behind", async () => {
    const { passages } = await ask("How is a delay announced to everybody on the pier?");
    expect(shown(passages[0]!)).toBe("src/delays/announce.ts announceDelay 1-5");
    expect(passages[0]).toMatchObject({ coverage: 1, fileKind: "source", language: "typescript" });
    const best = passages[0]?.score ?? 0;
    const aside = passages.filter(({ path }) => path === "examples/announce.ts" || path.endsWith(".test.ts"));
    expect(aside.length).toBeGreaterThan(0);
    expect(aside.every(({ score }) => score < best / 2)).toBe(true);
    expect(passages.map(({ score }) => score)).toEqual(passages.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(passages.every(({ score }) => score > 0)).toBe(true);
  });

  it("begin with the declaration that it names, in any spelling", async () => {
    for (const text of ["What does ringGong do?", "What does `ring_gong` do?"])
      expect(shown((await ask(text)).passages[0]!)).toBe("src/delays/announce.ts ringGong 7-10");
  });

  it("are of the kinds of files that are wanted alone", async () => {
    const { passages } = await ask("How is a delay announced to everybody on the pier?", "docs");
    expect(shown(passages[0]!)).toBe("docs/pier.md The pier 1-4");
    expect(new Set(passages.map(({ fileKind }) => fileKind))).toEqual(new Set(["docs"]));
  });

  it("are found by the name that a document mentions, though the code says nothing of the question", async () => {
    const { passages } = await ask("How is the turnstile greased?");
    expect(passages.map(shown)).toEqual([
      "docs/pier.md How the turnstile is greased 5-7",
      "src/night/bearings.ts oilBearings 1-3",
    ]);
  });

  it("of a file without declarations are the lines that meet the question, those far apart each for themselves", async () => {
    const { passages } = await ask("What is the ballast of the crane?", "config");
    expect(passages.map(shown)).toEqual(["crane.yml lines 1-2", "crane.yml lines 23-23"]);
  });

  it("correct a mistyped word where no code holds it", async () => {
    const { terms, passages } = await ask("How is a dealy announced?");
    expect(terms.map(({ word }) => word)).toEqual(["delay", "announced"]);
    expect(shown(passages[0]!)).toBe("src/delays/announce.ts announceDelay 1-5");
  });

  it("come with the words that no file holds, and with those that only documents hold", async () => {
    const { missing, unspoken } = await ask("Does the turnstile announce a delay to the zeppelin?");
    expect(missing.map(({ word }) => word)).toEqual(["zeppelin"]);
    expect(unspoken.map(({ word }) => word)).toEqual(["turnstile", "zeppelin"]);
  });

  it("are none where nothing is met", async () => {
    expect(await ask("Where is the zeppelin?")).toMatchObject({ passages: [], missing: [{ word: "zeppelin" }] });
  });

  it("are nearer in the files and the service that the page is about", async () => {
    const part = partOf("How is a delay announced?");
    const focus = { title: "Examples", files: [{ repositoryId: "pier", path: "examples/announce.ts" }], service: null };
    const scoreIn = async (context = pier.context) =>
      (await retrieve(context, part)).passages.find(({ path }) => path === "examples/announce.ts")?.score ?? 0;
    const plain = await scoreIn();
    expect((await scoreIn(pier.again({ focus }))) / plain).toBeCloseTo(2);
    const inService = (under: string) =>
      pier.again({ focus: { title: "", files: [], service: { repositoryId: "pier", under } } });
    expect((await scoreIn(inService("examples"))) / plain).toBeCloseTo(1.2);
    expect((await scoreIn(inService(""))) / plain).toBeCloseTo(1.2);
    expect((await scoreIn(inService("exam"))) / plain).toBeCloseTo(0.8);
  });

  it("are not looked for once the answer is cancelled", async () => {
    const context = pier.again({ signal: AbortSignal.abort(new Error("cancelled")) });
    await expect(retrieve(context, partOf("How is a delay announced?"))).rejects.toThrow("cancelled");
  });
});

describe("whether the subject of a question is met", () => {
  const match = async (text: string) => {
    const part = partOf(text);
    const retrieval = await retrieve(pier.context, part);
    const { isAbsent, missingWords, whole } = await matchSubject(pier.context, part, retrieval);
    return { isAbsent, missingWords, whole: whole.map(shown), retrieval, part };
  };

  it("is so where one passage speaks of all of it", async () => {
    const found = await match("How does the gong of the delay ring?");
    expect(found).toMatchObject({ isAbsent: false, missingWords: [] });
    expect(found.whole).toContain("src/delays/announce.ts announceDelay 1-5");
  });

  it("is not so where no passage speaks of one thing", async () => {
    expect(await match("How does the zeppelin announce a delay?")).toMatchObject({
      isAbsent: true,
      missingWords: ["zeppelin"],
      whole: [],
    });
  });

  it("stays open where nothing was found at all", async () => {
    expect(await match("Where is the zeppelin?")).toMatchObject({ isAbsent: false, missingWords: [], whole: [] });
  });

  it("puts what speaks of all of it first, if it is comparable", () => {
    const passage = (path: string, score: number) => ({ path, score }) as Passage;
    const [best, whole, weak] = [passage("best", 10), passage("whole", 9.5), passage("weak", 1)];
    const order = (...found: Passage[]) =>
      rankWholeMatchesFirst(
        { terms: [], unspoken: [], missing: [], first: [], passages: [best, whole, weak] },
        { isAbsent: false, missingWords: [], whole: found },
      ).map(({ path }) => path);
    expect(order(whole)).toEqual(["whole", "best", "weak"]);
    expect(order(weak)).toEqual(["best", "whole", "weak"]);
    expect(order()).toEqual(["best", "whole", "weak"]);
  });
});

describe("uses that the language's own rules lead to", () => {
  const shownUse = ({ path, line, within, isCall, isTest }: Use) =>
    `${path}:${line} in ${within?.name ?? "nothing"}${isCall ? ", called" : ""}${isTest ? ", test" : ""}`;
  const follow = async (path: string, name: string) => {
    const { certain, likely, isComplete } = await followUses(pier.context, pier.symbolOf(path, name));
    return { certain: certain.map(shownUse), likely: likely.map(shownUse), isComplete };
  };

  it("are lines, each once, a call before a mention; imports and namesakes are none", async () => {
    expect(await follow("src/delays/announce.ts", "announceDelay")).toEqual({
      certain: [
        "src/delays/announce.test.ts:4 in nothing, called, test",
        "src/delays/schedule.ts:5 in slip, called",
        "src/delays/schedule.ts:9 in onDelay",
      ],
      likely: [],
      isComplete: true,
    });
  });

  it("are surely none where nothing uses it", async () => {
    expect(await follow("examples/announce.ts", "announceDelay")).toEqual({
      certain: [],
      likely: [],
      isComplete: true,
    });
  });

  it("are unknown where the declaration does not stand where the index says", async () => {
    const moved = pier.symbolOf("src/delays/announce.ts", "announceDelay");
    const symbol = { ...moved.symbol, name: "nowhere" };
    expect(await followUses(pier.context, { ...moved, symbol })).toEqual({
      certain: [],
      likely: [],
      isComplete: false,
    });
  });
});
