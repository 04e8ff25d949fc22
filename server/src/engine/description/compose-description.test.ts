import { describe, expect, it } from "vitest";

import type { Statement } from "#server/engine/evidence/cited-text.ts";

import { compose, lengthen } from "./compose-description.ts";
import type { MaterialBlock } from "./gather-material.ts";

const print = (text: string): Statement => ({
  text,
  evidence: [{ repositoryId: "r", path: "README.md", startLine: 1, endLine: 1 }],
});
const block = (given: Partial<MaterialBlock> & { texts: string[] }): MaterialBlock => ({
  lead: given.lead ?? null,
  statements: given.texts.map(print),
  isTechnical: given.isTechnical ?? false,
});
const purpose = "Board shows passengers on the quay which boat leaves next, and whether it is late.";
const audience = "Crews report delays from their phones, even where the harbour has no signal.";
const offers = block({ lead: "It offers:", texts: ["Tide tables for a year.", "Warnings on the phone."] });
const technical = block({ texts: ["It answers 4 HTTP endpoints, served with `express`."], isTechnical: true });

describe("a description", () => {
  it("says what the material says in its order, and rests on all of it", () => {
    const change = compose([block({ texts: [purpose, audience] }), offers], "", null);
    expect(change).toEqual({
      text: `${purpose} ${audience}\n\nIt offers:\n\n- Tide tables for a year.\n- Warnings on the phone.`,
      done: "wrote a description",
      problems: [],
      evidence: [purpose, audience, "Tide tables for a year.", "Warnings on the phone."].map(print),
    });
  });

  it("holds words of the trade only where there is little else", () => {
    const enough = block({ texts: [purpose, audience, `The office sees ${"every quay, ".repeat(15)}and no other.`] });
    expect(compose([enough, technical], "", null).text).not.toContain("HTTP");
    expect(compose([block({ texts: [purpose] }), technical], "", null).text).toBe(
      `${purpose}\n\n${technical.statements[0]?.text}`,
    );
  });

  it("is cut behind a sentence where it was asked to be short", () => {
    expect(compose([block({ texts: [purpose, audience, "More."] })], "", 165).text).toBe(`${purpose} ${audience}`);
    expect(compose([block({ texts: [purpose, audience] }), offers], "", 1).text).toBe("");
  });

  it("never lets a list of one item stand", () => {
    const one = block({ lead: "It offers:", texts: ["Tide tables for a year."] });
    expect(compose([block({ texts: [purpose, audience] }), one], "", null).text).toBe(`${purpose} ${audience}`);
  });

  it("says a thing once", () => {
    const again = block({ texts: ["Shows passengers on the quay which boat leaves next."] });
    expect(compose([block({ texts: [purpose, audience] }), again], "", null).text).toBe(`${purpose} ${audience}`);
  });

  it.each<[string, MaterialBlock[], string]>([
    ["nothing", [], "nothing I could prove"],
    ["a few words", [block({ texts: ["A board."] })], "only this: “A board.”"],
  ])("is not made of %s", (_, material, says) => {
    const change = compose(material, "Before.", null);
    expect(change).toMatchObject({ text: "Before.", done: null, evidence: [] });
    expect(change.problems[0]).toContain(says);
  });
});

describe("more of a description", () => {
  it("adds what is not said yet behind the text", () => {
    expect(lengthen([block({ texts: [purpose] }), offers], purpose)).toMatchObject({
      text: `${purpose}\n\nIt offers:\n\n- Tide tables for a year.\n- Warnings on the phone.`,
      done: "added what the code says beside it",
      evidence: offers.statements,
    });
  });

  it("is nothing where all is said", () => {
    const change = lengthen([block({ texts: [purpose] })], purpose);
    expect(change).toMatchObject({ text: purpose, done: null });
    expect(change.problems[0]).toContain("says nothing more I could prove");
  });

  it("never leaves what may be saved", () => {
    const full = "x".repeat(4_960);
    expect(lengthen([block({ texts: ["Too long a sentence for the room that is left here."] })], full).text).toBe(full);
    expect(lengthen([block({ texts: ["Crews report delays."] })], full).text.length).toBeLessThanOrEqual(5_000);
  });
});
