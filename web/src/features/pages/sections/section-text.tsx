import type { Mention } from "@cairn/contract/mentions";
import type { SectionText as Text } from "@cairn/contract/page-sections";
import { lazy, Suspense } from "react";

import { diagramFramePx, estimateDiagramHeight } from "#web/ui/diagram/diagram-height.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";
import type { MentionTarget } from "#web/ui/markdown/mention-target.ts";

const Diagram = lazy(() => import("#web/ui/diagram/diagram.tsx").then((module) => ({ default: module.Diagram })));

interface SectionTextProps {
  section: Pick<Text, "title" | "content" | "instructions">;
  citations: readonly CitationTarget[];
  resolveMention: (mention: Mention) => MentionTarget;
  /** Starts a question about its diagram; absent where this is not offered. */
  onAskDiagram?: () => void;
}

/** The text of a section in its output format. It must not be empty. */
export function SectionText({ section, citations, resolveMention, onAskDiagram }: SectionTextProps) {
  const { content, instructions, title } = section;
  switch (instructions?.output ?? "markdown") {
    case "mermaid":
      return (
        <Suspense fallback={<DiagramPlaceholder source={content} />}>
          <Diagram source={content} title={title} onAsk={onAskDiagram} />
        </Suspense>
      );
    case "plain-text":
      return <p className="max-w-[72ch] text-prose wrap-anywhere whitespace-pre-wrap">{content}</p>;
    case "markdown":
      return (
        <LazyMarkdown
          text={content}
          citations={citations}
          resolveMention={resolveMention}
          onAskDiagram={onAskDiagram}
          topHeading={3}
        />
      );
  }
}

function DiagramPlaceholder({ source }: { source: string }) {
  return (
    <div style={{ height: diagramFramePx + estimateDiagramHeight(source) }}>
      <Skeleton className="h-full w-full" />
    </div>
  );
}
