/** Most results of one query. */
const maxResults = 100;
const maxRecent = 24;
const storageKey = "recent-emoji";

export interface Emoji {
  character: string;
  label: string;
  /** Shortcodes, such as `tada`. */
  names: readonly string[];
  /** Further search terms. */
  words: readonly string[];
}

let loaded: Promise<Emoji[]> | undefined;

/** All emoji in their usual order; fetched once, when somebody first types a colon. */
export function loadEmoji(): Promise<Emoji[]> {
  loaded ??= fetchEmoji().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function fetchEmoji(): Promise<Emoji[]> {
  const [data, names] = await Promise.all([
    import("emojibase-data/en/compact.json"),
    import("emojibase-data/en/shortcodes/github.json"),
  ]);
  const shortcodes = names.default as Record<string, string | string[]>;
  return data.default
    .filter(({ group }) => group !== undefined && group !== 2)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ unicode, label, hexcode, tags }) => ({
      character: unicode,
      label,
      names: [shortcodes[hexcode] ?? []].flat(),
      words: [label, ...(tags ?? [])],
    }));
}

/** Matches for a query, recently used first; an empty query matches all. */
export function findEmoji(all: readonly Emoji[], query: string, recent: readonly string[]): Emoji[] {
  const wanted = query.toLowerCase().replaceAll("_", " ");
  const ranked = all
    .map((emoji) => ({ emoji, rank: rankOf(emoji, wanted), recency: recent.indexOf(emoji.character) }))
    .filter(({ rank }) => rank < 4)
    .map((found) => ({ ...found, recency: found.recency < 0 ? maxRecent : found.recency }));
  // Sorting is stable: equal entries keep their usual order.
  ranked.sort((a, b) => a.recency - b.recency || a.rank - b.rank);
  return ranked.slice(0, maxResults).map(({ emoji }) => emoji);
}

/** From 0 (exact name) to 4 (no match). */
function rankOf({ names, words }: Emoji, wanted: string): number {
  const spaced = names.map((name) => name.replaceAll("_", " "));
  if (spaced.includes(wanted)) return 0;
  if (spaced.some((name) => name.startsWith(wanted))) return 1;
  if (words.some((word) => word.startsWith(wanted) || word.includes(` ${wanted}`))) return 2;
  return wanted.length > 2 && [...spaced, ...words].some((word) => word.includes(wanted)) ? 3 : 4;
}

/** Recently used emoji of this browser, the last one first. */
export function loadRecentEmoji(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}

export function saveRecentEmoji(character: string): void {
  const recent = [character, ...loadRecentEmoji().filter((other) => other !== character)].slice(0, maxRecent);
  try {
    localStorage.setItem(storageKey, JSON.stringify(recent));
  } catch {
    // If storage is full or blocked, only the recent list is lost.
  }
}
