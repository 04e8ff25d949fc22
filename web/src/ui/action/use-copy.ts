import { useEffect, useState } from "react";

const shownMs = 2_000;

/** Copies text; `isCopied` stays true for two seconds after. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => void } {
  const [copiedAt, setCopiedAt] = useState(0);

  useEffect(() => {
    if (!copiedAt) return;
    const timer = setTimeout(() => setCopiedAt(0), shownMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopiedAt(Date.now()),
      // Without permission nothing was copied, so no check mark is shown.
      () => setCopiedAt(0),
    );
  };
  return { isCopied: copiedAt > 0, copy };
}
