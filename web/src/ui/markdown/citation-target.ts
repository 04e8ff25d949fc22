/** Lines shown before one follows a citation. */
export interface Snippet {
  lines: readonly string[];
  startLine: number;
  /** A key of `languageKey`. */
  language: string | null;
  /** Lines of the cited range that are not shown. */
  hiddenCount: number;
}

/** What a citation refers to. */
export interface CitationTarget {
  /** Tells it apart from every other target. */
  key: string;
  /** Read aloud after "Source 2,": "delay.ts lines 18 to 24". */
  label: string;
  /** "src/delay.ts:18-24". */
  location: string;
  /** At what state: "3fa9c1e". */
  version: string;
  /** Null where the place no longer exists here; the location is still shown. */
  link: { href: string; hash: string } | null;
  loadSnippet: () => Promise<Snippet>;
}
