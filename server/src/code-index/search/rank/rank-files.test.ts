import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CodeIndex, SearchHit } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

let folder: string;
let index: CodeIndex;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rank-files-"));
  const repository = makeRepository();
  const plain = (name: string): string => `export function ${name}(): number {\n  return 1;\n}\n`;
  repository.commit({
    "src/mail/send.ts": plain("post"),
    "src/mail/queue.ts": plain("line"),
    "src/mail/limits.ts": plain("bound"),
    "src/web/send.ts": plain("answer"),
    "src/web/limits.ts": plain("bound"),
    "src/web/pages.ts": plain("show"),
    "src/web/pages.test.ts": "it('shows a gallery of pictures', () => {});\n",
    "src/web/pages.d.ts": "export declare function show(): number;\n",
  });
  for (let time = 0; time < 4; time += 1) {
    const files = {
      "src/mail/queue.ts": `${plain("line")}// ${time}`,
      "src/mail/send.ts": `${plain("post")}// ${time}`,
    };
    repository.commit(files, `Retry letters that bounced, part ${time}`);
  }
  repository.commit({ "src/web/limits.ts": `${plain("bound")}// more` }, "Allow more at once (#812)");
  const commit = repository.git("rev-parse", "HEAD");
  await updateIndex({ directory: folder, source: gitDirectorySource(repository.directory), commit });
  repository.remove();
  const opened = openIndex(folder);
  if (opened === null) throw new Error("No index");
  index = opened;
});

afterAll(() => {
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

const paths = (query: string): string[] => index.search(query).map(({ path }) => path);
const first = (query: string): SearchHit | undefined => index.search(query)[0];

describe("ranking", () => {
  it("prefers files in the scope that the query names", () => {
    expect(first("fix(mail): bound")?.path).toBe("src/mail/limits.ts");
    expect(first("Web: bound")?.path).toBe("src/web/limits.ts");
  });

  it("follows a ticket to the files of its commits, and says so", () => {
    const hit = first("Undo #812");
    expect(hit?.path).toBe("src/web/limits.ts");
    expect(hit?.reasons).toContainEqual({ kind: "history", evidence: ["Allow more at once (#812)"] });
  });

  it("finds by the messages of earlier commits what no file says", () => {
    expect(paths("letters bounced").slice(0, 2).sort()).toEqual(["src/mail/queue.ts", "src/mail/send.ts"]);
  });

  it("finds a file by its test", () => {
    expect(first("gallery of pictures")?.path).toBe("src/web/pages.ts");
    expect(first("gallery of pictures")?.reasons).toContainEqual({ kind: "test", evidence: ["src/web/pages.test.ts"] });
  });

  it("gives every hit a score above nothing that never rises", () => {
    const scores = index.search("send limits pages gallery").map(({ score }) => score);
    expect(scores.length).toBeGreaterThan(4);
    expect(Math.min(...scores)).toBeGreaterThan(0);
    expect(scores.toSorted((a, b) => b - a)).toEqual(scores);
  });

  it("leaves out files that only keep good company", () => {
    expect(paths("letters bounced")).not.toContain("src/mail/limits.ts");
  });
});
