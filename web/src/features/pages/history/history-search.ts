/** The part of a page's history that the address selects. */
export interface HistorySelection {
  /** Null for the newest. */
  revision: number | null;
  /** The revision it is compared with; null to show the revision itself. */
  compare: number | null;
}

/** Parses `?history`, `?revision=3` and `?revision=3&compare=2`; null where the address selects the page itself. */
export function parseHistorySearch(search: Record<string, string | undefined>): HistorySelection | null {
  const revision = parseRevisionNumber(search.revision);
  if (search.history === undefined && revision === null) return null;
  return { revision, compare: parseRevisionNumber(search.compare) };
}

/** The search parameters of a selection. */
export function toHistorySearch({ revision, compare }: HistorySelection): Record<string, string> {
  if (revision === null) return { history: "" };
  return { revision: String(revision), ...(compare === null ? {} : { compare: String(compare) }) };
}

/** The same view of another revision: a comparison is then with the revision before it. */
export function selectRevision({ compare }: HistorySelection, revision: number): HistorySelection {
  return { revision, compare: compare === null || revision === 1 ? null : revision - 1 };
}

function parseRevisionNumber(text: string | undefined): number | null {
  const value = Number(text ?? "");
  return Number.isInteger(value) && value > 0 ? value : null;
}
