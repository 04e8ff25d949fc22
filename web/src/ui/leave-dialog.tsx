import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface LeaveDialogProps {
  title: string;
  /** What somebody does when they come back: "edit this page". */
  comingBack: string;
  /** The browser keeps what was written. */
  isKept: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before somebody goes elsewhere with changes that only they have. */
export function LeaveDialog({ title, comingBack, isKept, onStay, onLeave }: LeaveDialogProps) {
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
          <Button variant={isKept ? "primary" : "danger"} onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    />
  );
}
