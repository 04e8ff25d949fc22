import { describe, expect, it } from "vitest";

import { eachSpan, eachWord, hashTerm, splitIdentifier, stem } from "./split-words.ts";

describe("splitIdentifier", () => {
  const cases: [string, string[]][] = [
    ["moveTask", ["move", "task", "movetask"].map((term) => (term === "movetask" ? term : stem(term)))],
    ["HTTPServer", ["http", "server", "httpserver"]],
    ["user_id", ["user", "id", "userid"]],
    ["utf8", ["utf", "utf8"]],
    ["the", []],
    ["größe", [stem("größe")]],
    ["__", []],
    ["ชี", ["ชี"]],
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
  it.each([
    ["登录失败，锁定账户", ["登录", "录失", "失败", "锁定", "定账", "账户"]],
    ["管理・設定", ["管理", "設定"]],
    ["用token登录", ["token", "登录"]],
    ["ログイン（login）する", ["ログ", "グイ", "イン", "login", "する"]],
    ["사용자를 삭제", ["사용", "용자", "자를", "삭제"]],
    ["ลบบัญชี", ["ลบ", "บบ", "บั", "ัญ", "ญช", "ชี"]],
    ["図 1", []],
  ])("takes %s apart by neighbouring letters", (text, expected) => {
    const words: string[] = [];
    eachWord(text, 0, text.length, (word) => words.push(word));
    expect(words).toEqual(expected);
  });
  it("gives a pair of letters the same hash wherever it stands", () => {
    const hashes = ["锁定", "会锁定账"].map((text) => {
      const found = new Map<string, number>();
      eachSpan(text, 0, text.length, (from, to, hash) => found.set(text.slice(from, to), hash));
      return found.get("锁定");
    });
    expect(hashes[0]).toBeTypeOf("number");
    expect(hashes[1]).toBe(hashes[0]);
  });
});

describe("hashTerm", () => {
  it("is stable, since stored indexes rest on it", () => {
    expect([hashTerm("task"), hashTerm("")]).toEqual([hashTerm("task"), hashTerm("")]);
    expect(hashTerm("task")).not.toBe(hashTerm("tasks"));
  });
});
