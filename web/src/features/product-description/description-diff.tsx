import { useDeferredValue } from "react";

import { LazyComparedMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

/** Two descriptions as one, as people read them, with what went struck out and what came highlighted. */
export function DescriptionDiff({ before, after }: { before: string; after: string }) {
  // While the assistant writes, typing and scrolling come before the next state of the marks.
  const shown = useDeferredValue(after);
  if (before.trim() === "" && shown.trim() !== "") return <p className="text-sm text-ink-3">All of the text is new.</p>;
  if (before.trim() === shown.trim()) return <p className="text-sm text-ink-3">The texts are the same.</p>;
  if (shown.trim() === "") return <p className="text-sm text-ink-3">All of the text is gone.</p>;
  return <LazyComparedMarkdown before={before} after={shown} topHeading={3} isCompact />;
}
