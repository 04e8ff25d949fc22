import { describe, expect, it } from "vitest";

import { interpretAskedTime, interpretSpelledMoment } from "./interpret-moment.ts";

const now = new Date("2026-11-22T12:00:00Z");
const read = (text: string, lastRequestedAt: Date | null = null) =>
  interpretAskedTime(text, { now, lastAskedAt: lastRequestedAt });
const time = (iso: string) => ({ type: "time", at: new Date(iso) });
const name = (spelled: string) => ({ type: "name", name: spelled });

describe("a question about what changed", () => {
  it.each([
    ["What changed since v4.1?", name("v4.1")],
    ["What changed since abc1234?", name("abc1234")],
    ["What has changed since `release/2.0`?", name("release/2.0")],
    ["What changed since the last release?", { type: "tag", which: "newest" }],
    ["What changed since 2026-03-01?", time("2026-03-01T00:00:00Z")],
    ["What changed since March?", time("2026-03-01T00:00:00Z")],
    ["What changed since December?", time("2025-12-01T00:00:00Z")],
    ["What changed since 3 May 2025?", time("2025-05-03T00:00:00Z")],
    ["What changed since yesterday?", time("2026-11-21T12:00:00Z")],
    ["What changed since last Monday?", time("2026-11-16T00:00:00Z")],
    ["What changed since two weeks ago?", time("2026-11-08T12:00:00Z")],
    ["What changed in the last 10 days?", time("2026-11-12T12:00:00Z")],
    ["What changed last week?", time("2026-11-15T12:00:00Z")],
    ["What changed in the last 24 hours?", time("2026-11-21T12:00:00Z")],
    ["What did we do last week?", time("2026-11-15T12:00:00Z")],
    ["What did Ada work on in the past month?", time("2026-10-23T12:00:00Z")],
    ["What changed since a couple of weeks ago?", time("2026-11-08T12:00:00Z")],
    ["What changed since the first commit?", { type: "first" }],
    ["What has changed since the beginning of the project?", { type: "first" }],
    ["What changed since the first release?", { type: "tag", which: "oldest" }],
    ["What changed since develop?", name("develop")],
    ["What changed since 29 February 2024?", time("2024-02-29T00:00:00Z")],
    ["What changed since May 3rd, 2025?", time("2025-05-03T00:00:00Z")],
    ["What changed since the 1st of May?", time("2026-05-01T00:00:00Z")],
    ["What changed since Nov 3?", time("2026-11-03T00:00:00Z")],
    ["What changed since Dec 24?", time("2025-12-24T00:00:00Z")],
    ["What changed since Sept 3, 2025?", time("2025-09-03T00:00:00Z")],
    ["What changed since 3 feb 2026?", time("2026-02-03T00:00:00Z")],
    ["What changed since Nov 2025?", time("2025-11-01T00:00:00Z")],
    ["What changed since Sunday?", time("2026-11-15T00:00:00Z")],
    ["What changed since the day before yesterday?", time("2026-11-20T12:00:00Z")],
    ["What did Ada do the day before yesterday?", time("2026-11-20T12:00:00Z")],
    ["What changed this month?", time("2026-10-23T12:00:00Z")],
    ["What changed in the last few weeks?", time("2026-11-01T12:00:00Z")],
    ["What changed over the last 2 fortnights?", time("2026-10-25T12:00:00Z")],
    ["Which commits were pushed within the last hour?", time("2026-11-22T11:00:00Z")],
    ["What changed since v2.0.0-rc.1?", name("v2.0.0-rc.1")],
    ["What changed since the tag nightly?", name("nightly")],
    ["What changed since 1999?", time("1999-01-01T00:00:00Z")],
  ])("%s", (text, from) => {
    expect(read(text)).toMatchObject({ type: "since", from, to: null, rest: expect.stringMatching(/^Wh(?:at|ich)/) });
  });

  it.each([
    ["What changed since 2026-02-30?", name("2026-02-30")],
    ["What changed since 2026-13-01?", name("2026-13-01")],
    ["What changed since 31 April 2026?", name("31 April 2026")],
    ["What changed since 2050?", name("2050")],
    ["What changed since dismay?", name("dismay")],
    ["What changed since release/march?", name("release/march")],
    ["What changed since the tag may?", name("may")],
  ])("a day that no calendar has, and a name with a month in it, are no time: %s", (text, from) => {
    expect(read(text)).toMatchObject({ type: "since", from });
  });

  it.each([
    ["What changed since v1.2 in the parser?", "What changed in the parser?"],
    ["Last week, what changed in routing?", "what changed in routing?"],
    ["SINCE V1", ""],
  ])("the words of the time are taken out: %s", (text, rest) => {
    expect(read(text)?.rest).toBe(rest);
  });

  it("may be limited to a subject, which stays", () => {
    expect(read("What changed in routing since v4?")).toMatchObject({
      from: name("v4"),
      rest: "What changed in routing?",
    });
  });

  it("may name both ends, or a release alone", () => {
    expect(read("What changed between v4.0.0 and v4.1.0?")).toMatchObject({ from: name("v4.0.0"), to: name("v4.1.0") });
    expect(read("What is new in v4.1?")).toMatchObject({ from: name("^v4.1"), to: name("v4.1") });
    expect(read("What changed from March to May?")).toMatchObject({
      from: time("2026-03-01T00:00:00Z"),
      to: time("2026-05-31T23:59:59Z"),
    });
    expect(read("What changed between the first commit and v1.0?")).toMatchObject({ from: { type: "first" } });
    const lastTwo = { from: { type: "tag", which: "one-before" }, to: { type: "tag", which: "newest" } };
    expect(read("What is new in the last release?")).toMatchObject(lastTwo);
    expect(read("What changed before the last release?")).toMatchObject(lastTwo);
  });

  it("may mean the last question, where there was one", () => {
    const requested = new Date("2026-11-20T08:00:00Z");
    expect(read("What changed since I last asked?", requested)).toMatchObject({
      from: { type: "time", at: requested },
    });
    expect(read("What changed since I last asked?")).toBeNull();
  });
});

