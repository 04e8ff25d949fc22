import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

const folder = mkdtempSync(join(tmpdir(), "count-word-"));
let index: CodeIndex;

beforeAll(async () => {
  const repository = makeRepository();
  const files = {
    "src/letter.ts": "export function sealLetter() {}\n",
    "src/stamps/print.ts": "// Prints on letters.\nexport const print = 1;\n",
    "docs/wax.md": "# Wax\n\nSealing wax for a letter.\n",
  };
  const commit = repository.commit(files, "Send parcels");
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

it.each([
  ["letter", 3, ["docs", "source"]],
  ["Letters", 3, ["docs", "source"]],
  ["wax", 1, ["docs"]],
  ["stamps", 1, ["source"]],
  ["print_wax", 2, ["docs", "source"]],
])("counts files that say %s, in names and paths too", (word, files, kinds) => {
  const count = index.countWord(word);
  expect([count.files, [...count.kinds].sort()]).toEqual([files, kinds]);
});

it("counts none for what only a message of a commit says", () => {
  expect(index.countWord("parcels")).toEqual({ files: 0, kinds: new Set() });
  expect(index.countWord(" ")).toEqual({ files: 0, kinds: new Set() });
});
