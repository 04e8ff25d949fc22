import { Select as BaseSelect } from "@base-ui/react/select";
import { CaretUpDownIcon } from "@phosphor-icons/react/dist/csr/CaretUpDown";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";

import { cx } from "#web/ui/cx.ts";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";

import { controlClass, Field } from "./field.tsx";
import type { FieldLabelProps } from "./field.tsx";

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

export interface SelectProps<Value extends string> extends FieldLabelProps {
  options: readonly SelectOption<Value>[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  onBlur?: () => void;
  placeholder?: string;
}

export function Select<Value extends string>({
  label,
  hint,
  error,
  isLabelHidden,
  options,
  value,
  onValueChange,
  onBlur,
  placeholder = "Select…",
}: SelectProps<Value>) {
  const container = useOverlayContainer();
  return (
    <Field {...{ label, hint, error, isLabelHidden }}>
      {(control) => (
        <BaseSelect.Root
          items={options}
          value={value}
          onValueChange={(next) => next !== null && onValueChange(next)}
          onOpenChange={(isOpen) => !isOpen && onBlur?.()}
        >
          <BaseSelect.Trigger
            {...control}
            aria-label={label}
            className={cx(controlClass, "control flex items-center justify-between gap-2 px-2.5 text-left")}
          >
            <BaseSelect.Value className="truncate data-[placeholder]:text-ink-3" placeholder={placeholder} />
            <BaseSelect.Icon className="text-ink-3">
              <CaretUpDownIcon className="size-4" />
            </BaseSelect.Icon>
          </BaseSelect.Trigger>
          <BaseSelect.Portal container={container}>
            <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-60">
              <BaseSelect.Popup
                className={
                  "overlay-motion max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-lg " +
                  "bg-surface-3 p-1 shadow-pop"
                }
              >
                <BaseSelect.List>
                  {options.map((option) => (
                    <BaseSelect.Item
                      key={option.value}
                      value={option.value}
                      className={
                        "flex h-8 cursor-default items-center justify-between gap-4 rounded-md px-2 text-sm text-ink-2 " +
                        "outline-none data-[highlighted]:bg-surface-4 data-[highlighted]:text-ink pointer-coarse:h-11"
                      }
                    >
                      <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                      <BaseSelect.ItemIndicator>
                        <CheckIcon className="size-4" />
                      </BaseSelect.ItemIndicator>
                    </BaseSelect.Item>
                  ))}
                </BaseSelect.List>
              </BaseSelect.Popup>
            </BaseSelect.Positioner>
          </BaseSelect.Portal>
        </BaseSelect.Root>
      )}
    </Field>
  );
}
