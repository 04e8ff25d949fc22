/** The import rules of .dependency-cruiser.cjs, part of `npm run check`. Exits 1 when one is broken or a file was not read. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { cruisedFolders, judgeCruise, type Cruise } from "./judge-cruise.ts";
import { root, run } from "./run.ts";

async function listSourceFiles(folder: string): Promise<string[]> {
  const names = await readdir(path.join(root, folder), { recursive: true });
  return names.filter((name) => /\.(tsx?|mjs)$/.test(name)).map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-cruise-"));
const file = path.join(directory, "cruise.json");
const command = ["depcruise", ...cruisedFolders, "--output-type", "json", "--output-to", file];
const { output } = await run(command, { isQuiet: true });
const text = await readFile(file, "utf8").catch(() => null);
await rm(directory, { recursive: true });
if (text === null) throw new Error(`The imports could not be read:\n${output}`);
const cruise = JSON.parse(text) as Cruise;
const files = (await Promise.all(cruisedFolders.map(listSourceFiles))).flat();
const complaints = judgeCruise(cruise, files);
console.log(complaints.length === 0 ? `${files.length} files, no violation` : complaints.join("\n"));
process.exitCode = complaints.length === 0 ? 0 : 1;
