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
  ])("%s", (text, from) => {
    expect(read(text)).toMatchObject({ type: "since", from, to: null, rest: expect.stringMatching(/^What/) });
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
  [" ", null],
])("an agent's words for a moment: %s", (text, moment) => {
  expect(interpretSpelledMoment(text, { now, lastAskedAt: null }, "end")).toEqual(moment);
});
