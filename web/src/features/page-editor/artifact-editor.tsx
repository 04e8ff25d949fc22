import type { Section } from "@cairn/contract/page-sections";
import { useMemo, useRef } from "react";
import type { ReactNode } from "react";

import { AddSection } from "#web/features/page-editor/section/add-section.tsx";
import { RemovedNotice } from "#web/features/page-editor/section/removed-notice.tsx";
import { SectionContext } from "#web/features/page-editor/section/section-context.ts";
import { SectionList } from "#web/features/page-editor/section/section-list.tsx";
import { useSectionActions } from "#web/features/page-editor/section/use-section-actions.ts";
import { hasMaxSections } from "#web/features/page-editor/state/editor-page.ts";
import type { PageScope } from "#web/features/page-editor/state/page-editor.api.ts";
import type { EditingSession } from "#web/features/page-editor/state/use-editing.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { useModKey } from "#web/ui/keyboard/shortcuts.ts";

import { EditorToolbar } from "./editor-toolbar.tsx";

interface ArtifactEditorProps {
  /** Of the screen, only for screen readers. */
  heading: string;
  project: ProjectKey;
  scope: PageScope;
  editing: EditingSession;
  /** The page's sections in its newest revision. */
  published: readonly Section[];
  /** Banners about the page as a whole. */
  notices?: ReactNode;
  /** Above the sections. */
  settings?: ReactNode;
  /** The section that gets the focus first; left out for the page's title. */
  startAt?: string | null;
  isPublishing: boolean;
  /** Why there is nothing to publish. */
  publishDisabledReason?: string;
  onCancel: () => void;
  onPublish: () => void;
}

/** A focused field is scrolled to where the sticky toolbar does not cover it. */
const belowToolbar =
  "[&_:is(a,button,input,textarea)]:scroll-mt-24 [&_:is(a,button,input,textarea)]:scroll-mb-4 [&_[contenteditable]]:scroll-mt-24";

/** The editor of a page's title and sections. */
export function ArtifactEditor(props: ArtifactEditorProps) {
  const { heading, project, scope, editing, published, notices, settings, startAt = null, onCancel, onPublish } = props;
  const { state, dispatch, errors, unsaved } = editing;
  const { title, sections } = state.page;
  const rootRef = useRef<HTMLDivElement>(null);
  const actions = useSectionActions({ project, scope, editing, onPublish, startAt, rootRef });
  const { folds, removed } = actions;
  const publishedById = useMemo(() => new Map(published.map((section) => [section.sectionId, section])), [published]);
  // While earlier unsaved work is offered, nothing can be typed over it.
  const isWaiting = unsaved.offer !== null;
  useModKey("mod+enter", () => {
    if (!isWaiting && !document.querySelector("[role=dialog]")) onPublish();
  });
  return (
    <div ref={rootRef}>
      <h1 tabIndex={-1} className="sr-only">
        {heading}
      </h1>
      <div className="flex flex-col gap-2 not-empty:mb-4">{notices}</div>
      <div inert={isWaiting} className={isWaiting ? "opacity-55" : undefined}>
        <EditorToolbar
          title={title}
          titleError={errors.title}
          onTitleChange={(next) => dispatch({ type: "retitle", title: next })}
          hasAutoSections={sections.some(({ kind }) => kind === "auto")}
          isNotStored={unsaved.isNotStored}
          isPublishing={props.isPublishing}
          publishDisabledReason={props.publishDisabledReason}
          onCancel={onCancel}
          onPublish={onPublish}
        />
        {settings}
        <section aria-label="Sections" className={`mt-4 ${belowToolbar}`}>
          <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
            <h2 className="text-base font-semibold">
              Sections <span className="ml-1 font-normal text-ink-3 tabular-nums">{sections.length}</span>
            </h2>
            {sections.length > 1 && (
              <Button size="sm" variant="ghost" onClick={folds.toggleAll}>
                {folds.areAllFolded ? "Unfold all" : "Fold all"}
              </Button>
            )}
          </div>
          <SectionContext value={actions.context}>
            <SectionList
              sections={sections}
              folded={folds.folded}
              errors={errors}
              previews={actions.previews}
              published={publishedById}
              removed={
                removed && {
                  index: removed.index,
                  notice: (
                    <RemovedNotice
                      section={removed.section}
                      onUndo={() => actions.restoreRemoved(removed)}
                      onDismiss={actions.dismissRemoved}
                    />
                  ),
                }
              }
            />
          </SectionContext>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <AddSection isFull={hasMaxSections(state.page)} onAdd={actions.add} />
            {errors.list !== undefined && (
              <p role="alert" className="text-sm text-danger-text">
                {errors.list}
              </p>
            )}
          </div>
        </section>
      </div>
      <Announcement>{actions.announcement}</Announcement>
    </div>
  );
}
