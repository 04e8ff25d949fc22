import path from "node:path";

import { measureGrep } from "../../server/src/code-index/bench/grep-against-ripgrep.ts";
import { measureQueries } from "../../server/src/code-index/bench/measure-index.ts";
import { timed } from "../../server/src/code-index/bench/timing.ts";
import { openIndex } from "../../server/src/code-index/snapshot/open-index.ts";
import { updateIndex } from "../../server/src/code-index/update/update-index.ts";
import { createMirrorSource } from "../../server/src/platform/git/mirror-source.ts";
import { run } from "../run.ts";
import { headOf } from "./code-index.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { makePackageRepository } from "./package-repository.ts";

/** Exact search beside ripgrep, which must be installed, on a given repository or one of installed packages. */
export async function benchLines(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const found = await run(["rg", "--version"], { isQuiet: true });
  if (found.exitCode !== 0)
    throw new Error("This part compares with ripgrep: install it first (apt-get install ripgrep)");
  const directory = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const source = createMirrorSource(directory);
  const commit = await headOf(directory);
  const checkout = path.join(folder, "checkout");
  await git(["clone", "--quiet", "--shared", directory, checkout]);
  const indexDirectory = path.join(folder, "index");
  await updateIndex({ source, commit, directory: indexDirectory });
  const index = openIndex(indexDirectory, source);
  if (index === null) throw new Error("The index could not be opened");
  const measured = await measureGrep({ index, checkout, ripgrep: "rg" });
  const scanMs = await measureScan(checkout);
  const ranked = measureQueries({ directory: indexDirectory });
  const { queries, differences, medianRatio, sumRatio, leastRatio, p95Ms } = measured;
  const size = `${index.files().length} files`;
  index.close();
  return [
    atMost(`patterns with other lines than ripgrep (of ${queries}; ${size})`, differences.length, 0, "patterns"),
    atLeast("ripgrep / exact search, median", medianRatio, 15, "x"),
    atLeast("ripgrep / exact search, all together", sumRatio, 8, "x"),
    atLeast("ripgrep / exact search, the slowest", leastRatio, 1, "x"),
    atMost("exact search p95, first 50 lines", p95Ms, 40, "ms"),
    atMost("ranked query p95 / one scan of the tree by ripgrep", (ranked?.p95Ms ?? Infinity) / scanMs, 0.1, "x"),
  ];
}

/** Ripgrep reading everything for a text that does not occur; the best of five. */
async function measureScan(checkout: string): Promise<number> {
  let bestMs = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const search = ["rg", "--no-config", "--hidden", "--no-ignore", "-F", "-e", "this stands nowhere at all"];
    bestMs = Math.min(bestMs, await timed(() => run(search, { isQuiet: true, cwd: checkout })));
  }
  return bestMs;
}
