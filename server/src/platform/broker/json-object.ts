/** An object of somebody else's JSON. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object, or an empty one. */
export function toJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A whole number of at least 0 that fits into what is stored; null for anything else. */
export function toTokens(value: unknown): number | null {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return null;
  return Math.min(Math.round(value), 1_000_000_000);
}
