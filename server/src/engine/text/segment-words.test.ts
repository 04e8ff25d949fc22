import { describe, expect, it } from "vitest";

import { segmentWords } from "./segment-words.ts";

describe("segmentWords", () => {
  it.each([
    ["deleteUser", ["deleteUser"]],
    ["größe", ["größe"]],
    ["登录失败", ["登录", "失败"]],
    ["パスワード", ["パスワード"]],
  ])("leaves %s to blanks or a dictionary", (run, words) => {
    expect(segmentWords(run)).toEqual(words);
  });
  it.each([
    ["默认端口", "端口"],
    ["失败后重试次数", "重试"],
    ["请求超时会", "超时"],
    ["执行器离线", "离线"],
  ])("tells %s by the word that the dictionary lacks", (run, word) => {
    expect(segmentWords(run)).toContain(word);
  });
  it("joins no character that only joins or ends a word", () => {
    expect(segmentWords("执行器离线")).not.toContain("器离");
    expect(segmentWords("失败后重试")).not.toContain("后重");
  });
});
