import { lazy, Suspense } from "react";

import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";

import type { ComparedMarkdownProps } from "./compared-markdown.tsx";
import type { MarkdownProps } from "./markdown.tsx";

const load = () => import("./markdown.tsx");

const Loaded = lazy(() => load().then((module) => ({ default: module.Markdown })));
const Compared = lazy(() => import("./compared-markdown.tsx").then((module) => ({ default: module.ComparedMarkdown })));

/** Fetches the renderer before the first text is there. */
export function preloadMarkdown(): void {
  void load();
}

/** Markdown whose renderer comes when a text first needs it; until then the text is readable as it is. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <p className="max-w-[72ch] text-prose wrap-anywhere whitespace-pre-wrap text-ink-2">
          {withoutMarks(props.text)}
        </p>
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}

/** Two texts in Markdown as one, with what changed marked. What changed is not told before it can be shown. */
export function LazyComparedMarkdown(props: ComparedMarkdownProps) {
  return (
    <Suspense
      fallback={
        <Loading what="changes">
          <SkeletonRows count={3} className="h-6" />
        </Loading>
      }
    >
      <Compared {...props} />
    </Suspense>
  );
}

/** What a reader would take for mistakes while the renderer is on its way. */
function withoutMarks(markdown: string): string {
  return markdown.replaceAll(/^ {0,3}(?:#{1,6} |```.*$|\|[\s:|-]+\|$)|\*+(?=\S)|(?<=\S)\*+|`|\[\d{1,3}\]/gm, "");
}
