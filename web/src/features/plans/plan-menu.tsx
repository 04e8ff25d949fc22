import type { Plan } from "@cairn/contract/plans";
import { ArrowsClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

import { isProposing, useDeletePlan, useProposePlan } from "./plans.api.ts";
import type { PlanKey } from "./plans.api.ts";
import { ProposeAgainDialog } from "./propose-again-dialog.tsx";

interface PlanMenuProps {
  planKey: PlanKey;
  plan: Plan;
  onDeleted: () => void;
}

/** What can be done to a whole plan. */
export function PlanMenu({ planKey, plan, onDeleted }: PlanMenuProps) {
  const [asked, setAsked] = useState<"propose" | "delete" | null>(null);
  const propose = useProposePlan(planKey);
  const remove = useDeletePlan(planKey);
  const openCount = plan.items.filter(({ accepted }) => accepted === null).length;
  const close = () => setAsked(null);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label="Actions for this plan"
            hasTooltip={false}
            icon={<DotsThreeIcon weight="bold" className="size-4" />}
          />
        }
      >
        {!isProposing(plan) && (
          <MenuItem
            icon={<ArrowsClockwiseIcon className="size-4" />}
            onSelect={() => (openCount > 0 ? setAsked("propose") : propose.mutate(undefined))}
          >
            Propose again
          </MenuItem>
        )}
        <MenuItem icon={<TrashIcon className="size-4" />} isDestructive onSelect={() => setAsked("delete")}>
          Delete plan
        </MenuItem>
      </Menu>
      <ProposeAgainDialog
        plan={plan}
        isOpen={asked === "propose"}
        isBusy={propose.isPending}
        onClose={close}
        onConfirm={() => propose.mutate(undefined, { onSettled: close })}
      />
      <ConfirmDialog
        isOpen={asked === "delete"}
        onOpenChange={close}
        title="Delete this plan?"
        description="Its goal and its proposed tasks will be gone for good. Tasks that were accepted stay."
        confirmLabel="Delete plan"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(planKey.planId, { onSuccess: onDeleted })}
      />
    </>
  );
}
