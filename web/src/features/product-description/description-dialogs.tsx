import { Button } from "#web/ui/action/button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { DescriptionDiff } from "./description-diff.tsx";

/** Asks before changes are thrown away. */
export function DiscardDialog({
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
  /** What others saved. */
  theirs: string;
  /** What stands here. */
  mine: string;
  isSaving: boolean;
  onClose: () => void;
  /** Both texts become one in the field; nothing is saved yet. */
  onMerge: () => void;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
}

/** Somebody else saved another description meanwhile: nothing is written over without being asked. */
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
        // Scrolled by keys as well.
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
