import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

interface LeaveDialogProps {
  title: string;
  /** What the user will do when coming back: "edit this page". */
  returnAction: string;
  /** Whether the draft is stored in this browser. */
  isDraftStored: boolean;
  onStay: () => void;
  onLeave: () => void;
  /** Saves, then leaves; absent where that cannot be done now. */
  onSave?: (() => void) | undefined;
  isSaving?: boolean;
}

/** Asks before somebody leaves with unsaved changes. */
export function LeaveDialog({
  title,
  returnAction: comingBack,
  isDraftStored: isKept,
  onStay,
  onLeave,
  onSave,
  isSaving,
}: LeaveDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title={title}
      description={
        isKept
          ? `Your changes stay in this browser and are offered to you when you come back to ${comingBack}.`
          : "This browser does not keep your changes: they will be gone."
      }
      footer={
        <>
          <Button variant="ghost" onClick={onStay}>
            Keep editing
          </Button>
          <Button variant={!isKept ? "danger" : onSave ? "secondary" : "primary"} onClick={onLeave}>
            Leave
          </Button>
          {onSave && (
            <Button variant="primary" isBusy={isSaving} onClick={onSave}>
              Save and continue
            </Button>
          )}
        </>
      }
    />
  );
}
