/** A path below a prefix. A slash at the end is kept: frameworks tell "/boats" from "/boats/". */
export function joinRoutePaths(prefix: string, path: string): string {
  if (path === "") return prefix;
  return `${prefix.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}
