import { describe, expect, it } from "vitest";

import { changeEntry } from "./describe-change.ts";
import { cameWith, briefReason, isUpkeep, plainSubject, reasonOf, sentencesOf, signatureOf, subjectOf } from "./describe-commit.ts"; // prettier-ignore

const commit = (subject: string, body = "", authorName = "Ada Example") => ({
  oid: "0123456789abcdef0123456789abcdef01234567",
  authorName,
  authoredAt: "2026-01-02T03:04:05+01:00",
  subject,
  body,
});

describe("why a commit was made", () => {
  it.each([
    ["the words below its subject", "Ships got longer.", "Ships got longer."],
    ["a whole sentence of them", "  Ships   got\nlonger ", "Ships got longer."],
    ["its opening and the sentence with the cause", "Tides were read anew.\n\nIt was slow. This avoids a second look at the file.", "Tides were read anew. This avoids a second look at the file."],
    ["the opening alone where it has the cause", "Read once, because files are slow. And more.\n\nOtherwise boats sink.", "Read once, because files are slow. And more."],
    ["a heading's text", "## Why\r\n\r\nBecause ships are long.\r\n", "Because ships are long."],
    ["a sentence that goes on in a line that begins as a trailer does", "This change\nfixes the clock, which\nsee sailors off late.", "This change fixes the clock, which see sailors off late."],
    ["words below a block of code", "```\nrm -rf /\n```\n\nIt was in the way.", "It was in the way."],
    ["words above a block that never ends", "It was in the way.\n\n```sh\nrm -rf /", "It was in the way."],
    ["points, without upkeep and what habits add", "- Widen the pier of the harbour\n- chore: bump lodash\n- Add lamps to the end of it;\n- Tests for all of it\n- Lower the price of mooring\n- And a fourth point here", "Widen the pier of the harbour; Add lamps to the end of it; Lower the price of mooring."],
    ["words without markup", "Boats <b>sink</b> [1] ![x](https://evil.example/x.png).", "Boats sink (1)."],
  ])("is %s", (_, body, reason) => {
    expect(reasonOf(commit("Change it", body))).toBe(reason);
  }); // prettier-ignore

  it.each([
    ["an empty message", ""],
    ["trailers", "Co-authored-by: A <a@b.c>\nSigned-off-by: B <b@b.c>\nReviewed-by: C\nRefs: #3\nCloses quay/board#4\nSee https://x.example\ncc @ada\nhttps://x.example/1"],
    ["boxes to tick", "[x] done\n\n- [ ] not done"],
    ["no words", "🚢🚢 123"],
    ["what the subject says already", "Widens the long pier."],
    ["another's merge", "See merge request quay/board!7"],
  ])("is not told by %s", (_, body) => {
    expect(reasonOf(commit("Widen the long pier", body))).toBeNull();
  }); // prettier-ignore

  it("is cut at a word where it is long, and shorter in a list", () => {
    const body = `Ships ${"and boats ".repeat(50)}got longer.`;
    const [whole, brief] = [reasonOf(commit("X", body)), reasonOf(commit("X", body), briefReason)];
    expect(whole).toMatch(/^Ships (?:and boats ?)+(?:and )?…$/);
    expect(whole?.length).toBeLessThanOrEqual(321);
    expect(brief?.length).toBeLessThanOrEqual(181);
    expect(reasonOf(commit("X", "- One of them all\n- Another of them\n"), briefReason)).toBe("One of them all.");
  });
});

it("says all that a message says, sentence by sentence and point by point", () => {
  const body = "One thing. Another\nthing.\n\n- A point. With more\n  of it\n- Second\n\nSigned-off-by: B";
  expect(sentencesOf(commit("X", body))).toEqual([
    "One thing.",
    "Another thing.",
    "A point.",
    "With more of it",
    "Second",
  ]);
});

describe("a commit's signature", () => {
  it.each([
    ["Widen the pier (#12)", "", ", pull request #12"],
    ["Widen the pier (GH-7)", "", ", pull request #7"],
    ["Merge pull request #4 from ada/pier", "", ", pull request #4"],
    ["Widen", "Text.\nPR-URL: https://x.example/pull/77\n", ", pull request #77"],
    ["Fix #12 in the pier", "", ""],
  ])("of %j names the pull request it came by", (subject, body, request) => {
    expect(signatureOf(commit(subject, body))).toBe(`2026-01-02, Ada Example (\`01234567\`${request})`);
  });

  it("lets no name draw or cite", () => {
    expect(signatureOf(commit("X", "", "![x](https://evil.example/x.png)Eve [1] <b>")).slice(12)).toBe("Eve (1) (`01234567`)");
  }); // prettier-ignore
});

it.each([
  ["Widen the pier (#12)", "Widen the pier"],
  ["", "(no message)"],
  ["Draw *all* | boats", "Draw all \\| boats"],
  ["long ".repeat(40), `${"long ".repeat(23)}…`],
])("shows the subject %j", (subject, shown) => {
  expect(subjectOf(commit(subject))).toBe(shown);
});

it.each([
  ["feat(tides)!: tell tides by a table.", "Tell tides by a table"],
  ["fix(api): crash on empty input", "Fixed: crash on empty input"],
  ["fix: fix crash twice", "Fix crash twice"],
  ["widen the pier (#3)", "Widen the pier"],
  ["Rename foo_bar to baz", null],
  ["Call tideOf once", null],
  ["Use a => b", null],
  ["Move /src/pier/ away", null],
  ["Typos", null],
])("says %j to somebody who reads no code as %j", (subject, plain) => {
  expect(plainSubject(commit(subject))).toBe(plain);
});

it.each([
  ["chore: tidy", true],
  ["style(ui): spaces", true],
  ["Merge branch 'main'", true],
  ["Bump lodash from 1 to 2", true],
  ["Run black", true],
  ["Fix typo in dock", true],
  ["Add a black background", false],
  ["Blacklist boats", false],
  ["feat: build pipeline", false],
  ["Building the pier", false],
  ["Emerge from the fog", false],
])("upkeep: %j is %j", (subject, is) => {
  expect(isUpkeep({ subject })).toBe(is);
});

describe("what a commit came with", () => {
  it.each([
    ["its reason", "Widen the pier (#4)", "Ships got longer.", "It came with pull request #4, “Widen the pier”: Ships got longer."],
    ["its title where it has no reason", "Widen the pier (#4)", "", "It came with pull request #4, “Widen the pier”."],
    ["a merge without a number", "Widen the pier", "", "It came with “Widen the pier”."],
    ["nothing where it says the same", "Add planks (#4)", "", null],
  ])("is told by %s", (_, subject, body, reported) => {
    expect(cameWith(commit(subject, body), commit("Add planks"))).toBe(reported);
  }); // prettier-ignore
});

it("tells a commit of a list with its reason, or with the words that were asked for", () => {
  const listed = { commit: commit("feat: widen the pier", "Ships got longer."), evidence: [] };
  expect(changeEntry(listed)).toEqual({
    text: "- 2026-01-02, Ada Example (`01234567`): feat: widen the pier. Ships got longer.",
    plain: "- Widen the pier (2026-01-02, Ada Example)",
    evidence: [],
  });
  expect(changeEntry(listed, "said otherwise").text).toBe(
    "- 2026-01-02, Ada Example (`01234567`): feat: widen the pier. said otherwise.",
  );
});
