import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

const lockFiles: [name: string, manager: string][] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

const pythonLockFiles: [name: string, manager: string][] = [
  ["uv.lock", "uv"],
  ["poetry.lock", "poetry"],
];

/** The JavaScript package manager with the nearest lock file; npm when there is none. */
export function packageManager(scope: CodeScope, below = scope.folder): string {
  return nearestLock(scope, below)?.manager ?? "npm";
}

/** The tool that runs commands inside the project's Python environment, by its lock file; null when there is none. */
export function pythonManager(scope: CodeScope, below = scope.folder): string | null {
  return nearest(scope, pythonLockFiles, below)?.manager ?? null;
}

/** The JavaScript lock file in a folder or above it; null without one. */
export function nearestLock(scope: CodeScope, below = scope.folder): { path: string; manager: string } | null {
  return nearest(scope, lockFiles, below);
}

function nearest(scope: CodeScope, known: typeof lockFiles, below: string): { path: string; manager: string } | null {
  const paths = scope.once("paths", () => new Set(scope.repository.index.files().map((file) => file.path)));
  const folders = below === "" ? [] : below.split("/").map((_, at, all) => all.slice(0, at + 1).join("/"));
  for (const folder of [...folders.toReversed(), ""]) {
    for (const [name, manager] of known) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (paths.has(path)) return { path, manager };
    }
  }
  return null;
}
