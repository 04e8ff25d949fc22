import { useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { useRestoreRevision } from "./revisions.api.ts";

interface RestoreButtonProps {
  organizationId: string;
  artifactId: string;
  revision: number;
  /** The date of the revision, in words. */
  whenText: string;
  onRestored: () => void;
}

/** Publishes an earlier revision again, after a confirmation. */
export function RestoreButton({ organizationId, artifactId, revision, whenText, onRestored }: RestoreButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const restore = useRestoreRevision(organizationId, artifactId);
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => setIsConfirming(true)}>
        Restore
      </Button>
      <Dialog
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title="Restore this state?"
        description={`The page will say again what it said ${whenText}. That is a new revision: nothing is lost, and restoring the one before takes it back.`}
        footer={
          <>
            <Button variant="ghost" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
            <Button
              variant="primary"
              isBusy={restore.isPending}
              onClick={() => restore.mutate(revision, { onSuccess: onRestored })}
            >
              Restore
            </Button>
          </>
        }
      />
    </>
  );
}
