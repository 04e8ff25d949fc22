import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface DiscardDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onDiscard: () => void;
}

/** Asks before changes are thrown away. */
export function DiscardDialog({ isOpen, onClose, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && onClose()}
      title="Discard your changes?"
      description="What you changed and did not publish will be gone for good."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            Discard changes
          </Button>
        </>
      }
    />
  );
}

interface LeaveDialogProps {
  /** The browser keeps what was typed. */
  isKept: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before somebody goes elsewhere with unpublished changes. */
export function LeaveDialog({ isKept, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title="Leave without publishing?"
      description={
        isKept
          ? "Your changes stay in this browser and are offered to you when you come back to edit this page."
          : "This browser does not keep your changes: they will be gone."
      }
      footer={
        <>
          <Button variant="ghost" onClick={onStay}>
            Keep editing
          </Button>
          <Button variant={isKept ? "primary" : "danger"} onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    />
  );
}
