import { ArrowUUpLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpLeft";
import { ArrowUUpRightIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpRight";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";

import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

interface DescriptionBarProps {
  isDirty: boolean;
  isAnswering: boolean;
  isSaving: boolean;
  /** The text was saved and not changed since. */
  isSaved: boolean;
  /** Null where there is nothing to undo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  onDiscard: () => void;
  onSave: () => void;
}

/** Undo, redo, discard and save. */
export function DescriptionBar({
  isDirty,
  isAnswering,
  isSaving,
  isSaved,
  onUndo,
  onRedo,
  onDiscard,
  onSave,
}: DescriptionBarProps) {
  const saveReason = isDirty ? undefined : "Nothing has changed";
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b border-line-subtle px-2 py-1.5 md:px-4">
      <IconButton
        size="sm"
        label="Undo"
        icon={<ArrowUUpLeftIcon className="size-4" />}
        aria-disabled={onUndo === null || undefined}
        onClick={() => onUndo?.()}
        className="aria-disabled:opacity-40"
      />
      <IconButton
        size="sm"
        label="Redo"
        icon={<ArrowUUpRightIcon className="size-4" />}
        aria-disabled={onRedo === null || undefined}
        onClick={() => onRedo?.()}
        className="aria-disabled:opacity-40"
      />
      <span className="flex-1" />
      {isSaved && (
        <span className="flex items-center gap-1.5 px-1 text-sm text-ink-3">
          <CheckIcon aria-hidden className="size-4 text-success-text" />
          Saved
        </span>
      )}
      <Button size="sm" variant="ghost" disabledReason={saveReason} onClick={onDiscard}>
        Discard
      </Button>
      <Button
        size="sm"
        variant="primary"
        isBusy={isSaving}
        disabledReason={isAnswering ? "Wait until it is written, or stop it first" : saveReason}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        {...tooltip("Save", { side: "bottom", keys: ["mod", "Enter"] })}
        onClick={onSave}
      >
        Save
      </Button>
    </div>
  );
}
