/**
 * The value as PostgreSQL can hold it: `text` and `jsonb` take neither NUL nor half a surrogate pair. Both become U+FFFD in
 * every string of the value, so that people see that something was there; names of properties, dates and the like stay as
 * they are.
 */
export function storable<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\u0000", "\uFFFD") as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, storable(one)])) as T;
}

/** Text taken out of a foreign file, where NUL and half surrogate pairs are leftovers of the format: NUL is left out. */
export function storableExtract(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}
