import { cp, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";

import { root } from "../run.ts";
import { git } from "./git.ts";

const defaultFileCount = 2400;
const largestFileBytes = 150_000;
const sources = /\.(ts|tsx|mts|js|mjs|cjs|jsx|py|go|rs|java|c|h|md|json|css|sql)$/;

/**
 * A bare repository made of the installed packages' own sources, a commit a package: real code in real shapes that every
 * checkout has, without a network.
 */
export async function makePackageRepository(directory: string, fileCount = defaultFileCount): Promise<string> {
  const tree = `${directory}.tree`;
  await mkdir(tree, { recursive: true });
  await git(["init", "--quiet", "--initial-branch=main"], tree);
  const names = await listPackages();
  let count = 0;
  for (const name of names) {
    if (count >= fileCount) break;
    const copied = await copySources(name, tree, fileCount - count);
    if (copied === 0) continue;
    count += copied;
    await git(["add", "--all"], tree);
    await git(["commit", "--quiet", "-m", await describePackage(name)], tree);
  }
  await git(["clone", "--quiet", "--bare", tree, directory], tree);
  await rm(tree, { recursive: true, force: true });
  return directory;
}

async function listPackages(): Promise<string[]> {
  const modules = path.join(root, "node_modules");
  const names = (await readdir(modules)).filter((name) => !name.startsWith(".") && name !== "@cairn");
  const scoped = names.filter((name) => name.startsWith("@"));
  const inner = await Promise.all(
    scoped.map(async (scope) => (await readdir(path.join(modules, scope))).map((name) => `${scope}/${name}`)),
  );
  return [...names.filter((name) => !name.startsWith("@")), ...inner.flat()].sort();
}

async function copySources(name: string, tree: string, room: number): Promise<number> {
  const from = path.join(root, "node_modules", name);
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  let copied = 0;
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const isWanted =
      entry.isFile() && sources.test(entry.name) && !/\.min\.|[/\\]node_modules[/\\]/.test(file.slice(from.length));
    if (!isWanted || (await stat(file)).size > largestFileBytes) continue;
    if (copied >= Math.min(room, 60)) break;
    await cp(file, path.join(tree, "packages", name, path.relative(from, file)));
    copied += 1;
  }
  return copied;
}

async function describePackage(name: string): Promise<string> {
  const text = await readFile(path.join(root, "node_modules", name, "package.json"), "utf8").catch(() => "{}");
  const { description = "" } = JSON.parse(text) as { description?: string };
  return `Add ${name}: ${description}`;
}
