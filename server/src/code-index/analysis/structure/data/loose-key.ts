/** The same for a table and the class of its rows, whatever the convention. */
export function looseKey(name: string): string {
  const bare = name
    .slice(name.lastIndexOf(".") + 1)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return bare
    .replace(/(?<!s)s$/, "")
    .replace(/(?<=[sxz]|ch|sh)e$/, "")
    .replace(/(?<!s)s$/, "")
    .replace(/(?:ie|y)$/, "i");
}
