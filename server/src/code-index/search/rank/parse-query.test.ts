import { describe, expect, it } from "vitest";

import { hashTerm } from "#server/code-index/analysis/terms/split-words.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { parseQuery } from "./parse-query.ts";

function marked(text: string, as: "isLead" | "isScope" | "isCode"): string[] {
  return parseQuery(text)
    .terms.flatMap((term) => (term[as] ? [term.term] : []))
    .sort();
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

describe("words of a query", () => {
  const weighed = (text: string): Record<string, number> =>
    Object.fromEntries(parseQuery(text).terms.map(({ term, weight }) => [term, Number(weight.toFixed(3))]));

  it.each<[string, string, Record<string, number>]>([
    ["two side by side are tried as one", "rate limiter", { rate: 1, limiter: 1, ratelimiter: 0.6 }],
    ["said again count for less and less", "mail mail mail", { mail: 1.417, mailmail: 0.6 }],
    ["of an identifier count more, and its whole most", "sendMail", { send: 1.4, mail: 1.4, sendmail: 1.68 }],
    ["of the first line count more than those below", "Mail\n\nletter", { mail: 1.6, letter: 1 }],
    ["of a scope count most, and the sort of change nothing", "fix(mail): letter", { mail: 1.5, letter: 1 }],
    ["without meaning are left out", "if mail of it", { mail: 1 }],
    ["of links, hashes, people and tickets are left out", "mail https://a.test/queue 0123abcd9 <a@b.c> (#12)", { mail: 1 }],
    ["of trailers are left out", "mail\nSigned-off-by: Queue Person <a@b.c>\nCo-Authored-By: Sender", { mail: 1.6 }],
    ["are none in nothing", " \r\n\t", {}],
  ])("%s", (_what, text, expected) => {
    expect(weighed(text)).toEqual(expected);
  }); // prettier-ignore

  it("are at most 80, the heaviest", () => {
    const words = Array.from(
      { length: 200 },
      (_, at) => `word${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
    );
    const { terms } = parseQuery(`first\n${words.join(" ")}`);
    expect(terms).toHaveLength(80);
    expect(terms[0]?.term).toBe("first");
  });
});

describe("paths written out", () => {
  it.each([
    ["see src/Mail/send.ts and ./queue.py", ["src/mail/send.ts", "queue.py"]],
    ["src/mail/send.ts:12 fails, src/mail/send.ts too", ["src/mail/send.ts"]],
    ["in app/[id]/page.tsx", ["app/[id]/page.tsx"]],
    ["packages/@scope/pkg/index.js", ["packages/@scope/pkg/index.js"]],
    ["`Makefile`, v1.2 and e.g. this", []],
    ["and/or", []],
  ])("%s: %j", (text, paths) => {
    expect(parseQuery(text).paths).toEqual(paths);
  });
});

describe("side material is asked for", () => {
  it.each<[string, string[]]>([
    ["flaky spec of the queue", ["tests"]],
    ["mocks and assertions", ["tests"]],
    ["Update the README", ["docs"]],
    ["example of a client", ["examples"]],
    ["bump the version in package.json", ["config"]],
    ["latest contest of the greatest", []],
    ["queue\n\nwith tests and docs below", []],
  ])("%s: %j", (text, kinds) => {
    expect(
      Object.entries(parseQuery(text).asksFor).flatMap(([kind, isRequested]) => (isRequested ? [kind] : [])),
    ).toEqual(kinds);
  });
});
