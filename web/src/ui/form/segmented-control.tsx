import { useId } from "react";

import { cx } from "#web/ui/cx.ts";

export interface SegmentedControlProps<Value extends string> {
  /** What is being chosen. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
  size?: "sm" | "md";
}

/** A radio group rendered as one segmented control. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  size = "md",
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex w-fit flex-wrap rounded-md border border-line bg-surface-0 p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "flex items-center rounded-sm px-2.5 text-sm text-ink-3 transition-colors duration-[80ms] select-none hover:text-ink",
            "has-checked:bg-surface-4 has-checked:font-medium has-checked:text-ink forced-colors:has-checked:underline",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
            size === "sm" ? "h-6 pointer-coarse:h-10" : "h-7 pointer-coarse:h-10",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
