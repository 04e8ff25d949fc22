/**
 * `node scripts/bootstrap.mjs scripts/train-dictionary.ts REPOSITORY...`: learns from bare git directories what facts
 * have in common, and writes the dictionary that they are packed with. Needs the command `zstd`.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { unpackJson } from "../server/src/code-index/analysis/parse/packed-json.ts";
import { storePath } from "../server/src/code-index/store/open-store.ts";
import { updateIndex } from "../server/src/code-index/update/update-index.ts";
import { createMirrorSource } from "../server/src/platform/git/mirror-source.ts";
import { headOf } from "./bench/code-index.ts";
import { run } from "./run.ts";

const dictionaryPath = path.join(import.meta.dirname, "../server/src/code-index/analysis/parse/facts.zdict");
/** Twice as much would save a hundredth more and take time for each file. */
const dictionaryBytes = 4096;
/** So that a few large files do not teach their own words. */
const maxSampleBytes = 8192;

/** All packed values of the index of a repository's newest commit, as JSON. */
async function collectSamples(repository: string, folder: string): Promise<string[]> {
  const commit = await headOf(repository);
  await updateIndex({ source: createMirrorSource(repository), commit, directory: folder });
  const database = new DatabaseSync(storePath(folder));
  const rows = database.prepare("SELECT facts, links FROM blobs").all();
  database.close();
  const packed = rows.flatMap(({ facts, links }) => [facts, links]).filter((value) => value !== null);
  return packed.map((value) => JSON.stringify(unpackJson(value as Uint8Array)).slice(0, maxSampleBytes));
}

const folder = await mkdtemp(path.join(os.tmpdir(), "facts-dictionary-"));
try {
  const samplesFolder = path.join(folder, "samples");
  await mkdir(samplesFolder);
  for (const [at, repository] of process.argv.slice(2).entries()) {
    const samples = await collectSamples(repository, path.join(folder, `index-${at}`));
    for (const [index, sample] of samples.entries())
      await writeFile(path.join(samplesFolder, `${at}-${index}.json`), sample);
  }
  await run(["zstd", "--train", "-r", samplesFolder, `--maxdict=${dictionaryBytes}`, "-o", dictionaryPath, "-f"]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
