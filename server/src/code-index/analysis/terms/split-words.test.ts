import { describe, expect, it } from "vitest";

import { eachWord, hashTerm, splitIdentifier, stem } from "./split-words.ts";

describe("splitIdentifier", () => {
  const cases: [string, string[]][] = [
    ["moveTask", ["move", "task", "movetask"].map((term) => (term === "movetask" ? term : stem(term)))],
    ["HTTPServer", ["http", "server", "httpserver"]],
    ["user_id", ["user", "id", "userid"]],
    ["utf8", ["utf", "utf8"]],
    ["the", []],
    ["größe", [stem("größe")]],
    ["__", []],
  ];
  it.each(cases)("%s", (word, expected) => {
    expect(splitIdentifier(word)).toEqual(expected);
  });
});

describe("stem", () => {
  it.each([
    ["caching", "cache", "cached", "caches"],
    ["tasks", "task"],
    ["queries", "query"],
    ["running", "runs", "run"],
    ["classes", "class"],
  ])("brings %s and its forms together", (...forms) => {
    expect(new Set(forms.map((form) => stem(form))).size).toBe(1);
  });
  it.each([
    ["status", "stat"],
    ["string", "str"],
    ["need", "ne"],
    ["is", "i"],
    ["bus", "bu"],
  ])("leaves %s whole", (word, wrong) => {
    expect(stem(word)).not.toBe(wrong);
  });
});

describe("eachWord", () => {
  it("gives runs of word characters of two or more", () => {
    const words: string[] = [];
    eachWord("a.foo(b_c, «größe») 12", 0, 22, (word) => words.push(word));
    expect(words).toEqual(["foo", "b_c", "größe", "12"]);
  });
});

describe("hashTerm", () => {
  it("is stable, since stored indexes rest on it", () => {
    expect([hashTerm("task"), hashTerm("")]).toEqual([hashTerm("task"), hashTerm("")]);
    expect(hashTerm("task")).not.toBe(hashTerm("tasks"));
  });
});
