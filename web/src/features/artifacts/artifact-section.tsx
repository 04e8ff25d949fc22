import type { Section } from "@cairn/contract/artifacts";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { lazy, Suspense, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useCitationTargets } from "#web/features/repositories/repositories.api.ts";
import { fullDate } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

import { sectionAnchor } from "./section-anchor.ts";

const Diagram = lazy(() => import("#web/ui/markdown/diagram.tsx").then((module) => ({ default: module.Diagram })));
const SourceLinks = lazy(() => import("./source-links.tsx").then((module) => ({ default: module.SourceLinks })));

/** One block of a page: its title, what it was written from, and its text with citations. */
export function ArtifactSection({ project, section }: { project: ProjectKey; section: Section }) {
  const citations = useCitationTargets(project, section.sources);
  const isUpdating = section.status === "updating";
  return (
    <section aria-labelledby={sectionAnchor(section)} aria-busy={isUpdating || undefined}>
      <div className="mb-3 flex max-w-[72ch] flex-wrap items-center gap-x-3 gap-y-1">
        <h2
          id={sectionAnchor(section)}
          tabIndex={-1}
          className="mr-auto scroll-mt-20 text-xl font-semibold text-balance"
        >
          {section.title}
        </h2>
        <StatusBadge section={section} />
        {section.kind === "auto" && <AutoLabel section={section} targets={citations} />}
      </div>
      <div
        className={cx(
          "relative",
          isUpdating &&
            "before:absolute before:inset-y-0 before:-left-3 before:w-0.5 before:animate-pulse before:rounded-full before:bg-ai-text",
        )}
      >
        <SectionContent section={section} citations={citations} />
      </div>
    </section>
  );
}

function SectionContent({ section, citations }: { section: Section; citations: readonly CitationTarget[] }) {
  const { content, instructions } = section;
  if (content.trim() === "") {
    return section.status === "updating" ? (
      <div aria-hidden="true" className="flex max-w-[72ch] flex-col gap-2.5">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    ) : (
      <p className="text-base text-ink-3">Nothing is written here yet.</p>
    );
  }
  if (instructions?.output === "mermaid") {
    return (
      <Suspense fallback={<Skeleton className="h-70" />}>
        <Diagram source={content} title={section.title} />
      </Suspense>
    );
  }
  if (instructions?.output === "plain-text")
    return <p className="max-w-[72ch] text-prose whitespace-pre-wrap">{content}</p>;
  return <LazyMarkdown text={content} citations={citations} topHeading={3} />;
}

function StatusBadge({ section }: { section: Section }) {
  switch (section.status) {
    case "updating":
      return (
        <Badge tone="ai" icon={<Spinner className="size-3" />}>
          Updating
        </Badge>
      );
    case "failed":
      return <Badge tone="danger">Update failed</Badge>;
    case "stale":
      return <Badge tone="warning">Code changed since</Badge>;
    case "fresh":
      return null;
  }
}

function AutoLabel({ section, targets }: { section: Section; targets: readonly CitationTarget[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const count = targets.length;
  const written = section.generatedAt ? `Written ${fullDate(section.generatedAt)}` : undefined;
  const label = (
    <>
      <SparkleIcon aria-hidden weight="fill" className="size-3.5 text-ai-text" />
      Auto
    </>
  );
  if (count === 0) {
    return (
      <span title={written} className="flex items-center gap-1 text-xs text-ink-3">
        {label}
      </span>
    );
  }
  return (
    <Popover
      title={`Sources of ${section.title}`}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      className="max-h-100 w-100 max-w-[calc(100vw-2rem)] overflow-y-auto!"
      trigger={
        <button
          type="button"
          title={written}
          className="flex h-6 items-center gap-1 rounded-md px-1.5 text-xs text-ink-3 hover:bg-surface-3 hover:text-ink data-[popup-open]:bg-surface-3 data-[popup-open]:text-ink"
        >
          {label} · {count} {count === 1 ? "source" : "sources"}
          <CaretDownIcon aria-hidden className="size-3" />
        </button>
      }
    >
      <Suspense fallback={<div className="h-20" />}>
        <SourceLinks targets={targets} />
      </Suspense>
    </Popover>
  );
}
