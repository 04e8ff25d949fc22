import { maxPatternText, maxQueryText } from "@cairn/contract/search";

export type SearchMode = "best" | "exact";

/** The search query with its options and scope; all of it is in the address. */
export interface SearchState {
  text: string;
  mode: SearchMode;
  isCaseSensitive: boolean;
  isWord: boolean;
  isRegex: boolean;
  /** Globs separated by commas. */
  paths: string;
  /** At most one of service and repository; neither is the whole product. */
  serviceId: string | null;
  repositorySlug: string | null;
  /** Of the repository; null for its main branch. */
  branch: string | null;
}

/** Parses the query of the address; missing or invalid values get their defaults. */
export function parseSearchState(params: Record<string, unknown>): SearchState {
  // The router may parse numbers and booleans.
  const text = (name: string) => {
    const value = params[name];
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
  };
  const mode = text("mode") === "exact" ? "exact" : "best";
  const repositorySlug = text("repository") || null;
  return {
    text: text("q").slice(0, maxSearchText(mode)),
    mode,
    isCaseSensitive: text("case") === "1",
    isWord: text("word") === "1",
    isRegex: text("regex") === "1",
    paths: text("paths").slice(0, maxPathsText),
    serviceId: repositorySlug ? null : text("service") || null,
    repositorySlug,
    branch: repositorySlug ? text("branch") || null : null,
  };
}

/** Serializes a state to query parameters, without defaults. */
export function serializeSearchState(state: SearchState): Record<string, string> {
  const all: Record<string, string | null> = {
    q: state.text,
    mode: state.mode === "exact" ? "exact" : null,
    case: state.isCaseSensitive ? "1" : null,
    word: state.isWord ? "1" : null,
    regex: state.isRegex ? "1" : null,
    paths: state.paths,
    service: state.serviceId,
    repository: state.repositorySlug,
    branch: state.branch,
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

export const maxPathsText = 500;

/** Maximum query length that the server accepts. */
export function maxSearchText(mode: SearchMode): number {
  return mode === "exact" ? maxPatternText : maxQueryText;
}

/** Number of filters that differ from their defaults. */
export function countFilters(state: SearchState): number {
  const isExact = state.mode === "exact";
  return [
    state.serviceId !== null || state.repositorySlug !== null,
    state.branch !== null,
    isExact && state.isCaseSensitive,
    isExact && state.isWord,
    isExact && state.isRegex,
    isExact && state.paths !== "",
  ].filter(Boolean).length;
}
