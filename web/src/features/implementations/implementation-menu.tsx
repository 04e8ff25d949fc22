import type { Implementation } from "@cairn/contract/implementations";

import { formatDateTime } from "#web/lib/text/dates.ts";
import { ChoiceMenu } from "#web/ui/overlay/choice-menu.tsx";

import { describeRun } from "./describe-run.ts";

interface ImplementationMenuProps {
  /** Newest first. */
  implementations: readonly Implementation[];
  shown: Implementation;
  onShow: (implementationId: string) => void;
}

/** Chooses which implementation of the task is shown. */
export function ImplementationMenu({ implementations, shown, onShow }: ImplementationMenuProps) {
  return (
    <ChoiceMenu
      label="Implementation"
      value={shown.implementationId}
      options={implementations.map((one) => ({
        value: one.implementationId,
        label: `Implementation ${one.projectImplementationId}`,
        description: `${describeRun(one).word}, begun ${formatDateTime(one.createdAt)}`,
      }))}
      onApply={onShow}
    />
  );
}
