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
    <Suspense fallback={<p className="max-w-[72ch] text-prose whitespace-pre-wrap text-ink-2">{props.text}</p>}>
      <Loaded {...props} />
    </Suspense>
  );
}
