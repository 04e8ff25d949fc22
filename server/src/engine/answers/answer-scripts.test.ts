import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Question } from "#server/engine/answer-context/answer-event.ts";

import { answerFromCode } from "./answer-from-code.ts";
import { indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** Comments and documents in languages that set no blanks between words. */
const files: Record<string, string> = {
  "README.md": "# 书签管理器\n\n一个用于收集和整理网页书签的工具。\n",
  "docs/backup.md": "# 备份与恢复\n\n## 自动备份\n\n系统每天凌晨三点自动备份全部书签，保留最近七份。\n",
  "src/sign-in.ts":
    "/** 用户登录失败超过五次时，锁定账户二十四小时。 */\nexport function recordFailure(count: number): boolean {\n  return count > 5;\n}\n",
  "src/upload.ts":
    "/** 上传超时后重试三次。 */\nexport function sendAgain(tries: number): boolean {\n  return tries < 3;\n}\n",
  "src/thumbnail.ts":
    "/** アップロードされた画像のサムネイルを作成する。 */\nexport function shrink(picture: string): string {\n  return picture;\n}\n",
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("bookmarks", [{ message: "开始", files }]);
});
afterAll(() => indexed.remove());

async function ask(text: string): Promise<{ answer: string; cited: string[] }> {
  const question: Question = { text, lens: "technical", earlier: [], selection: null, focus: null };
  let answer = "";
  const cited: string[] = [];
  for await (const event of answerFromCode(question, [indexed.codebase], new AbortController().signal)) {
    if (event.type === "text") answer += event.text;
    if (event.type === "source") cited.push(event.source.path);
  }
  return { answer, cited };
}

describe("questions in scripts without blanks between words", () => {
  it.each([
    ["登录失败几次会被锁定？", "src/sign-in.ts", "recordFailure"],
    ["超时后会重试几次？", "src/upload.ts", "sendAgain"],
    ["サムネイルはどこで作成されますか？", "src/thumbnail.ts", "shrink"],
  ])("%s is answered by the comment that says it", async (text, path, name) => {
    const { answer, cited } = await ask(text);
    expect(cited[0]).toBe(path);
    expect(answer).toContain(name);
    expect(answer).not.toMatch(/^Nothing/);
  });
  it("finds the document", async () => {
    expect((await ask("书签如何备份？")).cited).toContain("docs/backup.md");
  });
  it("says truly that something is not there", async () => {
    const { answer } = await ask("有没有双因素认证？");
    expect(answer).toMatch(/^Nothing in the indexed code mentions/);
  });
});
