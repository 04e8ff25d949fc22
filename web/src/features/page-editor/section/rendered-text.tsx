import type { SectionOutput } from "@cairn/contract/page-sections";
import { lazy, Suspense } from "react";

import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CitedText } from "#web/features/page-editor/state/editor-page.ts";
import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

const Diagram = lazy(() => import("#web/ui/diagram/diagram.tsx").then((module) => ({ default: module.Diagram })));

interface RenderedTextProps {
  project: ProjectKey;
  title: string;
  output: SectionOutput;
  text: CitedText;
}

/** The text of a section as readers see it. */
export function RenderedText({ project, title, output, text }: RenderedTextProps) {
  const citations = useCitationTargets(project, text.sources);
  const resolveMention = useMentionTargets(project, [text.content]);
  if (text.content.trim() === "") return <p className="text-base text-ink-3">Nothing is written here yet.</p>;
  if (output === "mermaid") {
    return (
      <Suspense fallback={<Skeleton className="h-70" />}>
        <Diagram source={text.content} title={title} />
      </Suspense>
    );
  }
  if (output === "plain-text") {
    return <p className="max-w-[72ch] text-prose wrap-anywhere whitespace-pre-wrap">{text.content}</p>;
  }
  return <LazyMarkdown text={text.content} citations={citations} topHeading={3} resolveMention={resolveMention} />;
}
