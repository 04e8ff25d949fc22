import { describe, expect, it } from "vitest";

import type { Question } from "#server/engine/answer-context/answer-event.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { quoteWritings, type WrittenRule } from "./quote-pages.ts";

const ask = (text: string, given: Partial<Question> = {}): Question => ({
  text,
  lens: "technical",
  earlier: [],
  selection: null,
  focus: null,
  ...given,
});
const nothing = { sections: [], rules: [], tasks: [] };
const reported = (question: Question, writings: Parameters<typeof quoteWritings>[1] = nothing) =>
  quoteWritings(question, writings).flatMap(({ statements }) => statements);

describe("attached files", () => {
  const pdf = {
    name: "tariff [1].pdf",
    contentType: "application/pdf",
    pages: [
      "Tariff of the ferry. Valid from May.",
      "",
      "Dogs travel free of charge.\n\nBicycles cost three crowns a crossing.",
    ],
  };

  it("are quoted by name and page, without a citation of code", () => {
    const [statement] = reported(ask("What does a bicycle cost?", { attachments: [pdf] }));
    expect(statement?.text).toBe("In *tariff (1).pdf*, page 3: “Bicycles cost three crowns a crossing.”");
    expect(statement?.evidence).toEqual([]);
  });

  it("open with their first words where the question is about the file", () => {
    const [statement] = reported(ask("Summarize this", { attachments: [pdf] }));
    expect(statement?.text).toContain("page 1: “Tariff of the ferry.");
  });

  it("say what cannot be told of them", () => {
    expect(reported(ask("What about whales?", { attachments: [pdf] }))[0]?.text).toContain("holds nothing about this");
    const scan = { ...pdf, pages: [" ", ""] };
    expect(reported(ask("What does it say?", { attachments: [scan] }))[0]?.text).toContain("No text could be read");
    const image = { name: "board.png", contentType: "image/png", pages: [] };
    expect(reported(ask("What is this?", { attachments: [image] }))[0]?.text).toContain("cannot see images");
  });

  it("are cut in bounded time, however long", () => {
    const page = `Bicycles stay outside. ${"The pier is long and nobody knows why it is so. ".repeat(200_000)}`;
    const workedMs = startCpuClock();
    const long = reported(ask("Where do bicycles stay?", { attachments: [{ ...pdf, pages: [page] }] }));
    expect(long[0]?.text).toContain("Bicycles stay outside");
    expect(workedMs()).toBeLessThan(3_000);
  });
});

describe("pages", () => {
  const source = { repositoryId: "board", path: "src/delay.ts", startLine: 1, endLine: 2, commit: "c", hash: "h" };
  const section = { page: "Delays", title: "Limits", sources: [source], isStale: false };

  it("are quoted with the sources of the paragraph alone, and not where they speak of something else", () => {
    const text = "Sailings leave in the morning. [2]\n\nA delay below five minutes is not announced to passengers. [1]";
    const writings = { ...nothing, sections: [{ ...section, text }] };
    const [statement, another] = reported(ask("Which delay is announced to passengers?"), writings);
    expect(statement?.text).toBe(
      "The page “Delays”, “Limits”: “A delay below five minutes is not announced to passengers.”",
    );
    expect(statement?.evidence).toEqual([source]);
    expect(another).toBeUndefined();
    expect(reported(ask("How are tickets printed?"), writings)).toEqual([]);
  });

  it("are quoted with the code that they name, whose numbers cite nothing", () => {
    const text = "Every delay in `boats[1]` is announced to passengers.\n\nA delay of `boats[2]` is announced. [1]";
    const writings = { ...nothing, sections: [{ ...section, text }] };
    const [statement, another] = reported(ask("Which delay is announced to passengers?"), writings);
    expect(statement?.text).toBe("The page “Delays”, “Limits”: “A delay of `boats[2]` is announced.”");
    expect(statement?.evidence).toEqual([source]);
    expect(another).toBeUndefined();
  });

  it("are not quoted by what only announces a list, or leads over without a citation", () => {
    const question = ask("Which delay is announced to passengers?");
    const list = "These delays are announced to the passengers:\n\n- a delay announced to passengers at the pier [1]";
    const [item, another] = reported(question, { ...nothing, sections: [{ ...section, text: list }] });
    expect(item?.text).toContain("“a delay announced to passengers at the pier”");
    expect(item?.evidence).toEqual([source]);
    expect(another).toBeUndefined();
    const text = "## Every delay that is announced to passengers\n\nEvery delay announced to passengers is this:";
    const written = { ...section, sources: [], text };
    expect(reported(question, { ...nothing, sections: [written] })).toEqual([]);
    const own = { ...written, text: "Every delay is announced to passengers by the crew." };
    expect(reported(question, { ...nothing, sections: [own] })[0]?.text).toContain("by the crew");
  });
});

describe("pages beside an answer from the code", () => {
  const source = { repositoryId: "board", path: "src/delay.ts", startLine: 4, endLine: 9, commit: "c", hash: "h" };
  const section = { page: "Delays", title: "Limits", sources: [source], isStale: false };
  const quoted = (text: string, cited: readonly (typeof source)[]) =>
    quoteWritings(ask("Which delay is announced to passengers?"), { ...nothing, sections: [{ ...section, text }] }, cited).flatMap(({ statements }) => statements); // prettier-ignore
  const whole = "A delay is announced to passengers. [1]";

  it("are not quoted where the answer shows the same lines", () => {
    expect(quoted(whole, [{ ...source, startLine: 9, endLine: 20 }])).toEqual([]);
    expect(quoted(whole, [{ ...source, startLine: 10, endLine: 20 }])).toHaveLength(1);
    expect(quoted(whole, [{ ...source, path: "src/other.ts" }])).toHaveLength(1);
  });

  it("are not quoted for a part of what is asked", () => {
    const part = "Delays and other things passengers know. [1]";
    expect(quoted(part, [{ ...source, path: "src/other.ts" }])).toEqual([]);
    expect(quoted(part, [])).toHaveLength(1);
  });
});

describe("rules", () => {
  const rules: WrittenRule[] = [
    { condition: "You add a table", instruction: "Write its migration by hand.", service: "api" },
    { condition: "You name a file", instruction: "Use kebab-case.", service: null },
  ];

  it("are told where a rule is asked for", () => {
    const [statement, another] = reported(ask("Is there a rule for a new table?"), { ...nothing, rules });
    expect(statement?.text).toBe("- If you add a table, then write its migration by hand. (api)");
    expect(another).toBeUndefined();
    expect(reported(ask("How does the board work?"), { ...nothing, rules })).toEqual([]);
  });
});
