import type { PlanItem } from "@cairn/contract/plans";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";

import { useMergeItems } from "#web/features/plans/plans.api.ts";
import type { PlanKey } from "#web/features/plans/plans.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";

interface ChosenBarProps {
  planKey: PlanKey;
  /** In the order of the plan. */
  chosen: readonly PlanItem[];
  isAccepting: boolean;
  onAccept: () => void;
  onDrop: () => void;
  onClear: () => void;
}

/** What can be done to the chosen tasks of a plan. */
export function ChosenBar({ planKey, chosen, isAccepting, onAccept, onDrop, onClear }: ChosenBarProps) {
  const merge = useMergeItems(planKey);
  const [first, second] = chosen;
  const onMerge = () => {
    if (!first || !second) return;
    merge.mutate({ itemId: first.itemId, otherItemId: second.itemId }, { onSuccess: onClear });
  };
  return (
    <section
      aria-label="Chosen tasks"
      className={
        "sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-xl border " +
        "border-line bg-surface-3 p-1.5 pl-3 text-sm shadow-pop max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))]"
      }
    >
      <output className="mr-1 font-medium tabular-nums">{chosen.length} chosen</output>
      <Button
        size="sm"
        isBusy={merge.isPending}
        disabledReason={chosen.length === 2 ? undefined : "Choose two tasks to make one of them"}
        onClick={onMerge}
      >
        Merge
      </Button>
      <Button size="sm" onClick={onDrop}>
        Drop
      </Button>
      <Button size="sm" variant="primary" isBusy={isAccepting} onClick={onAccept}>
        Accept {chosen.length}
      </Button>
      <IconButton size="sm" label="Clear choice" icon={<XIcon className="size-4" />} onClick={onClear} />
    </section>
  );
}
