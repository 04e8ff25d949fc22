import { describe, expect, it } from "vitest";

import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { stem } from "#server/engine/intent/words.ts";

import type { CandidateFile } from "./find-candidates.ts";
import { openJudge, type Judge, type LineHit, type WeightedTerm } from "./judge-passages.ts";

const term = (word: string, own: Partial<WeightedTerm> = {}): WeightedTerm => ({
  word,
  stem: stem(word),
  synonyms: [],
  weight: 3,
  alikeWeight: 0.6,
  ...own,
});

const file = (path: string, own: Partial<CandidateFile> = {}): CandidateFile => ({
  codebase: {} as Codebase,
  path,
  kind: "source",
  relevance: 1,
  ...own,
});

type Fields = Parameters<ReturnType<Judge["of"]>>[0];
const blank: Fields = { name: "", parent: "", context: "", doc: "", hits: [], length: 1 };
const judge = (terms: WeightedTerm[], fields: Partial<Fields>, location = file("src/x.ts")) =>
  openJudge(terms).of(location)({ ...blank, ...fields });

/** A line for each of the words. */
const hit = (line: number, ...words: string[]): LineHit => ({ line, stems: words.map(stem) });

describe("lines that hold a wanted word", () => {
  const hits = (words: WeightedTerm[], text: string) => openJudge(words).hitsIn(text.split("\n"));

  it("are those with the word in any form, inside names too, as often as it stands there", () => {
    const text = "const a = 1;\nfunction delayedBoats(delays) {\n// nothing\nboat_delay;";
    expect(hits([term("delay"), term("boat")], text)).toEqual([
      { line: 2, stems: ["delay", "boat", "delay"] },
      { line: 4, stems: ["boat", "delay"] },
    ]);
  });

  it("are those with another word for it, and words that end in -ies", () => {
    expect(hits([term("ship", { synonyms: ["vessel"] }), term("query")], "two vessels\nqueries\nquer")).toEqual([
      { line: 1, stems: ["vessel"] },
      { line: 2, stems: ["query"] },
    ]);
  });

  it("are not those where it is a part of another word, or stands beyond what is read of a long line", () => {
    expect(hits([term("port")], `portrait\n${"x ".repeat(250)}port\nport`)).toEqual([{ line: 3, stems: ["port"] }]);
  });

  it("are none where nothing is asked, and signs of patterns in a word mean themselves", () => {
    expect(hits([], "anything\n\n.*")).toEqual([]);
    expect(hits([term("c++", { stem: "c++(" }), term("rope")], "rope\nccc")).toEqual([{ line: 1, stems: ["rope"] }]);
  });
});

