import { useEffect, useState } from "react";

import { highlightLines } from "./highlight.ts";
import type { CodeToken } from "./highlight.ts";

/** Tokens of the lines highlighted so far; a line without them is shown plain. */
export function useHighlight(lines: readonly string[], language: string | null): readonly (CodeToken[] | undefined)[] {
  const [done, setDone] = useState<{ of: readonly string[]; tokens: CodeToken[][] }>({ of: lines, tokens: [] });
  useEffect(() => {
    if (!language) return;
    const stop = new AbortController();
    let tokens: CodeToken[][] = [];
    highlightLines({
      lines,
      language,
      signal: stop.signal,
      onLines: (_from, part) => {
        tokens = [...tokens, ...part];
        setDone({ of: lines, tokens });
      },
    }).catch(() => {
      // A grammar that cannot be fetched or does not run leaves the code plain.
    });
    return () => stop.abort();
  }, [lines, language]);
  return done.of === lines ? done.tokens : [];
}
