import type { SectionCoverageGaps } from "@cairn/contract/coverage-gaps";
import type { Mention } from "@cairn/contract/mentions";
import type { Section } from "@cairn/contract/page-sections";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { LinkSimpleIcon } from "@phosphor-icons/react/dist/csr/LinkSimple";
import { memo } from "react";
import type { CSSProperties } from "react";

import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useIsPrinting } from "#web/lib/browser/printing.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { useCopy } from "#web/ui/action/use-copy.ts";
import { cx } from "#web/ui/cx.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";
import type { MentionTarget } from "#web/ui/markdown/mention-target.ts";

import { CoverageGapsNote } from "./coverage-gaps-note.tsx";
import { sectionAnchor } from "./section-anchor.ts";
import { estimateSectionHeight } from "./section-height.ts";
import { SectionNotes } from "./section-notes.tsx";
import { SectionOrigin } from "./section-origin.tsx";
import { SectionState } from "./section-state.tsx";
import { SectionText } from "./section-text.tsx";

import "./artifact-section.css";

interface ArtifactSectionProps {
  project: ProjectKey;
  artifactId: string;
  section: Section;
  /** Facts of the code that it does not mention; null where none are known. */
  gaps: SectionCoverageGaps | null;
  /** False for sections of a long page that are rendered after the first paint; their height is reserved. */
  isRendered: boolean;
  resolveMention: (mention: Mention) => MentionTarget;
  onShowChanges: (sectionId: string) => void;
  /** Starts a question about a section or its diagram. */
  onAsk: (sectionId: string, part: SectionPart) => void;
}

export type SectionPart = "section" | "diagram";

/** One section of a page: its title, its state and sources, and its text with citations. */
export const ArtifactSection = memo(function ArtifactSection({ isRendered, ...props }: ArtifactSectionProps) {
  const { section } = props;
  const heightPx = estimateSectionHeight(section);
  return (
    <section
      aria-labelledby={sectionAnchor(section)}
      aria-busy={section.status === "updating" || undefined}
      className="page-section group/section"
      style={{ "--section-height": `${heightPx}px` } as CSSProperties}
    >
      {isRendered ? (
        <RenderedSection {...props} />
      ) : (
        <div style={{ height: heightPx }}>
          <SectionTitle section={section} />
        </div>
      )}
    </section>
  );
});

function SectionTitle({ section }: { section: Section }) {
  return (
    <h2
      id={sectionAnchor(section)}
      tabIndex={-1}
      className="scroll-mt-4 text-xl font-semibold text-balance wrap-anywhere"
    >
      {section.title}
    </h2>
  );
}

function RenderedSection(props: Omit<ArtifactSectionProps, "isRendered">) {
  const { project, artifactId, section, gaps, resolveMention, onShowChanges, onAsk } = props;
  const citations = useCitationTargets(project, section.sources);
  const isUpdating = section.status === "updating";
  return (
    <>
      <div className="mb-3 flex max-w-[72ch] flex-wrap items-center gap-x-3 gap-y-1">
        <SectionTitle section={section} />
        <SectionLink section={section} />
        <IconButton
          size="sm"
          label={`Ask about ${section.title}`}
          icon={<ChatCircleTextIcon className="size-3.5" />}
          onClick={() => onAsk(section.sectionId, "section")}
          className={cx("-ml-2", quietClass)}
        />
        <span className="flex-1" />
        <SectionState section={section} onShowChanges={() => onShowChanges(section.sectionId)} />
        <SectionOrigin section={section} targets={citations} />
      </div>
      <SectionNotes organizationId={project.organizationId} artifactId={artifactId} section={section} />
      {gaps && <CoverageGapsNote project={project} artifactId={artifactId} section={section} gaps={gaps} />}
      <div className={cx("relative", isUpdating && "section-updating")}>
        {section.content.trim() === "" ? (
          <EmptyText isUpdating={isUpdating} />
        ) : (
          <SectionText
            section={section}
            citations={citations}
            resolveMention={resolveMention}
            onAskDiagram={() => onAsk(section.sectionId, "diagram")}
          />
        )}
      </div>
      <PrintedSources targets={citations} />
    </>
  );
}

/** Hidden until the pointer or the focus is in the section. */
const quietClass =
  "opacity-0 group-hover/section:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 print:hidden";

/** Copies the address of a section. */
function SectionLink({ section }: { section: Section }) {
  const { isCopied, copy } = useCopy();
  const address = () => `${location.origin}${location.pathname}#${sectionAnchor(section)}`;
  return (
    <>
      <IconButton
        size="sm"
        label={`Copy link to ${section.title}`}
        icon={isCopied ? <CheckIcon className="size-3.5 text-success-text" /> : <LinkSimpleIcon className="size-3.5" />}
        onClick={() => copy(address())}
        className={cx("-ml-2", quietClass)}
      />
      <Announcement>{isCopied && "Copied"}</Announcement>
    </>
  );
}

function EmptyText({ isUpdating }: { isUpdating: boolean }) {
  if (!isUpdating) return <p className="text-base text-ink-3">Nothing is written here yet.</p>;
  return (
    <div aria-hidden="true" className="flex max-w-[72ch] flex-col gap-2.5">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}

/** On paper citations cannot be opened, so the locations that `[n]` stands for are printed below the text. */
function PrintedSources({ targets }: { targets: readonly CitationTarget[] }) {
  const isPrinting = useIsPrinting();
  if (!isPrinting || targets.length === 0) return null;
  return (
    <ol className="printed-sources">
      {targets.map((target, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a location may be cited twice, and the order is fixed
        <li key={index}>
          [{index + 1}] {target.location} @ {target.version}
        </li>
      ))}
    </ol>
  );
}
