import { useId } from "react";

import { cx } from "#web/ui/cx.ts";

interface RadioCard<Value extends string> {
  value: Value;
  label: string;
  description: string;
  /** Why it cannot be chosen. */
  disabledReason?: string;
}

export interface RadioCardsProps<Value extends string> {
  /** What is being chosen. */
  label: string;
  options: readonly RadioCard<Value>[];
  /** Null where nothing can be chosen. */
  value: Value | null;
  onValueChange: (value: Value) => void;
}

/** Radio buttons, each with a description. */
export function RadioCards<Value extends string>({ label, options, value, onValueChange }: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={
              "grid grid-cols-[auto_1fr] content-start gap-x-2.5 gap-y-0.5 rounded-lg border border-line " +
              "bg-surface-2 p-3 text-sm transition-colors duration-[80ms] not-has-disabled:hover:bg-surface-3 " +
              "has-disabled:bg-transparent " +
              "has-checked:border-accent-line has-checked:bg-accent-subtle has-focus-visible:outline-2 " +
              "has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            }
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabledReason !== undefined}
              onChange={() => onValueChange(option.value)}
              className="mt-0.5 size-4 accent-accent outline-none"
            />
            <span className={option.disabledReason === undefined ? "font-medium text-ink" : "font-medium text-ink-2"}>
              {option.label}
            </span>
            <span className={cx("col-start-2", option.disabledReason === undefined ? "text-ink-2" : "text-ink-3")}>
              {option.description}
            </span>
            {option.disabledReason !== undefined && (
              <span className="col-start-2 wrap-anywhere text-ink-2">{option.disabledReason}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
