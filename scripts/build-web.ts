import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import { root, run } from "./run.ts";

export const webDirectory = path.join(root, "web/dist");
const stampFile = path.join(root, "web/dist/.sources");
const sources = ["web/src", "web/public", "web/index.html", "web/vite.config.ts", "web/package.json", "contract/src"];

/** Builds the web app when its sources, the contract or the locked packages changed since the last build. */
export async function buildWebIfChanged(): Promise<void> {
  const stamp = await hashSources();
  const built = await readFile(stampFile, "utf8").catch(() => "");
  if (built === stamp) return;
  console.log("Building the web app …");
  const { exitCode, output } = await run(["vite", "build", "--logLevel", "warn"], {
    isQuiet: true,
    cwd: path.join(root, "web"),
  });
  if (exitCode !== 0) {
    await rm(stampFile, { force: true });
    throw new Error(`The web app could not be built:\n${output}`);
  }
  await packFiles();
  await writeFile(stampFile, stamp);
}

const packable = /\.(html|js|css|svg|json)$/;
const gzipped = promisify(gzip);

/** Writes the `.gz` twin the server sends, so that nothing is packed while somebody waits. */
async function packFiles(): Promise<void> {
  const entries = await readdir(webDirectory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && packable.test(entry.name));
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name);
    await writeFile(`${file}.gz`, await gzipped(await readFile(file), { level: 9 }));
  }
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = await Promise.all([...sources, "package-lock.json"].map(listFiles));
  for (const file of files.flat().sort()) hash.update(file).update(await readFile(path.join(root, file)));
  return hash.digest("hex");
}

async function listFiles(source: string): Promise<string[]> {
  const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [source];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
