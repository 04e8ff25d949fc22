import path from "node:path";

import { replayPushesOverPages } from "../../server/src/main/evaluations/replay-pages.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { changeFiles } from "./ledger.ts";
import { makePackageRepository } from "./package-repository.ts";

/** Pushes that change lines, after those that add a package each. */
const changes = 20;

/** What forty pushes do to pages that rest on the code, beside what git says of the lines they cite. */
export async function benchReplay(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const directory = repositoryPath ?? (await makeChangedRepository(folder));
  const { rows, firstCalls } = await replayPushesOverPages(directory);
  const sum = (pick: (row: (typeof rows)[number]) => number, of = rows) =>
    of.reduce((total, row) => total + pick(row), 0);
  const stale = sum((row) => row.stale - row.unchanged);
  const quiet = rows.filter((row) => row.marked === 0 && row.stale === 0);
  const calls = rows.map((row) => row.calls).toSorted((one, other) => one - other);
  const medianCalls = calls[calls.length >> 1] ?? 0;
  const written = sum((row) => row.indexRows + row.writerRows + row.calls, quiet);
  return [
    atMost(
      `sections rewritten / truly stale (${stale} in ${rows.length} pushes)`,
      sum((row) => row.rewritten) / Math.max(1, stale),
      1.2,
      "x",
    ),
    atMost(
      "stale sections missed",
      sum((row) => row.missed),
      0,
      "",
    ),
    atMost(`rows and calls of ${quiet.length} pushes that touch no cited line`, written, 0, ""),
    atMost(
      `model calls of a median push / of writing all pages (${firstCalls})`,
      (100 * medianCalls) / Math.max(1, firstCalls),
      2,
      "%",
    ),
  ];
}

/** The repository of packages with changes to what is in it. */
async function makeChangedRepository(folder: string): Promise<string> {
  const tree = path.join(folder, "changed");
  await git(["clone", "--quiet", await makePackageRepository(path.join(folder, "packages.git")), tree]);
  const files = (await git(["ls-files"], tree)).split("\n").filter((name) => /\.(?:[jt]sx?|py|go|md)$/.test(name));
  for (let round = 0; round < changes; round += 1) await changeFiles(tree, { files, round });
  return path.join(tree, ".git");
}
