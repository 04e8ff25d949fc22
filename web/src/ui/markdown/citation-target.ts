/** The cited lines shown in a preview. */
export interface Snippet {
  lines: readonly string[];
  startLine: number;
  /** A key of `languageKey`. */
  language: string | null;
  /** Number of cited lines that are not shown. */
  hiddenCount: number;
}

/** What a citation refers to. */
export interface CitationTarget {
  /** Unique key of the target. */
  key: string;
  /** Announced after "Source 2,": "delay.ts lines 18 to 24". */
  label: string;
  /** "src/delay.ts:18-24". */
  location: string;
  /** Short commit id: "3fa9c1e". */
  version: string;
  /** Null when the source no longer exists here; the location is still shown. */
  link: { href: string; hash: string } | null;
  loadSnippet: () => Promise<Snippet>;
}
