import path from "node:path";

import { listNewestCommits } from "../../server/src/code-index/bench/load-push.ts";
import {
  measureFullIndex,
  measureHistory,
  measureQueries,
  measureUpdates,
} from "../../server/src/code-index/bench/measure-index.ts";
import { createMirrorSource } from "../../server/src/platform/git/mirror-source.ts";
import { resolveCommit } from "../../server/src/platform/git/objects/resolve-commit.ts";
import { run } from "../run.ts";
import { atMost, type Figure } from "./figure.ts";
import { makePackageRepository } from "./package-repository.ts";
import { makeRepeatedRepository } from "./repeated-repository.ts";

/**
 * Full index against reading the same blobs, and ranked queries, on a given repository or one of installed packages.
 */
export async function benchIndex(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const directory = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const source = createMirrorSource(directory);
  const commit = await headOf(directory);
  const indexDirectory = path.join(folder, "index");
  const full = await measureFullIndex({ source, commit, directory: indexDirectory });
  const queries = measureQueries({ directory: indexDirectory });
  const updates = await measureUpdates({
    source,
    gitDirectory: directory,
    // One to start from and ten to follow.
    commits: await listNewestCommits(directory, 11),
    directory: path.join(folder, "updates"),
  });
  const history = await measureHistory({ source, commit, directory: path.join(folder, "history") });
  const memoryBytes = process.memoryUsage.rss();
  const growth = await measureGrowth(folder, directory);
  const size = `${full.files} files, ${(full.textBytes / 1e6).toFixed(1)} MB`;
  return [
    atMost(`full index / git cat-file --batch (${size})`, full.ratio, 15, "x"),
    atMost("stored index / source text", full.storedShare * 100, 60, "%"),
    ...(queries ? [atMost(`ranked query p95 (${queries.queries} queries)`, queries.p95Ms, 10, "ms")] : []),
    atMost(`update to the next commit / git diff-tree and cat-file (${updates.pushes})`, updates.ratio, 1.5, "x"),
    atMost(`history index / the same floor (${history.commits} commits)`, history.ratio, 10, "x"),
    atMost("update in a tree four times as large / in the tree once", growth, 1.2, "x"),
    atMost("push to fresh search result, clone apart", updates.updateMs + updates.freshMs, 1000, "ms"),
    atMost("memory of this process after indexing", memoryBytes / 1e6, 1000, "MB"),
  ];
}

/** How much more one push costs where four times as much stays as it is. */
async function measureGrowth(folder: string, from: string): Promise<number> {
  const updateMs = async (times: number) => {
    const directory = path.join(folder, `copies-${times}`);
    const commits = await makeRepeatedRepository(from, { directory, times });
    const gitDirectory = path.join(directory, ".git");
    const source = createMirrorSource(gitDirectory);
    const measured = await measureUpdates({
      source,
      gitDirectory,
      commits,
      directory: `${directory}.index`,
      rounds: 5,
    });
    return measured.updateMs;
  };
  const once = await updateMs(1);
  return (await updateMs(4)) / once;
}

/** The commit of HEAD in a bare repository. */
export async function headOf(directory: string): Promise<string> {
  const { output } = await run(["git", `--git-dir=${directory}`, "rev-parse", "HEAD"], { isQuiet: true });
  const commit = await resolveCommit(directory, output.trim());
  if (commit === null) throw new Error(`${directory} has no commit at HEAD`);
  return commit;
}
