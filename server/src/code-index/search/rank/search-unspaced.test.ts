import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

const folder = mkdtempSync(join(tmpdir(), "search-unspaced-"));
let index: CodeIndex;

beforeAll(async () => {
  const repository = makeRepository();
  const commit = repository.commit({
    "src/sign-in.ts": "/** 用户登录失败超过五次时，锁定账户二十四小时。 */\nexport const a = 1;\n",
    "src/upload.ts": "/** 上传的文件最大为十兆字节；超过则拒绝并返回错误。 */\nexport const b = 1;\n",
    "src/korean.ts": "/** 사용자가 비밀번호를 바꾼다. */\nexport const c = 1;\n",
    "src/thai.ts": "/** ลบบัญชีผู้ใช้ที่หมดอายุ */\nexport const d = 1;\n",
    // A paragraph without any sign in it is longer than a word may be.
    "docs/long.md": `# 说明\n\n${"本系统用于管理所有内容".repeat(8)}缩略图${"并且长期保存".repeat(4)}\n`,
  });
  await updateIndex({ directory: folder, source: gitDirectorySource(repository.directory), commit });
  repository.remove();
  const opened = openIndex(folder);
  if (opened === null) throw new Error("There is no index");
  index = opened;
});

afterAll(() => {
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("search in scripts without blanks between words", () => {
  it.each([
    ["几次登录失败会锁定账户？", "src/sign-in.ts"],
    ["上传文件的最大字节", "src/upload.ts"],
    ["비밀번호 변경", "src/korean.ts"],
    ["บัญชีหมดอายุ", "src/thai.ts"],
    ["缩略图", "docs/long.md"],
  ])("%s finds %s", (query, path) => {
    expect(index.search(query)[0]?.path).toBe(path);
  });
  it("counts the files that say a word", () => {
    expect(index.countWord("账户").files).toBe(1);
    expect(index.countWord("收费").files).toBe(0);
  });
});
