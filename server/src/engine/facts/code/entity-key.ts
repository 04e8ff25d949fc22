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
