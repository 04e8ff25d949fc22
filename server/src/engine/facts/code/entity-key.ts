/**
 * The same key for a table and the class of its rows: `pet_types`, `PetType`. Whether a word is a plural is unknown,
 * so every word loses all that a plural adds: "statuses" and "status" both become "statu".
 */
export function entityKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/(?<!s)s$/, "")
    .replace(/(?<=[sxz]|ch|sh)e$/, "")
    .replace(/(?<!s)s$/, "")
    .replace(/(?:ie|y)$/, "i");
}

/**
 * The same among known names: two that only differ in the ending, such as `contract_options` of a relation and
 * `contractoption` itself, stay two.
 */
export function entityKeys(names: readonly string[]): (name: string) => string {
  const named = Map.groupBy(new Set(names), entityKey);
  return (name) =>
    (named.get(entityKey(name))?.length ?? 0) > 1 && names.includes(name) ? `=${name}` : entityKey(name);
}