describe("what a passage says of the question", () => {
  it("counts more in a name than around it, in a comment than in a signature, and least in a folder", () => {
    const requested = [term("delay")];
    const scores = [
      judge(requested, { name: "announceDelay" }),
      judge(requested, { parent: "Delay" }),
      judge(requested, {}, file("src/delay.ts")),
      judge(requested, { doc: "What a delay is." }),
      judge(requested, { context: "announce(delay)" }),
      judge(requested, {}, file("src/delay/index.ts")),
      judge(requested, { name: "announce" }),
    ].map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
    expect(scores.at(-1)).toBe(0);
  });

  it("covers the whole question where each word is met, and a share by weight where some are", () => {
    const requested = [term("delay", { weight: 3 }), term("boat", { weight: 1 })];
    expect(judge(requested, { name: "delayedBoat" })).toMatchObject({ coverage: 1, met: [0.75, 0.25] });
    expect(judge(requested, { name: "delayed" })).toMatchObject({ coverage: 0.75, met: [0.75, 0] });
    expect(judge(requested, { name: "boats" })).toMatchObject({ coverage: 0.25, met: [0, 0.25] });
    expect(judge(requested, { name: "train" })).toMatchObject({ coverage: 0, met: [0, 0], score: 0 });
  });

  it("covers less where a word of the question is in no file at all, unless such a word says little", () => {
    const missing = term("submarine", { weight: 0 });
    expect(judge([term("delay", { weight: 2 }), missing], { name: "delay" }).coverage).toBe(0.5);
    expect(judge([term("delay", { weight: 2 }), term("server", { weight: 0 })], { name: "delay" }).coverage).toBe(1);
    expect(judge([missing], { name: "delay" })).toMatchObject({ coverage: 0, score: 0 });
  });

  it("is said by another word too, but by the word itself better", () => {
    const requested = [term("ship", { synonyms: ["vessel"] })];
    const [own, alike] = [judge(requested, { name: "ship" }), judge(requested, { name: "vessel" })];
    expect(own.score).toBeGreaterThan(alike.score);
    expect(own.coverage).toBe(1);
    expect(alike.coverage).toBeCloseTo(0.8);
  });

  it("is said by a name that is short for the word, never by one that is longer or much shorter", () => {
    const coverage = (word: string, name: string) => judge([term(word)], { name }).coverage;
    expect(coverage("authenticate", "auth")).toBeCloseTo(0.8);
    expect(["aut", "then", "authentic"].map((name) => coverage("authenticate", name))).toEqual([
      0,
      0,
      expect.closeTo(0.8),
    ]);
    expect(coverage("sign", "signal")).toBe(0);
  });

  it("counts less in tests, less again in examples, in files found last and in long passages", () => {
    const score = (location: CandidateFile, length = 40) =>
      judge([term("delay")], { name: "delay", length }, location).score;
    const own = score(file("src/x.ts"));
    expect(score(file("src/x.md", { kind: "docs" }))).toBe(own);
    expect(score(file("src/x.test.ts", { kind: "test" })) / own).toBeCloseTo(0.5);
    expect(score(file("examples/x.ts")) / own).toBeCloseTo(0.35);
    expect(score(file("src/x.ts", { relevance: 0 })) / own).toBeCloseTo(0.6);
    expect(score(file("src/x.ts"), 80) / own).toBeCloseTo(1 / 1.06);
    expect(score(file("src/x.ts"), 0)).toBe(own);
  });
});

describe("the lines that say most", () => {
  const requested = [term("delay", { weight: 3 }), term("boat", { weight: 1.5 })];
  const focusOf = (...hits: LineHit[]) => judge(requested, { hits }).focus;

  it("are nowhere where no line meets the question", () => {
    expect(focusOf()).toBeNull();
    expect(judge([term("delay", { weight: 0 })], { hits: [hit(3, "delay")] }).focus).toBeNull();
  });

  it("meet most of the question together; the best line of them meets most by itself", () => {
    expect(focusOf(hit(1, "boat"), hit(40, "boat"), hit(44, "delay", "boat"), hit(49, "boat"))).toEqual({
      startLine: 40,
      endLine: 49,
      line: 44,
    });
  });

  it("are the first ones among equals", () => {
    expect(focusOf(hit(5, "delay"))).toEqual({ startLine: 5, endLine: 5, line: 5 });
    expect(focusOf(hit(5, "delay"), hit(18, "delay"))).toMatchObject({ startLine: 5, endLine: 18, line: 5 });
  });

  it("do not reach further than words that speak of the same", () => {
    expect(focusOf(hit(5, "delay"), hit(18, "boat"))).toMatchObject({ startLine: 5, endLine: 18 });
    expect(focusOf(hit(5, "delay"), hit(19, "boat"))).toEqual({ startLine: 5, endLine: 5, line: 5 });
  });

  it("bring others apart from them that say nearly as much, and none that say little or are near", () => {
    const other = { startLine: 60, endLine: 61, line: 60 };
    expect(focusOf(hit(5, "delay", "boat"), hit(60, "delay"), hit(61, "boat"))?.other).toEqual(other);
    expect(focusOf(hit(5, "delay", "boat"), hit(60, "delay"))?.other).toMatchObject({ startLine: 60 });
    expect(focusOf(hit(5, "delay", "boat"), hit(60, "boat"))?.other).toBeUndefined();
    expect(focusOf(hit(5, "delay", "boat"), hit(20, "delay", "boat"))?.other).toMatchObject({ startLine: 20 });
    expect(focusOf(hit(5, "delay", "boat"), hit(19, "delay", "boat"))?.other).toBeUndefined();
  });
});
