import { Button } from "#web/ui/action/button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { DescriptionDiff } from "./description-diff.tsx";

/** Asks before changes are discarded. */
export function DiscardDescriptionDialog({
  isOpen,
  onClose,
  onDiscard,
}: {
  isOpen: boolean;
  onClose: () => void;
  onDiscard: () => void;
}) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && onClose()}
      title="Discard your changes?"
      description="The text goes back to what is saved. Undo brings your changes back while this page is open."
      confirmLabel="Discard changes"
      isBusy={false}
      onConfirm={onDiscard}
    />
  );
}

interface SaveConflictDialogProps {
  /** The text that another person saved. */
  theirs: string;
  /** The text in the field. */
  mine: string;
  isSaving: boolean;
  onClose: () => void;
  /** Merges both texts in the field; nothing is saved yet. */
  onMerge: () => void;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
}

/** Another person saved another description meanwhile: asks what to save. */
export function SaveConflictDialog({
  theirs,
  mine,
  isSaving,
  onClose,
  onMerge,
  onTakeTheirs,
  onSaveMine,
}: SaveConflictDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="lg"
      title="The description was changed meanwhile"
      description="Somebody else saved another text since you began. Struck out is what only theirs says, highlighted what only yours says."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Back to editing
          </Button>
          <Button onClick={onTakeTheirs}>Take theirs</Button>
          <Button isBusy={isSaving} onClick={onSaveMine}>
            Save mine over it
          </Button>
          <Button variant="primary" onClick={onMerge}>
            Put both together
          </Button>
        </>
      }
    >
      <section
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Theirs and yours"
        className="max-h-[min(26rem,50dvh)] overflow-y-auto rounded-lg border border-line bg-surface-1 p-3"
      >
        <DescriptionDiff before={theirs} after={mine} />
      </section>
    </Dialog>
  );
}
