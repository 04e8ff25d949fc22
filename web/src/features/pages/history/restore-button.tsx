import { useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { useRestoreRevision } from "./revisions.api.ts";

interface RestoreButtonProps {
  organizationId: string;
  artifactId: string;
  revision: number;
  /** When that state was. */
  whenText: string;
  onRestored: () => void;
}

/** Publishes a former state again, after asking. */
export function RestoreButton({ organizationId, artifactId, revision, whenText, onRestored }: RestoreButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const restore = useRestoreRevision(organizationId, artifactId);
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => setIsAsking(true)}>
        Restore
      </Button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Restore this state?"
        description={`The page will say again what it said ${whenText}. That is a new revision: nothing is lost, and restoring the one before takes it back.`}
        footer={
          <>
            <Button variant="ghost" onClick={() => setIsAsking(false)}>
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
