import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { openHistory } from "#server/domain/chat/history/open-history.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";

export interface DatedCommit {
  message: string;
  /** ISO 8601: when it was made. */
  at: string;
  author?: string;
  /** Null takes a file away. */
  files: Record<string, string | null>;
  tag?: string;
  /** Made on a branch of their own, which this commit merges. */
  branch?: readonly DatedCommit[];
}

export interface PastCodebase {
  codebase: Codebase;
  /** Ids of the commits, in the order in which they were made. */
  commits: string[];
  remove: () => Promise<void>;
}

/** A real repository whose commits have authors, days and tags of their own, indexed, with its history. */
export async function openPastOf(commits: readonly DatedCommit[]): Promise<PastCodebase> {
  const repository = await createTestRepository();
  const oids: string[] = [];
  const make = async ({ message, at, author = "Ada Example", files, tag, branch }: DatedCommit): Promise<void> => {
    if (branch) {
      await repository.git("checkout", "-q", "-b", "side");
      for (const one of branch) await make(one);
      await repository.git("checkout", "-q", "main");
      await repository.git("merge", "-q", "--no-ff", "-m", "staged", "side");
      await repository.git("branch", "-q", "-D", "side");
    }
    const gone = Object.entries(files).flatMap(([path, content]) => (content === null ? [path] : []));
    const written = Object.entries(files).flatMap(([path, content]) => (content === null ? [] : [[path, content]]));
    if (gone.length > 0) await repository.git("rm", "-q", "--", ...gone);
    if (!branch) await repository.commit("staged", Object.fromEntries(written));
    // An alias that git gives to a shell is the way to another day than the helper's own.
    const dated = `!GIT_COMMITTER_DATE='${at}' GIT_AUTHOR_NAME='${author}' GIT_AUTHOR_DATE='${at}' git commit -q --amend --allow-empty --reset-author -F -`;
    const file = join(repository.path, ".git", "message");
    await writeFile(file, message);
    await repository.git("-c", `alias.dated=${dated} < '${file}'`, "dated");
    oids.push(await repository.git("rev-parse", "HEAD"));
    if (tag !== undefined) await repository.git("tag", tag);
  };
  for (const commit of commits) await make(commit);
  const directory = join(repository.path, ".git");
  const folder = await mkdtemp(join(tmpdir(), "cairn-history-"));
  const commit = oids.at(-1) ?? "";
  const source = createMirrorSource(directory);
  await updateIndex({ directory: folder, source, commit });
  const index = openIndex(folder, source);
  if (!index) throw new Error("not indexed");
  const location = { repositoryId: "board", directory, commit, signal: new AbortController().signal };
  const history = openHistory(location);
  const reader = { ...openCodeReader({ ...location, files: () => index.files() }), at: history.at };
  return {
    codebase: { repositoryId: "board", name: "board", index, reader, history },
    commits: oids,
    async remove() {
      index.close();
      await rm(folder, { recursive: true });
      await repository.remove();
    },
  };
}
