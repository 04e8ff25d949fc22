import { describe, expect, it } from "vitest";

import { asOwnSentences, changeWords, shorten, toBullets, toPlainWords, toProse } from "./shape-text.ts";

const long =
  "Board shows which boat leaves next, and tells crews and passengers on the quay when it is late today. It counts boats. It rings a bell.\n\nIt offers:\n\n- Tides\n- Bells\n- Lamps";
const first = "Board shows which boat leaves next, and tells crews and passengers on the quay when it is late today.";

describe("a shorter text", () => {
  const usual = { characters: null, sentences: null };

  it("loses the last of its longest block first, and the words that led over to a list with the list", () => {
    expect(shorten(long, usual)).toEqual({ text: first, done: "made it shorter", problems: [], evidence: [] });
  });

  it("has as many sentences and points as were asked for", () => {
    expect(shorten(long, { characters: null, sentences: 5 })).toMatchObject({
      text: `${first} It counts boats.\n\nIt offers:\n\n- Tides\n- Bells`,
      problems: [],
    });
  });

  it("says where it cannot be as short as asked", () => {
    expect(shorten(long, { characters: 20, sentences: null })).toMatchObject({
      text: first,
      problems: ["Less would be shorter than the 100 characters a description needs."],
    });
    expect(shorten(long, { characters: 120, sentences: null })).toMatchObject({ problems: [] });
  });

  it.each(["", "Short.", "x".repeat(100), `${"long ".repeat(40)}.`])("is refused where nothing can go: %j", (text) => {
    expect(shorten(text, usual)).toMatchObject({ text, done: null });
  });
});

describe("points", () => {
  it.each([
    ["One. Two. Three.", "One.\n\n- Two.\n- Three."],
    ["One.\n\nTwo. Three.\n\n- Four", "One.\n\n- Two.\n- Three.\n- Four"],
    ["One. It has:\n\n- a\n- b\n\nTwo.", "One.\n\n- Two.\n- a\n- b"],
    ["- a\n- b\n\nOne. Two.", "- One.\n- Two.\n- a\n- b"],
    [
      "## About\n\nOne. Two.\n\n## More\n\nThree.\n\n```\ncode. here.\n```",
      "## About\n\nOne.\n\n- Two.\n\n## More\n\n- Three.\n\n```\ncode. here.\n```",
    ],
  ])("stand in place of the sentences behind the first: %j", (text, wanted) => {
    expect(toBullets(text)).toMatchObject({ text: wanted, done: "turned the text into points" });
  });

  it.each(["", "One.", "One.\n\n- a\n- b", "- a", "# Heading", "## About\n\nOne."])(
    "are not made of what has no second sentence: %j",
    (text) => {
      expect(toBullets(text)).toMatchObject({ text, done: null });
    },
  );

  it.each([
    ["It has:\n\n- **Tides**: for a year\n- Bells\n  and whistles!\n- Is it “loud?”", "It has:\n\nTides: for a year. Bells and whistles! Is it “loud?”"],
    ["1. One.\n2. Two", "One. Two."],
  ])("become sentences: %j", (text, wanted) => {
    expect(toProse(text)).toMatchObject({ text: wanted, problems: [] });
  }); // prettier-ignore

  it("are missing in a text of paragraphs", () => {
    expect(toProse("One. Two.")).toMatchObject({ text: "One. Two.", problems: ["It has no points."] });
  });
});

describe("plain words", () => {
  it.each([
    ["The REST API and an API and two APIs.", "The interface for other programs and an interface for other programs and two interfaces for other programs."],
    ["A Repo and a repo, two repos.", "A Code repository and a code repository, two code repositories."],
    ["Auth and authorization and authentication.", "Sign-in and permissions and sign-in."],
    ["It keeps `foo` (`a.ts`, `b.ts`) in the DB.", "It keeps foo in the database."],
    ["The CLI runs in real-time, asynchronously.", "The command line runs in live, in the background."],
  ])("stand in place of words of the trade: %j", (text, wanted) => {
    expect(toPlainWords(text)).toMatchObject({ text: wanted, done: "said it in plain words" });
  }); // prettier-ignore

  it("leave out what only programmers need, where enough is left", () => {
    expect(toPlainWords(`${first} It answers 4 HTTP endpoints.\n\n- To reach the outside it uses axios.`)).toEqual({
      text: first,
      done: "said it in plain words, without 2 sentences that only programmers need",
      problems: [],
      evidence: [],
    });
    expect(toPlainWords("Board is small. It answers 4 HTTP endpoints.").text).toBe(
      "Board is small. It answers 4 addresses for other programs.",
    );
  });

  it("leave code blocks and words within words alone", () => {
    const text = "Rapid replies.\n\n```\nAPI config\n```\n\nThe UIs and reports.";
    expect(toPlainWords(text)).toMatchObject({ text, done: null });
  });
});

describe("changed words", () => {
  it.each([
    ["Staff and staff, not staffing.", ["staff", "crews"], "Crews and crews, not staffing.", " in 2 places"],
    ["A tide-table (beta) costs 5$.", ["tide-table (beta)", "$& table"], "A $& table costs 5$.", ""],
    ["Die Fähre. Fähren.", ["fähre", "boot"], "Die Boot. Fähren.", ""],
    ["C++ and C.", ["C++", "Rust"], "Rust and C.", ""],
    ["Board v1.0, not v1x0.", ["v1.0", "v2"], "Board v2, not v1x0.", ""],
  ] as const)("%j with %j is %j", (text, [from, to], wanted, times) => {
    expect(changeWords(text, from, to)).toMatchObject({ text: wanted, done: `changed “${from}” to “${to}”${times}` });
  });

  it("may be taken out", () => {
    expect(changeWords("very very late", "very ", "")).toMatchObject({
      text: "late",
      done: "took out “very ” in 2 places",
    });
  });

  it.each([
    ["boats", "“boats” does not stand in the text."],
    ["", "Say which words to change"],
  ])("are refused where they do not stand there: %j", (from, says) => {
    const { text, problems } = changeWords("A boat.", from, "ship");
    expect(text).toBe("A boat.");
    expect(problems[0]).toContain(says);
  });
});

it.each([
  ["crews use it", ["Crews use it."]],
  ["  Crews\n use it!  Do they? ", ["Crews use it!", "Do they?"]],
  ["they call it “dry.”", ["They call it “dry.”"]],
  ["élan, e.g. at sea", ["Élan, e.g. at sea."]],
])("takes a person's own words as sentences: %j", (words, sentences) => {
  expect(asOwnSentences(words)).toEqual(sentences);
});
