import type { SettingSite } from "#server/code-index/ports/setting-facts.ts";

/**
 * The default of whoever owns the setting; null where places disagree and none of them does: one file for several cases,
 * such as drivers of databases, or files that read it for purposes of their own.
 */
export function ownDefault(name: string, value: string | null, sites: readonly SettingSite[]): string | null {
  const inCode = sites.filter(
    ({ source, defaultValue }) => /^(?:read|declared)$/.test(source) && defaultValue !== null,
  );
  if (inCode.length === 0) return isOwnName(name, value) ? null : value;
  // What is declared is declared for all who read it.
  const read = inCode.filter(({ source }) => source === "read");
  if (read.length < inCode.length) return hasDisagreeingFile(read) ? null : value;
  if (isOne(read)) return value;
  const owning = read.filter(({ path }) => isNamedAlike(path, name));
  return owning.length > 0 && isOne(owning) ? (owning[0]?.defaultValue ?? null) : null;
}

/** A document that repeats the end of the name in place of a default tells none. */
export function isOwnName(name: string, value: string | null): boolean {
  return value !== null && /^[A-Z_]{2,}$/.test(value) && name.endsWith(value);
}

function isOne(sites: readonly SettingSite[]): boolean {
  return new Set(sites.map(({ defaultValue }) => defaultValue)).size <= 1;
}

function hasDisagreeingFile(sites: readonly SettingSite[]): boolean {
  return [...Map.groupBy(sites, ({ path }) => path).values()].some((own) => !isOne(own));
}

/** `config/database.php` is the place of `DB_CONNECTION`, as `cache.ts` is that of `CACHE_TTL`. */
export function isNamedAlike(path: string, name: string): boolean {
  const stem = (/([^/]+?)\.\w+$/.exec(path)?.[1] ?? path).toLowerCase().replaceAll(/[^a-z\d]/g, "");
  const words = name.toLowerCase().split(/[^a-z\d]+/);
  return words.some((word) => word === stem || `${word}s` === stem || shortFor[word] === stem);
}

const shortFor: Record<string, string> = { db: "database", auth: "authentication", msg: "messaging" };
