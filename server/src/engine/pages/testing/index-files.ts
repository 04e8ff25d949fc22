import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { toLines } from "#server/engine/evidence/evidence.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";

export interface IndexedFiles extends PageRepository {
  /** How many different files were read for evidence. */
  filesRead(): number;
  remove(): Promise<void>;
}

/** A real repository of these files, committed one message after another, with its real index. */
export async function indexFiles(
  repositoryId: string,
  commits: readonly { message: string; files: Record<string, string> }[],
): Promise<IndexedFiles> {
  const repository = await createTestRepository();
  let commit = "";
  for (const { message, files } of commits) commit = await repository.commit(message, files);
  const directory = await mkdtemp(join(tmpdir(), "cairn-pages-"));
  const source = createMirrorSource(join(repository.path, ".git"));
  await updateIndex({ directory, source, commit });
  const index = openIndex(directory, source);
  if (index === null) throw new Error("the index was not finished");
  const read = new Map<string, Promise<string[] | null>>();
  const show = (path: string) =>
    repository.git("show", `${commit}:${path}`).then(
      (text) => toLines(text),
      () => null,
    );
  return {
    repositoryId,
    name: repositoryId,
    index,
    reader: {
      repositoryId,
      commit,
      readLines(path) {
        const lines = read.get(path) ?? show(path);
        read.set(path, lines);
        return lines;
      },
    },
    filesRead: () => read.size,
    async remove() {
      index.close();
      await repository.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
