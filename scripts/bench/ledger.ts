import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Source } from "@cairn/contract/sources";

import { followedMessage, indexRepository } from "../../server/src/domain/indexing/index-repository.ts";
import { writePageSources } from "../../server/src/domain/ledger/write-page-sources.ts";
import { hashLines, toLines } from "../../server/src/engine/evidence/evidence.ts";
import { openScratchProduct, type ScratchProduct } from "../../server/src/main/evaluations/scratch-product.ts";
import { artifacts, sections } from "../../server/src/platform/db/tables/artifacts.ts";
import type { Logger } from "../../server/src/platform/log/logger.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { makePackageRepository } from "./package-repository.ts";

const pages = 100;
const sectionsOfPage = 20;
const sourcesOfSection = 5;
const pushRounds = 7;
const changedFiles = 20;
/** Cited lines, and lines from the start of one citation to the next. */
const [citedLines, citedEvery] = [6, 10];
const maxCitedFiles = 500;

/**
 * What a push costs beyond its index where many sections rest on the code: half of its files shift lines, half change
 * some.
 */
export async function benchLedger(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const source = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const tree = path.join(folder, "tree");
  await git(["clone", "--quiet", source, tree]);
  const commit = (await git(["rev-parse", "HEAD"], tree)).trim();
  const times: number[] = [];
  const location = { directory: path.join(tree, ".git"), commit, name: "packages" };
  const scratch = path.join(folder, "scratch");
  await mkdir(scratch);
  const product = await openScratchProduct(scratch, location, { log: listenTo((ms) => times.push(ms)), model: null });
  try {
    await bringIndex(product);
    const cited = await readCitations(tree, { commit, repositoryId: product.repositoryId });
    await writePages(product, cited);
    const files = [...new Set(cited.map((one) => one.path))];
    times.length = 0;
    for (let round = 0; round < pushRounds; round += 1) {
      await changeFiles(tree, { files, round });
      await product.push((await git(["rev-parse", "HEAD"], tree)).trim());
      await bringIndex(product);
    }
    const name = `staleness of ${pages * sectionsOfPage} sections after a push (median of ${pushRounds})`;
    return [atMost(name, times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0, 100, "ms")];
  } finally {
    await product.close();
  }
}

const bringIndex = (product: ScratchProduct) => indexRepository(product.ctx, product, { isLastTry: true });

/** Hears how long following took. */
function listenTo(hear: (durationMs: number) => void): Logger {
  const log: Logger = {
    debug: (fields, message) => {
      if (message === followedMessage && "durationMs" in fields) hear(Number(fields.durationMs));
    },
    info: () => {},
    warn: () => {},
    error: () => {},
    child: () => log,
  };
  return log;
}

/** As many ranges of the code as there are sources, taken from all files in turns. */
async function readCitations(tree: string, at: { commit: string; repositoryId: string }): Promise<Source[]> {
  const listed = (await git(["ls-files"], tree))
    .split("\n")
    .filter((name) => /^[\w./@-]+\.(?:[jt]sx?|py|go)$/.test(name));
  const places: Source[][] = [];
  for (const name of listed.slice(0, maxCitedFiles)) {
    const lines = toLines(await readFile(path.join(tree, name), "utf8"));
    const starts = Array.from({ length: Math.floor(lines.length / citedEvery) }, (_, n) => n * citedEvery);
    places.push(
      starts.map((start) => {
        const range = { startLine: start + 1, endLine: start + citedLines };
        return { ...at, path: name, ...range, hash: hashLines(lines.slice(start, start + citedLines)) };
      }),
    );
  }
  const rounds = Math.max(...places.map((ofFile) => ofFile.length));
  const byTurns = Array.from({ length: rounds }, (_, round) => places.flatMap((ofFile) => ofFile[round] ?? [])).flat();
  const wanted = pages * sectionsOfPage * sourcesOfSection;
  return Array.from({ length: wanted }, (_, at_) => byTurns[at_ % byTurns.length]).filter((one) => one !== undefined);
}

async function writePages({ ctx, organizationId, projectId }: ScratchProduct, cited: readonly Source[]): Promise<void> {
  const now = ctx.now();
  for (let page = 0; page < pages; page += 1) {
    const artifactId = randomUUID();
    const key = { artifactId, organizationId };
    const made = Array.from({ length: sectionsOfPage }, (_, position) => ({
      ...key,
      sectionId: randomUUID(),
      position,
      title: `Part ${position}`,
      output: "markdown" as const,
      content: "",
      status: "fresh" as const,
    }));
    await ctx.db.transaction(async (tx) => {
      const times = { createdAt: now, updatedAt: now };
      await tx.insert(artifacts).values({ ...key, projectId, title: `Page ${page}`, writtenBy: "Bench", ...times });
      await tx.insert(sections).values(made);
      const sources = made.map(({ sectionId, position }) => {
        const start = (page * sectionsOfPage + position) * sourcesOfSection;
        return { sectionId, sources: cited.slice(start, start + sourcesOfSection) };
      });
      await writePageSources(ctx, tx, key, sources);
    });
  }
}

/** A commit. Every second file changes a line; in all of them the lines below the first move. */
export async function changeFiles(
  tree: string,
  { files, round }: { files: readonly string[]; round: number },
): Promise<void> {
  for (let n = 0; n < changedFiles; n += 1) {
    const file = path.join(tree, files[(round * changedFiles + n) % files.length] ?? "");
    const lines = (await readFile(file, "utf8")).split("\n");
    if (n % 2 === 0) lines[lines.length >> 1] = `// changed in round ${round}`;
    await writeFile(file, [`// round ${round}`, ...lines].join("\n"));
  }
  await git(["commit", "--quiet", "--all", "-m", `Round ${round}`], tree);
}
