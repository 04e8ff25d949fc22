import type { ImplementationDocument } from "@cairn/contract/implementation-documents";
import { useMemo } from "react";

import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import { SectionText } from "#web/features/pages/sections/section-text.tsx";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { LazyComparedMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

export type TextLayout = "beside" | "marked";

interface DocumentTextsProps {
  project: ProjectKey;
  document: ImplementationDocument;
  layout: TextLayout;
  after: string | null;
}

/** What a section says now and what it would say after the merge. */
export function DocumentTexts({ project, document, after, layout }: DocumentTextsProps) {
  const { former, proposal, title, output } = document;
  const texts = useMemo(() => [former?.content ?? "", after ?? ""], [former, after]);
  const resolveMention = useMentionTargets(project, texts);
  const before = former?.content ?? null;
  if (layout === "marked" && before !== null && after !== null && output === "markdown") {
    return (
      <section aria-label={`${title}, compared`} className="overflow-x-auto">
        <LazyComparedMarkdown before={before} after={after} topHeading={4} isCompact />
      </section>
    );
  }
  const common = { project, title, output, resolveMention };
  const isGone = document.kind === "removed";
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <OneText label="Now" {...common} content={before} sources={former?.sources} none="The page does not have it." />
      <OneText
        label="After the merge"
        {...common}
        content={isGone ? null : after}
        sources={(proposal ?? former)?.sources}
        none={isGone ? "The code says nothing about this any more, so the section goes." : "Nobody has a new text yet."}
      />
    </div>
  );
}

interface OneTextProps {
  project: ProjectKey;
  label: string;
  title: string;
  output: ImplementationDocument["output"];
  content: string | null;
  sources: NonNullable<ImplementationDocument["former"]>["sources"] | undefined;
  /** What is said in place of a text. */
  none: string;
  resolveMention: ReturnType<typeof useMentionTargets>;
}

const noSources: NonNullable<OneTextProps["sources"]> = [];

function OneText({ project, label, title, output, content, sources, none, resolveMention }: OneTextProps) {
  const citations = useCitationTargets(project, sources ?? noSources);
  return (
    <section
      aria-label={`${title}: ${label}`}
      className="min-w-0 rounded-md border border-line-subtle bg-surface-1 p-3"
    >
      <h4 className="mb-2 text-xs font-medium text-ink-3">{label}</h4>
      <div className="max-h-120 overflow-auto">
        {content === null || content.trim() === "" ? (
          <p className="text-sm text-ink-3">{none}</p>
        ) : (
          <SectionText
            section={{ title, content, instructions: { prompt: "", output } }}
            citations={citations}
            resolveMention={resolveMention}
          />
        )}
      </div>
    </section>
  );
}
