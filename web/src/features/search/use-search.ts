import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { groupHits, groupLines } from "./group-hits.ts";
import type { ResultFile } from "./group-hits.ts";
import type { SearchState } from "./search-state.ts";
import { formatMatchCount, formatCount, describeFreshness } from "./search-summary.ts";
import { codeSearchQuery, lineSearchQuery } from "./search.api.ts";
import type { SearchScope } from "./search.api.ts";

const bestPlaces = 50;

export interface SearchInput {
  project: ProjectKey;
  /** Its id, and not the slug of the address. */
  productId: string;
  state: SearchState;
  /** Null while the scope is still loading. */
  scope: SearchScope | null;
  /** Maximum number of files of an exact search. */
  maxFiles: number;
}

/** The current results: the answer to the search, or the previous one while it loads or after it failed. */
export interface SearchOutcome {
  isFetching: boolean;
  error: Error | null;
  retry: () => void;
  /** Undefined before the first answer. */
  files: ResultFile[] | undefined;
  /** Including files that were not returned. */
  matchedFiles: number;
  /** Which state of the code was searched; empty when none. */
  freshness: string;
  /** "128 lines in 23 files". */
  summary: string;
  /** Says that results are incomplete; null when they are complete. */
  notice: string | null;
}

export function useSearch(input: SearchInput): SearchOutcome {
  const best = useBestSearch(input);
  const exact = useExactSearch(input);
  return input.state.mode === "best" ? best : exact;
}

/** Search by meaning. */
function useBestSearch({ project, productId, state, scope }: SearchInput): SearchOutcome {
  const question = state.text.trim();
  const isOn = state.mode === "best" && scope !== null && question !== "";
  const query = useQuery({
    ...codeSearchQuery(project, question, { ...scope, limit: bestPlaces }),
    ...(isOn ? {} : { enabled: false }),
  });
  const found = useLastDefined(isOn ? query.data : undefined);
  const files = useMemo(() => found && groupHits(found.content, question), [found, question]);
  const matchCount = files?.reduce((sum, file) => sum + file.matches.length, 0) ?? 0;
  const isCut = found !== undefined && found.total > found.content.length;
  return {
    ...queryState(query),
    files,
    matchedFiles: files?.length ?? 0,
    freshness: describeFreshness(found?.freshness ?? [], productId),
    summary: isCut
      ? `The best ${found.content.length} of ${formatCount(found.total, "place")}`
      : formatMatchCount(matchCount, "place", files?.length ?? 0),
    notice: null,
  };
}

/** Exact search by lines. */
function useExactSearch({ project, productId, state, scope, maxFiles }: SearchInput): SearchOutcome {
  const isOn = state.mode === "exact" && scope !== null && state.text !== "";
  const query = useQuery({
    ...lineSearchQuery(project, state, { ...scope, limit: maxFiles }),
    ...(isOn ? {} : { enabled: false }),
  });
  const found = useLastDefined(isOn ? query.data : undefined);
  const files = useMemo(() => found && groupLines(found.files, productId), [found, productId]);
  return {
    ...queryState(query),
    files,
    matchedFiles: found?.matchedFiles ?? 0,
    freshness: describeFreshness(found?.freshness ?? [], productId),
    summary: formatMatchCount(found?.matchedLines ?? 0, "line", found?.matchedFiles ?? 0),
    notice: found?.isCutOff ? "There is more than could be listed. A longer text or a path narrows the search." : null,
  };
}

function queryState(query: { isFetching: boolean; error: Error | null; refetch: () => Promise<unknown> }) {
  const { isFetching, error } = query;
  return { isFetching, error, retry: () => void query.refetch() };
}

/** The value, or the last defined value while it is undefined. */
function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
