import { describe, expect, it } from "vitest";

import { hashTerm } from "#server/code-index/analysis/terms/split-words.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { parseQuery } from "./parse-query.ts";

function marked(text: string, as: "isLead" | "isScope" | "isCode"): string[] {
  return parseQuery(text).terms.flatMap((term) => (term[as] ? [term.term] : [])).sort(); // prettier-ignore
}

describe("readQuery", () => {
  it("knows the words of the first line", () => {
    expect(marked("Wrap lines\n\nNarrow screens.", "isLead")).toEqual(["line", "wrap"]);
  });

  it("knows the scope however it is written", () => {
    expect(marked("fix(reg-exp-router): match empty parts", "isScope")).toEqual(["exp", "reg", "router"]);
    expect(marked("Mail: match empty parts", "isScope")).toEqual(["mail"]);
    expect(marked("Match empty parts", "isScope")).toEqual([]);
  });

  it("knows code by its look and by its marks", () => {
    const text = "Let `wrap` and moveTask follow board.fold(), as task_list does, but not words";
    expect(marked(text, "isCode")).toEqual(["board", "fold", "movetask", "tasklist", "wrap"]);
  });

  it("reads tickets, and leaves their numbers out of the words", () => {
    const { tickets, terms } = parseQuery("Undo the wrap (#812)\n\nFixes #77, see #812.");
    expect(tickets).toEqual([hashTerm("812"), hashTerm("77")]);
    expect(terms.map(({ term }) => term)).not.toContain("812");
  });

  it("takes its time for no text", () => {
    const texts = ["a.".repeat(3000), "aB_".repeat(2000), "`".repeat(6000), `${"x".repeat(6000)}(`, "a,".repeat(3000)];
    const workedMs = startCpuClock();
    for (const text of texts) parseQuery(text);
    expect(workedMs()).toBeLessThan(2_000);
  });
});
