import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { fileName } from "#server/engine/text/wording.ts";

const dockerfile = /^(?:dockerfile|containerfile)(?:\.[\w.-]+)?$|\.dockerfile$/i;
const compose = /^(?:docker-)?compose(?:[.-][\w-]+)*\.ya?ml$/i;

/** Files that say how the program is built into an image; a service without one of its own has the repository's. */
export function findDockerfiles(scope: CodeScope): string[] {
  return nearest(scope, (path) => dockerfile.test(fileName(path)));
}

/** Files that say which containers run together. */
export function findComposeFiles(scope: CodeScope): string[] {
  return nearest(scope, (path) => compose.test(fileName(path)));
}

/** A service of a compose file, with the lines below its name. Lines count from 1. */
interface ComposedService {
  name: string;
  line: number;
  own: readonly string[];
}

/** The entries directly below `services:`, with any indentation. */
export function composedServices(lines: readonly string[]): ComposedService[] {
  const from = lines.findIndex((line) => /^services:\s*(?:#.*)?$/.test(line));
  if (from < 0) return [];
  const inside = untilDepth(lines.slice(from + 1), 0);
  const indent = inside.find((line) => serviceName.test(line))?.search(/\S/) ?? 2;
  return inside.flatMap((line, at) => {
    const name = line.search(/\S/) === indent ? serviceName.exec(line)?.[1] : undefined;
    return name === undefined ? [] : [{ name, line: from + 2 + at, own: untilDepth(inside.slice(at + 1), indent) }];
  });
}

const serviceName = /^\s+["']?([\w.-]+)["']?:\s*(?:&[\w-]+\s*)?(?:#.*)?$/;

/** The lines before the first that is indented no further than `depth`. */
function untilDepth(lines: readonly string[], depth: number): readonly string[] {
  const end = lines.findIndex((line) => line.trim() !== "" && !/^\s*#/.test(line) && line.search(/\S/) <= depth);
  return lines.slice(0, end < 0 ? undefined : end);
}

/** Kubernetes objects, as far as they lie in folders that are named after it. */
export function findClusterFiles(scope: CodeScope): string[] {
  return nearest(scope, (path) => /(?:^|\/)(?:k8s|kubernetes|helm|charts?|deploy|manifests)\/.*\.ya?ml$/i.test(path));
}

/** Inside the scope's folder, else above it; those at the top first, and none of examples or tests. */
function nearest(scope: CodeScope, isWanted: (path: string) => boolean): string[] {
  const all = scope.repository.index
    .files()
    .map((file) => file.path)
    .filter((path) => isWanted(path) && !/(?:^|\/)(?:examples?|fixtures?|tests?|testdata|node_modules)\//i.test(path))
    .toSorted((a, b) => a.split("/").length - b.split("/").length || a.localeCompare(b));
  const own = all.filter((path) => scope.folder === "" || path.startsWith(`${scope.folder}/`));
  return own.length > 0 ? own : all.filter((path) => !path.includes("/"));
}