describe("a question about the code as it was", () => {
  it.each([
    ["How did delays work as of v1.2?", name("v1.2"), true],
    ["How did delays work in March?", time("2026-03-31T23:59:59Z"), true],
    ["How did delays work before abc123?", name("^abc123"), true],
    ["How did delays work at commit 0123abc?", name("0123abc"), true],
    ["How did delays work as of 2025?", time("2025-12-31T23:59:59Z"), true],
    ["How did delays work before 2026-02-01?", time("2026-02-01T00:00:00Z"), true],
    ["How did delays work in v1.2?", name("v1.2"), true],
    ["How did delays work in 1.2?", name("1.2"), false],
    ["How did delays work in v1?", name("v1"), false],
    ["How did delays work as of the first commit?", { type: "first" }, true],
    ["How did delays work in the very first commit?", { type: "first" }, true],
    ["How did delays work at the beginning?", { type: "first" }, true],
    ["How did delays work at the start of the project?", { type: "first" }, true],
    ["How did delays work before the last release?", { type: "tag", which: "one-before" }, true],
    ["How did delays work in the previous version?", { type: "tag", which: "one-before" }, true],
    ["How did delays work in the first release?", { type: "tag", which: "oldest" }, true],
    ["How did delays work two months ago?", time("2026-09-23T12:00:00Z"), true],
    ["Last week, how did delays work?", time("2026-11-15T12:00:00Z"), true],
    ["How did delays work yesterday?", time("2026-11-21T12:00:00Z"), true],
    ["How did delays work in Nov 2025?", time("2025-11-30T23:59:59Z"), true],
    ["How did delays work on 3 May?", time("2026-05-03T23:59:59Z"), true],
    ["How did delays work back in 2024?", time("2024-12-31T23:59:59Z"), true],
    ["How did delays work on 31 April 2026?", name("31 April 2026"), true],
    ["How did delays work in the state of v1.0?", name("v1.0"), true],
    ["How did delays work at `release/2`?", name("release/2"), false],
    ["How did delays work at 1234567?", name("1234567"), false],
  ])("%s", (text, moment, isCertain) => {
    expect(read(text)).toMatchObject({
      type: "as-of",
      moment,
      isCertain,
      rest: expect.stringMatching(/^how did delays work\?$/i),
    });
  });
});

it("leaves questions about now alone", () => {
  for (const text of [
    "How are passwords checked before login?",
    "What may a guest do?",
    "Where is the limit of 500 rows?",
    "How does the app start in production?",
    "Who may delete a page?",
    "What changed in routing?",
    "What happens on Enter?",
    "Since when are sessions kept in Redis?",
    "Which settings did the tests decade face?",
    "What did the worker read at the beginning of a request?",
    "Where are departures of two weeks ago counted?",
    "What happens at the beginning?",
    "How many new requests in the last hour are allowed?",
    "How did we come to wait for it in 1.5 seconds?",
    "How has logging changed since then?",
    "How may passwords be stored in may?",
    "How did the worker read deadbeef?",
    "What changed since Jan Smith joined?",
    "what changed since \u0000?",
    "What changed since ever?",
    "",
  ])
    expect(read(text)).toBeNull();
});

it.each([
  ["v1.2", name("v1.2")],
  ["maybe-later", name("maybe-later")],
  ["the first commit", { type: "first" }],
  ["two weeks ago", time("2026-11-08T12:00:00Z")],
  ["last release", { type: "tag", which: "newest" }],
  ["2026-03-01", time("2026-03-01T23:59:59Z")],
  ["2026-03-01T10:00:00Z", time("2026-03-01T10:00:00Z")],
  ["2026-03-01T10:00:00+02:00", time("2026-03-01T08:00:00Z")],
  ["2026-03-01Tfoo", name("2026-03-01Tfoo")],
  ["2026-03", time("2026-03-31T23:59:59Z")],
  ["2026-02-30", name("2026-02-30")],
  ["dec 2025", time("2025-12-31T23:59:59Z")],
  ["the day before yesterday", time("2026-11-20T12:00:00Z")],
  ["yesterday-fix", name("yesterday-fix")],
  ["refs/heads/main", name("refs/heads/main")],
  ["2026", name("2026")],
  [" ", null],
])("an agent's words for a moment: %s", (text, moment) => {
  expect(interpretSpelledMoment(text, { now, lastAskedAt: null }, "end")).toEqual(moment);
});

it("a whole day begins with its first moment and ends with its last", () => {
  const ends = (spelled: string) =>
    (["start", "end"] as const).map((side) => interpretSpelledMoment(spelled, { now, lastAskedAt: null }, side));
  expect(ends("2026-03-01")).toEqual([time("2026-03-01T00:00:00Z"), time("2026-03-01T23:59:59Z")]);
  expect(ends("March")).toEqual([time("2026-03-01T00:00:00Z"), time("2026-03-31T23:59:59Z")]);
  expect(ends("February 2024")).toEqual([time("2024-02-01T00:00:00Z"), time("2024-02-29T23:59:59Z")]);
  expect(ends("today")).toEqual([time("2026-11-22T00:00:00Z"), time("2026-11-22T00:00:00Z")]);
});
