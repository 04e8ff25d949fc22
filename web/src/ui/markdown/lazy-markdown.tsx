import { lazy, Suspense } from "react";

import type { MarkdownProps } from "./markdown.tsx";

const load = () => import("./markdown.tsx");

const Loaded = lazy(() => load().then((module) => ({ default: module.Markdown })));

/** Fetches the renderer before the first text is there. */
export function preloadMarkdown(): void {
  void load();
}

/** Markdown whose renderer comes when a text first needs it; until then the text is readable as it is. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense
      fallback={<p className="max-w-[72ch] text-prose whitespace-pre-wrap text-ink-2">{withoutMarks(props.text)}</p>}
    >
      <Loaded {...props} />
    </Suspense>
  );
}

/** What a reader would take for mistakes while the renderer is on its way. */
function withoutMarks(markdown: string): string {
  return markdown.replaceAll(/^ {0,3}(?:#{1,6} |```.*$|\|[\s:|-]+\|$)|\*+(?=\S)|(?<=\S)\*+|`|\[\d{1,3}\]/gm, "");
}
