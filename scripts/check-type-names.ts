/** Type names, part of `npm run check`. Exits 1 when one is vague or two types of a package share one. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { judgeTypeNames, type TypeSource } from "./judge-type-names.ts";
import { root } from "./run.ts";

const folders = ["contract/src", "server/src", "web/src", "scripts", "e2e"];

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(path.join(root, folder), { recursive: true });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|spec)\.tsx?$|node_modules/.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

async function readSource(file: string): Promise<TypeSource> {
  return { path: file, text: await readFile(path.join(root, file), "utf8") };
}

const files = (await Promise.all(folders.map(listFiles))).flat();
const complaints = judgeTypeNames(await Promise.all(files.map(readSource)));
console.log(complaints.length === 0 ? `${files.length} files, no complaint` : complaints.join("\n"));
process.exitCode = complaints.length === 0 && files.length > 0 ? 0 : 1;
