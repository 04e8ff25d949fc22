import { useEffect } from "react";

import type { CodeName } from "./code-name.ts";

/** Highlights a name with the CSS Custom Highlight API; without support nothing happens. */
export function useCodeHighlight(as: "code-link" | "code-name", name: CodeName | null): void {
  useEffect(() => {
    if (!name || !("highlights" in CSS)) return;
    CSS.highlights.set(as, new Highlight(name.range));
    return () => void CSS.highlights.delete(as);
  }, [as, name]);
}
