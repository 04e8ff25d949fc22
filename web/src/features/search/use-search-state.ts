import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { useSearchParams } from "#web/lib/navigation/route-params.ts";

import { parseSearchState, serializeSearchState } from "./search-state.ts";
import type { SearchState } from "./search-state.ts";

const pauseMs = { best: 300, exact: 200 };

/**
 * The search state in the address: it can be shared, and Back leads to the previous search. Typing updates the address
 * after a pause, without history entries.
 */
export function useSearchState() {
  const navigate = useNavigate();
  const params = useSearchParams();
  const state = parseSearchState(params);
  const [typed, setTyped] = useState(state.text);
  // The text last written to the address; a different text there came from Back or a link, not from typing.
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
    /** Applies an option with a history entry. */
    change: (change: Partial<SearchState>) => go({ text: typed, ...change }, false),
    isWaiting: typed !== state.text,
  };
}
