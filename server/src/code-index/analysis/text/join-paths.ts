/** One slash between, none at the end unless alone. */
export function joinPaths(prefix: string, path: string): string {
  const joined = `/${prefix}/${path}`.replaceAll(/\/{2,}/g, "/");
  return joined.length > 1 ? joined.replace(/\/$/, "") : joined;
}
