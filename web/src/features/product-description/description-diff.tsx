import { useDeferredValue } from "react";

import { LazyComparedMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

/** The differences between two descriptions in the rendered text: removed parts struck out, added ones highlighted. */
export function DescriptionDiff({ before, after }: { before: string; after: string }) {
  // Deferred, so that typing and scrolling stay smooth while the assistant changes the text.
  const shown = useDeferredValue(after);
  if (before.trim() === "" && shown.trim() !== "") return <p className="text-sm text-ink-3">All of the text is new.</p>;
  if (before.trim() === shown.trim()) return <p className="text-sm text-ink-3">The texts are the same.</p>;
  if (shown.trim() === "") return <p className="text-sm text-ink-3">All of the text is gone.</p>;
  return <LazyComparedMarkdown before={before} after={shown} topHeading={3} isCompact />;
}
