import { describe, expect, it } from "vitest";

import { readAskedTime } from "./read-moment.ts";

const now = new Date("2026-11-22T12:00:00Z");
const read = (text: string, lastAskedAt: Date | null = null) => readAskedTime(text, { now, lastAskedAt });
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
  });

  it("may mean the last question, where there was one", () => {
    const asked = new Date("2026-11-20T08:00:00Z");
    expect(read("What changed since I last asked?", asked)).toMatchObject({ from: { type: "time", at: asked } });
    expect(read("What changed since I last asked?")).toBeNull();
  });
});

describe("a question about the code as it was", () => {
  it.each([
    ["How did delays work as of v1.2?", name("v1.2"), true],
    ["How did delays work in March?", time("2026-03-31T23:59:59Z"), false],
    ["How did delays work before abc123?", name("^abc123"), false],
    ["How did delays work at commit 0123abc?", name("0123abc"), false],
    ["How did delays work as of 2025?", time("2025-12-31T23:59:59Z"), true],
    ["How did delays work before 2026-02-01?", time("2026-02-01T00:00:00Z"), false],
  ])("%s", (text, moment, isCertain) => {
    expect(read(text)).toMatchObject({ type: "as-of", moment, isCertain, rest: "How did delays work?" });
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
  ])
    expect(read(text)).toBeNull();
});
