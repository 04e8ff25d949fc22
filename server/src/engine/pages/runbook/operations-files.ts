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
