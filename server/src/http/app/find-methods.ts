import type { Endpoint } from "@cairn/contract/endpoint";

/** Which methods an address takes; none for one that nothing answers. Asked only for calls that nobody answered. */
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
