import { useState } from "react";
import type { ReactNode } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { DangerCard } from "#web/ui/layout/card.tsx";

import { TypedConfirmDialog } from "./typed-confirm-dialog.tsx";

export interface TypedDangerCardProps {
  /** Also the text of the button, for example "Delete Product". */
  title: string;
  description: ReactNode;
  /** The question of the dialog, for example "Delete Ferry Board?". */
  question: string;
  /** What will be lost, for whom. */
  warning: ReactNode;
  /** The text to type before the button works. */
  expected: string;
  /** Names the object, for example "Delete Ferry Board". */
  confirmLabel: string;
  /** On failure a toast says why and the dialog stays open. */
  onConfirm: () => Promise<unknown>;
}

/** A card for a destructive action, with the dialog that asks to type a name. */
export function TypedDangerCard({ title, description, question, warning, onConfirm, ...dialog }: TypedDangerCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    await onConfirm().then(
      () => setIsAsking(false),
      () => {},
    );
    setIsBusy(false);
  };
  return (
    <>
      <DangerCard
        title={title}
        description={description}
        action={
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {title}
          </Button>
        }
      />
      <TypedConfirmDialog
        {...dialog}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={question}
        description={warning}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
