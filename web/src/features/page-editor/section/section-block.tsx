import type { Section } from "@cairn/contract/page-sections";
import { useSortable } from "@dnd-kit/react/sortable";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { memo, useEffect, useRef } from "react";
import type { KeyboardEvent } from "react";

import type { SectionErrors } from "#web/features/page-editor/state/check-page.ts";
import { titleOrFallback } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { useIsNearViewport } from "#web/lib/browser/use-is-near-viewport.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { DragHandle } from "#web/ui/drag/drag-handle.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { outputOptions } from "#web/ui/form/section-outputs.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { isTyping } from "#web/ui/keyboard/is-typing.ts";

import { AutoFields } from "./auto-fields.tsx";
import { focusPart } from "./focus-part.ts";
import { useSectionContext } from "./section-context.ts";
import { SectionSettings } from "./section-settings.tsx";
import { SectionStatus } from "./section-status.tsx";
import { StaticFields } from "./static-fields.tsx";
import type { Preview } from "./use-previews.ts";

const renderedAtOnce = 6;

export interface SectionBlockProps {
  section: EditorSection;
  /** Counts from 0. */
  index: number;
  count: number;
  isFolded: boolean;
  errors: SectionErrors | undefined;
  preview: Preview | undefined;
  /** The published section; undefined where it is not published yet. */
  published: Section | undefined;
}

/** One section of a page being edited. Typing in one section does not render the others again. */
export const SectionBlock = memo(function SectionBlock(props: SectionBlockProps) {
  const { section, index, count, isFolded, errors, preview, published } = props;
  const { onMove, onRemove, onFold, dispatch } = useSectionContext();
  const { ref, handleRef, isDragging, isDropping } = useSortable({ id: section.sectionId, index });
  const { sectionId, title, kind } = section;
  // A dragged section loses the focus when it is dropped.
  useEffect(
    () => (isDropping ? () => focusPart(document.body, "handle", sectionId) : undefined),
    [isDropping, sectionId],
  );
  const nearRef = useRef<HTMLFieldSetElement>(null);
  // Fields of a long page are rendered when they come near the window; the first ones at once, so that nothing jumps.
  const isNear = useIsNearViewport(nearRef) || index < renderedAtOnce;
  const name = titleOrFallback(title, `Section ${index + 1}`);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    event.preventDefault();
    onMove(section, index + step);
  };
  return (
    <li
      ref={ref}
      data-section={sectionId}
      className={cx(
        "scroll-mt-32 rounded-lg border bg-surface-2",
        errors ? "border-danger-line" : "border-line",
        isDragging && "shadow-pop",
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it bubble here */}
      <fieldset ref={nearRef} className="min-w-0" onKeyDown={onKeyDown}>
        <legend className="sr-only">
          {name}, section {index + 1} of {count}
        </legend>
        <div
          className={cx(
            "flex gap-x-1 gap-y-2 p-1.5",
            isFolded ? "items-center gap-x-2" : "flex-wrap items-start md:p-2",
          )}
        >
          <DragHandle
            ref={handleRef}
            title={name}
            noun="section"
            index={index}
            count={count}
            onMove={(to) => onMove(section, to)}
          />
          <button
            type="button"
            data-part="fold"
            aria-expanded={!isFolded}
            aria-label={isFolded ? undefined : `Fold ${name}`}
            onClick={() => onFold(sectionId, !isFolded)}
            className={cx(
              "flex h-8 items-center gap-2 rounded-md px-1.5 text-left hover:bg-surface-3 pointer-coarse:h-11",
              "pointer-coarse:min-w-11 pointer-coarse:justify-center",
              isFolded && "min-w-0 flex-1 justify-start!",
            )}
          >
            <CaretRightIcon
              aria-hidden
              className={cx("size-3.5 shrink-0 text-ink-3 transition-transform duration-120", !isFolded && "rotate-90")}
            />
            {isFolded && <span className="truncate text-base font-medium">{name}</span>}
          </button>
          {isFolded ? (
            <FoldedMarks section={section} hasErrors={errors !== undefined} published={published} />
          ) : (
            <>
              <TextField
                label="Section title"
                isLabelHidden
                data-part="title"
                placeholder={`Title of section ${index + 1}`}
                value={title}
                error={errors?.title}
                maxCount={title.length > 100 ? 128 : undefined}
                fieldClassName="min-w-0 flex-1"
                className="font-medium"
                onValueChange={(value) => dispatch({ type: "type", sectionId, field: "title", value })}
              />
              {isNear && <SectionSettings section={section} preview={preview} />}
            </>
          )}
          <IconButton
            data-part="remove"
            label={`Remove ${name}`}
            icon={<TrashIcon className="size-4" />}
            onClick={() => onRemove(section, index)}
          />
        </div>
        {!isFolded && (
          <div className="flex flex-col gap-4 border-t border-line-subtle p-3 md:p-4">
            {!isNear ? (
              <Skeleton className="h-40" />
            ) : kind === "auto" ? (
              <AutoFields section={section} error={errors?.prompt} preview={preview} published={published} />
            ) : (
              <StaticFields section={section} error={errors?.content} />
            )}
          </div>
        )}
      </fieldset>
    </li>
  );
});

type FoldedMarksProps = Pick<SectionBlockProps, "section" | "published"> & { hasErrors: boolean };

/** The marks of a folded section: errors, status, output and kind. */
function FoldedMarks({ section, hasErrors, published }: FoldedMarksProps) {
  const { kind, output } = section;
  return (
    <>
      {hasErrors && (
        <span className="flex shrink-0 items-center gap-1 text-xs text-danger-text">
          <WarningCircleIcon aria-hidden weight="fill" className="size-4" />
          <span className="max-sm:sr-only">Needs a change</span>
        </span>
      )}
      {published && kind === "auto" && (
        <span className="flex shrink-0 gap-1 max-sm:hidden">
          <SectionStatus section={published} />
        </span>
      )}
      <span className="shrink-0 text-xs text-ink-3 max-md:hidden">
        {outputOptions.find(({ value }) => value === output)?.label}
      </span>
      <Badge tone={kind === "auto" ? "ai" : "neutral"}>{kind === "auto" ? "Auto" : "Static"}</Badge>
    </>
  );
}
