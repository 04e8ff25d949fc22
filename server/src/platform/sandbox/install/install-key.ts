import { createHash } from "node:crypto";
import path from "node:path";

import { listTree } from "#server/platform/git/objects/list-tree.ts";
import type { InstallOptions } from "#server/platform/sandbox/port/sandbox-port.ts";

/** Raise it when archives of today could not be put back any more. */
const format = 1;

/** Files that package managers and toolchains go by, wherever they lie. */
const manifests = [
  /^(package|package-lock|npm-shrinkwrap|composer|deno)\.json$|^(yarn|bun|uv|poetry|pdm|Cargo|composer|mix|Gemfile|deno|pubspec)\.lock$/,
  /^bun\.lockb$|^pnpm-(lock|workspace)\.yaml$|^\.(npmrc|yarnrc|yarnrc\.yml|pnpmfile\.cjs|nvmrc|tool-versions|(node|python|ruby)-version)$/,
  /^(requirements|constraints).*\.(txt|in)$|^(pyproject|Cargo|Pipfile|rust-toolchain|libs\.versions)(\.toml)?$|^setup\.(py|cfg)$|^Pipfile\.lock$/,
  /^go\.(mod|sum|work|work\.sum)$|^Gemfile$|\.gemspec$|^mix\.exs$|^pubspec\.yaml$|^Package\.(swift|resolved)$/,
  /^pom\.xml$|^(build|settings)\.gradle(\.kts)?$|^gradle\.(properties|lockfile)$|^gradle-wrapper\.properties$/,
  /\.(cs|fs|vb)proj$|^packages\.lock\.json$|^Directory\.(Build|Packages)\.props$|^nuget\.config$/i,
];

export interface InstallRequest extends Pick<InstallOptions, "command" | "folder" | "env" | "workCopy"> {
  /** What was installed in the work copy before, as a key; "" for nothing. */
  before: string;
  /** Changes with their versions. */
  toolchains: string;
}

export interface InstallKeys {
  /** For every commit with the same lockfiles and manifests; null where a commit has none that we know. */
  shared: string | null;
  /** For this commit alone. */
  own: string;
}

/** Name all that an install goes by: the repository, the command and where it runs, the toolchains, and what it reads. */
export async function createInstallKeys(request: InstallRequest, signal?: AbortSignal): Promise<InstallKeys> {
  const { command, folder = ".", env = {}, workCopy, before, toolchains } = request;
  const repository = path.dirname(workCopy.objects);
  const entries = await listTree(repository, workCopy.commit, { signal });
  const inputs = entries
    .filter((entry) => manifests.some((manifest) => manifest.test(path.posix.basename(entry.path))))
    .map((entry) => [entry.path, entry.mode, entry.oid]);
  const parts = [format, repository, before, path.posix.normalize(folder), command, env, toolchains];
  return { shared: inputs.length === 0 ? null : hash([...parts, inputs]), own: hash([...parts, workCopy.commit]) };
}

function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
