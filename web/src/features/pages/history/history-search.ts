/** What of a page's history the address asks for. */
export interface HistorySelection {
  /** Null for the newest. */
  revision: number | null;
  /** The one it is compared with; null to read it as it was. */
  compare: number | null;
}

/** Null where the address asks for the page itself: `?history`, `?revision=3` and `?revision=3&compare=2` do not. */
export function parseHistorySearch(search: Record<string, string | undefined>): HistorySelection | null {
  const revision = parseRevisionNumber(search.revision);
  if (search.history === undefined && revision === null) return null;
  return { revision, compare: parseRevisionNumber(search.compare) };
}

/** The query of an address. */
export function toHistorySearch({ revision, compare }: HistorySelection): Record<string, string> {
  if (revision === null) return { history: "" };
  return { revision: String(revision), ...(compare === null ? {} : { compare: String(compare) }) };
}

/** The same view of another revision: what was compared with the one before is again. */
export function selectRevision({ compare }: HistorySelection, revision: number): HistorySelection {
  return { revision, compare: compare === null || revision === 1 ? null : revision - 1 };
}

function parseRevisionNumber(text: string | undefined): number | null {
  const value = Number(text ?? "");
  return Number.isInteger(value) && value > 0 ? value : null;
}
