import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { useSearchParams } from "#web/lib/navigation/route-params.ts";

import { parseSearchState, serializeSearchState } from "./search-state.ts";
import type { SearchState } from "./search-state.ts";

const pauseMs = { best: 300, exact: 200 };

/**
 * What is looked for, kept in the address: it can be shared, and Back leads to the search before. Typing waits for a
 * pause and leaves no steps behind.
 */
export function useSearchState() {
  const navigate = useNavigate();
  const params = useSearchParams();
  const state = parseSearchState(params);
  const [typed, setTyped] = useState(state.text);
  // What the address held when it was written last: another text in it came by Back or a link, and not from typing.
  const [written, setWritten] = useState(state.text);
  if (state.text !== written) {
    setWritten(state.text);
    setTyped(state.text);
  }

  const go = (change: Partial<SearchState>, isReplaced: boolean) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => serializeSearchState({ ...parseSearchState(before), ...change }),
      replace: isReplaced,
      resetScroll: false,
    });
  const { mode } = state;
  useEffect(() => {
    if (typed === written) return;
    const timer = setTimeout(() => {
      setWritten(typed);
      go({ text: typed }, true);
    }, pauseMs[mode]);
    return () => clearTimeout(timer);
  });
  return {
    state,
    typed,
    setTyped,
    /** A choice: one step back leads before it. */
    change: (change: Partial<SearchState>) => go({ text: typed, ...change }, false),
    isWaiting: typed !== state.text,
  };
}
