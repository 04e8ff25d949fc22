import type { Topic } from "@cairn/contract/external-context";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { lineHash, parseLineHash } from "#web/ui/code/line-range.ts";
import type { LineRange } from "#web/ui/code/line-range.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

const CodeLines = lazy(() => import("#web/ui/code/code-lines.tsx").then((module) => ({ default: module.CodeLines })));

const viewOptions = [
  { value: "text", label: "Text" },
  { value: "lines", label: "Lines" },
] as const;

/** The text of a topic, rendered or as lines; cited lines are in the hash of the address. */
export function TopicText({ topic }: { topic: Topic }) {
  const { hash } = useLocation();
  const selection = parseLineHash(hash);
  const [check, setLook] = useState<"text" | "lines">(selection === null ? "text" : "lines");
  const [seenHash, setSeenHash] = useState(hash);
  // A citation may lead from this topic to its own lines.
  if (seenHash !== hash) {
    setSeenHash(hash);
    if (selection !== null) setLook("lines");
  }
  const navigate = useNavigate();
  const select = (range: LineRange | null) =>
    void navigate({
      to: ".",
      hash: range ? lineHash(range) : "",
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return (
    <section aria-label="Content" className="min-w-0 rounded-lg border border-line">
      <div className="flex min-h-11 items-center rounded-t-lg border-b border-line-subtle bg-surface-2 px-3 py-1">
        <SegmentedControl label="View" size="sm" options={viewOptions} value={check} onValueChange={setLook} />
      </div>
      {check === "text" ? (
        <div className="px-4 py-5 md:px-6">
          <LazyMarkdown text={topic.content} topHeading={2} />
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="m-4 h-64" />}>
          <CodeLines
            label={topic.title}
            code={topic.content}
            language="markdown"
            selection={selection}
            isWrapped
            onSelectionChange={select}
          />
        </Suspense>
      )}
    </section>
  );
}
