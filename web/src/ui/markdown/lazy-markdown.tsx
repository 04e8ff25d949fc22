import { lazy, Suspense } from "react";

import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";

import type { ComparedMarkdownProps } from "./compared-markdown.tsx";
import type { MarkdownProps } from "./markdown.tsx";

const load = () => import("./markdown.tsx");

const Loaded = lazy(() => load().then((module) => ({ default: module.Markdown })));
const Compared = lazy(() => import("./compared-markdown.tsx").then((module) => ({ default: module.ComparedMarkdown })));

/** Preloads the renderer before the first text arrives. */
export function preloadMarkdown(): void {
  void load();
}

/** Markdown with a lazily loaded renderer; until then the plain text is shown. */
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

/** Like ComparedMarkdown, loaded lazily; a placeholder is shown until then. */
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

/** Removes formatting marks and addresses of mentions that would look like mistakes while the renderer loads. */
function withoutMarks(markdown: string): string {
  const unlinked = markdown.replaceAll(/\[([^\]\n]+)\]\(cairn:[^)\s]+\)/g, "$1");
  return unlinked.replaceAll(/^ {0,3}(?:#{1,6} |```.*$|\|[\s:|-]+\|$)|\*+(?=\S)|(?<=\S)\*+|`|\[\d{1,3}\]/gm, "");
}
