import { useEffect } from "react";

import type { CodeName } from "./code-name.ts";

/** Paints a name of the code; browsers that cannot paint ranges leave it as it is. */
export function useCodeHighlight(as: "code-link" | "code-name", name: CodeName | null): void {
  useEffect(() => {
    if (!name || !("highlights" in CSS)) return;
    CSS.highlights.set(as, new Highlight(name.range));
    return () => void CSS.highlights.delete(as);
  }, [as, name]);
}
