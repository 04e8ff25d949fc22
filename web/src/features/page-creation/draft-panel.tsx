import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { ArrowUUpLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpLeft";
import { ArrowUUpRightIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpRight";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import type { ReactNode } from "react";

import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

type DraftSection = ArtifactDraft["sections"][number];

interface DraftPanelProps {
  /** Null before there is a draft. */
  draft: ArtifactDraft | null;
  /** The service it belongs to; null for a page of the whole product. */
  serviceName: string | null;
  isLoading: boolean;
  /** An answer is changing it: undo, redo and publishing are disabled. */
  isAnswering: boolean;
  /** Titles of the sections that are being written. */
  titlesBeingWritten: ReadonlySet<string>;
  editorHref: string;
  /** The page that was published from it, where nothing has changed since; otherwise null. */
  publishedHref: string | null;
  isPublishing: boolean;
  /** Why it cannot be published as it is; null where it can. */
  problem: string | null;
  /** Null where there is nothing to undo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  onPublish: () => void;
  /** Renders a section's text as readers see it. */
  renderText: (section: DraftSection) => ReactNode;
}

/** The current draft of a page. */
export function DraftPanel(props: DraftPanelProps) {
  const { draft, serviceName, isLoading, isAnswering, titlesBeingWritten, renderText } = props;
  const sections = draft?.sections ?? [];
  return (
    <section aria-label="Draft" className="flex h-full min-h-0 flex-col bg-surface-1">
      <DraftBar {...props} />
      <section
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Text of the draft"
        className="min-h-0 flex-1 overflow-y-auto px-4 py-6 focus-visible:-outline-offset-2 md:px-8"
      >
        <div className="mx-auto w-full max-w-180">
          {isLoading && !draft && <DraftPlaceholder />}
          {draft && draft.title !== "" && (
            <h2 className="mb-1 text-2xl font-semibold text-balance wrap-anywhere">{draft.title}</h2>
          )}
          {serviceName !== null && <p className="mb-6 text-sm text-ink-3">Below the service {serviceName}</p>}
          {!isLoading && !isAnswering && sections.length === 0 && (
            <EmptyState
              icon={<FileTextIcon className="size-5" />}
              title="No sections yet"
              text="Say in the conversation what the page shall tell; its sections appear here while they are written."
            />
          )}
          {isAnswering && sections.length === 0 && <DraftPlaceholder />}
          <div className="flex flex-col gap-8 pt-4">
            {sections.map((section) => (
              <Section
                key={section.sectionId}
                section={section}
                isAnswering={isAnswering}
                isBeingWritten={titlesBeingWritten.has(section.title)}
              >
                {section.content !== "" && renderText(section)}
              </Section>
            ))}
          </div>
        </div>
      </section>
    </section>
  );
}

function DraftBar(props: DraftPanelProps) {
  const { isAnswering, onUndo, onRedo } = props;
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b border-line-subtle px-2 py-1.5 md:px-4">
      <IconButton
        size="sm"
        label="Undo"
        icon={<ArrowUUpLeftIcon className="size-4" />}
        aria-disabled={onUndo === null || isAnswering || undefined}
        onClick={() => !isAnswering && onUndo?.()}
        className="aria-disabled:opacity-40"
      />
      <IconButton
        size="sm"
        label="Redo"
        icon={<ArrowUUpRightIcon className="size-4" />}
        aria-disabled={onRedo === null || isAnswering || undefined}
        onClick={() => !isAnswering && onRedo?.()}
        className="aria-disabled:opacity-40"
      />
      <span className="flex-1" />
      {props.publishedHref === null ? <PublishButtons {...props} /> : <PublishedNote href={props.publishedHref} />}
    </div>
  );
}

/** The page of this draft exists already; publishing again would create a copy. */
function PublishedNote({ href }: { href: string }) {
  return (
    <>
      <Badge tone="success">Published</Badge>
      <ButtonLink size="sm" href={href}>
        Open page
      </ButtonLink>
    </>
  );
}

function PublishButtons({ draft, isAnswering, editorHref, isPublishing, problem, onPublish }: DraftPanelProps) {
  const reason = isAnswering ? "Wait until it is written, or stop it first" : (problem ?? undefined);
  return (
    <>
      <ButtonLink
        size="sm"
        variant="ghost"
        href={editorHref}
        icon={<PencilSimpleIcon aria-hidden className="size-4" />}
      >
        Open in editor
      </ButtonLink>
      <Button
        size="sm"
        variant="primary"
        isBusy={isPublishing}
        disabledReason={draft ? reason : "There is nothing to publish yet"}
        onClick={onPublish}
      >
        Publish
      </Button>
    </>
  );
}

interface SectionProps {
  section: DraftSection;
  isAnswering: boolean;
  isBeingWritten: boolean;
  children: ReactNode;
}

function Section({ section, isAnswering, isBeingWritten, children }: SectionProps) {
  const { title, content, sources, instructions } = section;
  const isWaiting = content === "" && isAnswering;
  return (
    <section aria-label={title} aria-busy={isBeingWritten || isWaiting || undefined}>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-xl font-semibold text-balance wrap-anywhere">{title}</h3>
        {isBeingWritten && <Badge tone="ai">Writing</Badge>}
        {!isBeingWritten && sources.length > 0 && (
          <span className="text-xs text-ink-3">{sources.length === 1 ? "1 source" : `${sources.length} sources`}</span>
        )}
      </div>
      {content !== "" && <div className={isBeingWritten ? "opacity-55" : undefined}>{children}</div>}
      {isWaiting && <TextPlaceholder />}
      {content === "" && !isAnswering && (
        <p className="text-base text-ink-3">
          {instructions ? "Not written yet. Say “go on”, or publish: it is written then." : "Nothing is written here."}
        </p>
      )}
    </section>
  );
}

function TextPlaceholder() {
  return (
    <div aria-hidden="true" className="flex max-w-[72ch] flex-col gap-2.5">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}

function DraftPlaceholder() {
  return (
    <Loading what="draft">
      <Skeleton className="mb-8 h-8 w-2/3" />
      <Skeleton className="mb-4 h-6 w-40" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="mt-2.5 h-4 w-11/12" />
      <Skeleton className="mt-2.5 h-4 w-3/5" />
    </Loading>
  );
}
