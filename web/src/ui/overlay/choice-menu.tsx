import { Menu as BaseMenu } from "@base-ui/react/menu";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { useState } from "react";

import { Button } from "#web/ui/action/button.tsx";

import { useOverlayContainer } from "./overlay-container.tsx";

export interface ChoiceMenuProps<Value extends string> {
  /** What is being chosen, for example "Role of Ada Okafor". */
  label: string;
  options: readonly {
    value: Value;
    label: string;
    description: string;
    /** Why the option is disabled. */
    disabledReason?: string;
  }[];
  value: Value;
  /** Called when the menu closes with another choice than it opened with. */
  onApply: (value: Value) => void;
}

/** A menu of options that is applied when it closes, so that moving between options changes nothing. */
export function ChoiceMenu<Value extends string>({ label, options, value, onApply }: ChoiceMenuProps<Value>) {
  const container = useOverlayContainer();
  const [marked, setMarked] = useState(value);
  const current = options.find((option) => option.value === value)?.label ?? value;
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) setMarked(value);
    else if (marked !== value) onApply(marked);
  };
  return (
    <BaseMenu.Root onOpenChange={onOpenChange}>
      <BaseMenu.Trigger
        render={
          <Button size="sm" variant="ghost" aria-label={`${label}: ${current}`} className="-ml-2.5">
            {current}
            <CaretDownIcon aria-hidden className="size-3 text-ink-3" />
          </Button>
        }
      />
      <BaseMenu.Portal container={container}>
        <BaseMenu.Positioner align="start" sideOffset={6} className="z-40 outline-none">
          <BaseMenu.Popup
            className={
              "overlay-motion w-72 max-w-[calc(100vw-2rem)] origin-(--transform-origin) rounded-lg bg-surface-3 " +
              "p-1 shadow-pop outline-none"
            }
          >
            <BaseMenu.RadioGroup aria-label={label} value={marked} onValueChange={setMarked}>
              {options.map((option) => (
                <BaseMenu.RadioItem
                  key={option.value}
                  value={option.value}
                  label={option.label}
                  disabled={option.disabledReason !== undefined}
                  className={
                    "flex min-h-11 cursor-default items-start justify-between gap-3 rounded-md px-2 py-1.5 text-sm " +
                    "outline-none select-none data-[highlighted]:bg-surface-4"
                  }
                >
                  <span className="min-w-0">
                    <span className={option.disabledReason ? "text-ink-3" : "font-medium text-ink"}>
                      {option.label}
                    </span>
                    <span className="block text-xs text-ink-3">{option.disabledReason ?? option.description}</span>
                  </span>
                  <BaseMenu.RadioItemIndicator className="mt-0.5">
                    <CheckIcon aria-hidden className="size-4" />
                  </BaseMenu.RadioItemIndicator>
                </BaseMenu.RadioItem>
              ))}
            </BaseMenu.RadioGroup>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
