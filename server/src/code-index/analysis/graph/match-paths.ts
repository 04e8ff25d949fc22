/** Most segments of a prefix that only one side has: "/api", "/api/v1", a tenant. */
const maxPrefix = 3;

/** A path's segments without its query; a segment computed at run time is "*". */
export function splitPath(path: string): string[] {
  return (
    path
      .replace(/[?#](?![^{]*\}).*$/, "")
      // Put in right behind the last word: a query, if anything.
      .replace(/(?<=\w)\$\{[^}]*\}$/, "")
      .split("/")
      .filter((part) => part !== "")
      .map((part) => (isPutIn(part) ? "*" : part.toLowerCase()))
  );
}

/** `:id`, `{id}`, `<int:id>`, `[id]`, `${boat.id}`, `%s`, `*`, `$id`. */
function isPutIn(part: string): boolean {
  return /^(?:[:*$].*|\{.*\}|<.*>|\[.*\]|%[sdv]|\(.*\))$|\$\{|%[sdv]|^\{|\}$/.test(part);
}

/**
 * Compares what is served with what is called. One side may have more in front: a router is mounted, a base address is
 * put before. `fixed` counts the parts that are written out on both sides. Null where they differ.
 */
export function matchPaths(
  served: readonly string[],
  called: readonly string[],
): { isWhole: boolean; fixed: number } | null {
  const extra = Math.abs(served.length - called.length);
  const shorter = Math.min(served.length, called.length);
  if (extra > maxPrefix || shorter === 0) return null;
  const servedTail = served.slice(served.length - shorter);
  const calledTail = called.slice(called.length - shorter);
  let fixed = 0;
  for (const [at, part] of servedTail.entries()) {
    const other = calledTail[at] ?? "";
    if (part === other && part !== "*") fixed += 1;
    // A value matches a parameter of the server; any other segment must be the same word.
    else if (part !== "*" && other !== "*") return null;
    else if (part !== "*" && other === "*") return null;
  }
  const isWhole = extra === 0;
  return fixed === 0 || (!isWhole && fixed < 2 && shorter < 2) ? null : { isWhole, fixed };
}
