import {
  findManifests,
  governingManifests,
  type LocatedManifest,
} from "#server/engine/facts/project/find-manifests.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

const ecosystemOf: Readonly<Record<string, readonly string[]>> = {
  typescript: ["npm"],
  tsx: ["npm"],
  javascript: ["npm"],
  jsx: ["npm"],
  vue: ["npm"],
  svelte: ["npm"],
  python: ["python"],
  go: ["go"],
  rust: ["cargo"],
  java: ["maven", "gradle"],
  kotlin: ["gradle", "maven"],
  php: ["composer"],
  ruby: ["ruby"],
  csharp: ["nuget"],
  elixir: ["hex"],
};

/** Their tools find what they need in folders above by themselves. */
const looksUp = new Set(["go", "cargo", "python"]);

/**
 * The manifest whose tools the commands of a folder are told to: of several in the folder, that of the language most of it is
 * written in. Null where none is certain.
 */
export function chooseManifest(scope: CodeScope): LocatedManifest | null {
  const own = governingManifests(scope);
  const here = own.filter(({ folder }) => folder === scope.folder);
  const usable = here.length > 0 ? here : own.filter(({ manifest }) => looksUp.has(manifest.ecosystem));
  const ecosystems = new Set(usable.map(({ manifest }) => manifest.ecosystem));
  if (ecosystems.size === 0) return findSolution(scope);
  if (ecosystems.size === 1) return usable[0] ?? null;
  for (const { language } of scope.repository.index.languages(scope.folder)) {
    const fitting = (ecosystemOf[language] ?? []).find((one) => ecosystems.has(one));
    if (fitting !== undefined) return usable.find(({ manifest }) => manifest.ecosystem === fitting) ?? null;
  }
  return null;
}

/** Projects of .NET lie below the folder that they are all built from. */
function findSolution(scope: CodeScope): LocatedManifest | null {
  const below = findManifests(scope);
  const isOnly = below.length > 0 && below.every(({ manifest }) => manifest.ecosystem === "nuget");
  const hasSolution = scope.files.some(({ path }) => isHere(scope, path) && /\.slnx?$/.test(path));
  const [first] = below.filter(({ manifest }) => manifest.ecosystem === "nuget");
  return (hasSolution || isOnly) && first !== undefined ? first : null;
}

/** Whether a file lies right in the scope's folder. */
export function isHere(scope: CodeScope, path: string): boolean {
  return path.slice(0, Math.max(0, path.lastIndexOf("/"))) === scope.folder;
}
