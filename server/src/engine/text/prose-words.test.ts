import { expect, it } from "vitest";

import { proseWords } from "./prose-words.ts";
import { asSentence, leadingSentences, splitSentences } from "./sentences.ts";
import { isTelling, saysMoreThan, summarizeDoc } from "./summarize-doc.ts";

it.each([
  ["A berth is booked, a 2nd one too", ["berth", "is", "booked,", "2nd", "one", "too"]],
  ["Причал бронируют заранее", ["Причал", "бронируют", "заранее"]],
  ["", []],
])("%j has the words %j", (text, words) => {
  expect(proseWords(text)).toEqual(words);
});

it.each(["港口泊位的预订服务", "岸壁を予約するサービス", "บริการจองท่าเรือ"])(
  "%j is cut to words although nothing stands between them",
  (text) => {
    expect(proseWords(text).length).toBeGreaterThan(2);
    expect(proseWords(text).join("")).toBe(text);
  },
);

it("sentences end where other scripts end them", () => {
  const text = "港口泊位的预订服务。代理可以预订泊位！可以取消吗？可以。";
  expect(splitSentences(text)).toEqual(["港口泊位的预订服务。", "代理可以预订泊位！", "可以取消吗？", "可以。"]);
  expect(leadingSentences(text, 200, 1)).toBe("港口泊位的预订服务。");
  expect(asSentence("港口泊位的预订服务。")).toBe("港口泊位的预订服务。");
});

it.each(["预订一个泊位，停留时间不能超过十四天", "Бронирует причал не позднее чем за два дня"])(
  "a comment in any script is a description: %s",
  (text) => {
    expect(summarizeDoc({ text, startLine: 1, endLine: 1 })?.text).toContain(text);
    expect(saysMoreThan("book", text)).toBe(true);
    expect(isTelling("book", text)).toBe(true);
  },
);
