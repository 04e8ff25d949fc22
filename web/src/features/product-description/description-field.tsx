import { validation } from "@cairn/contract/texts";
import { NotePencilIcon } from "@phosphor-icons/react/dist/csr/NotePencil";
import { useId } from "react";
import type { KeyboardEvent, ReactNode } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LazyRichTextEditor } from "#web/ui/editor/lazy-rich-text-editor.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

const descriptionLimits = { min: 100, max: 5000 } as const;

/** Why a text cannot be saved; null where it can. */
export function saveProblem(text: string): string | null {
  const { length } = text.trim();
  if (length < descriptionLimits.min) return validation.descriptionTooShort;
  return length > descriptionLimits.max ? validation.descriptionTooLong : null;
}

interface DescriptionFieldProps {
  text: string;
  onChange: (text: string) => void;
  /** The error, set after the first attempt to save. */
  error: string | null;
  isFocused: boolean;
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  onSave: () => void;
}

/** The editor of the description. */
export function DescriptionField(props: DescriptionFieldProps) {
  const { text, onChange, error, isFocused, onUndo, onRedo, onSave } = props;
  const noteId = useId();
  const { length } = text.trim();
  const isOver = length > descriptionLimits.max;
  const shown = error ?? (isOver ? validation.descriptionTooLong : null);
  // The editor's own undo does not cover texts that were replaced as a whole; those are undone here.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (!isRedo && key !== "z") return;
    event.preventDefault();
    (isRedo ? onRedo : onUndo)?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown} className="flex flex-col gap-2">
      <LazyRichTextEditor
        label="Product Description"
        value={text}
        onChange={onChange}
        headingLevels={3}
        placeholder="Who uses it, what for, and what it offers"
        minHeight={320}
        // The person pressed a button to write here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFocused}
        onSubmit={onSave}
        aria-describedby={noteId}
        aria-invalid={shown !== null}
      />
      <div id={noteId} className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs">
        <span className="text-danger-text">{shown}</span>
        <span className={cx("tabular-nums", isOver ? "text-danger-text" : "text-ink-3")}>
          {length} of {descriptionLimits.max} characters
          {length < descriptionLimits.min && `, at least ${descriptionLimits.min}`}
        </span>
      </div>
      <Announcement>{shown}</Announcement>
    </div>
  );
}

interface EmptyDescriptionProps {
  hasCode: boolean;
  onDraft: () => void;
  onWrite: () => void;
}

/** Shown for a product without a description. */
export function EmptyDescription({ hasCode, onDraft, onWrite }: EmptyDescriptionProps) {
  return (
    <EmptyState
      icon={<NotePencilIcon className="size-5" />}
      title="No description yet"
      text="Who uses it, what for, and what it offers. Answers and documents build on it."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant={hasCode ? "ghost" : "primary"} onClick={onWrite}>
            Write it yourself
          </Button>
          <Button variant={hasCode ? "primary" : "ghost"} onClick={onDraft}>
            {hasCode ? "Draft it from the code" : "Answer questions about it"}
          </Button>
        </div>
      }
    />
  );
}

/** A column of notices above the text. */
export function NoticeStack({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-3 empty:hidden">{children}</div>;
}
