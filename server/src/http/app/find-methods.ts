import type { Endpoint } from "@cairn/contract/endpoint";

/**
 * The methods that an address accepts; empty for an unknown address. Called only for requests that no route handled.
 */
export function createMethodFinder(
  calls: readonly (Pick<Endpoint, "path"> & { method: string })[],
): (path: string) => string[] {
  const patterns = calls.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`),
  }));
  return (path) => [
    ...new Set(
      patterns
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])),
    ),
  ];
}
