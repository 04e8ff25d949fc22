import type { Plan } from "@cairn/contract/plans";

import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";

import { listChanged } from "./plans.api.ts";

interface ProposeAgainDialogProps {
  plan: Plan;
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before tasks that were not accepted are replaced, and says what of people's work goes with them. */
export function ProposeAgainDialog({ plan, isOpen, isBusy, onClose, onConfirm }: ProposeAgainDialogProps) {
  const openCount = plan.items.filter(({ accepted }) => accepted === null).length;
  const changed = listChanged(plan);
  const [first] = changed;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title="Propose tasks again?"
      description={
        `${openCount === 1 ? "The task that was" : `The ${openCount} tasks that were`} not accepted will be replaced` +
        (changed.length === 0
          ? "."
          : changed.length === 1
            ? `, with what was changed in “${first?.title}”. Accept it first to keep it.`
            : `, with what was changed in ${changed.length} of them. Accept those first to keep them.`)
      }
      confirmLabel="Propose again"
      isBusy={isBusy}
      onConfirm={onConfirm}
    />
  );
}
