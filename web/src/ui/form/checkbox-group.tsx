import { useId } from "react";

import { cx } from "#web/ui/cx.ts";

export interface CheckboxGroupProps<Value extends string> {
  /** What is being chosen. */
  label: string;
  options: readonly { value: Value; label: string }[];
  values: readonly Value[];
  onValuesChange: (values: Value[]) => void;
  /** Error message of the choice. */
  error?: string;
  /** One below the other, for long labels. */
  isStacked?: boolean;
}

/** A group of checkboxes. */
export function CheckboxGroup<Value extends string>({
  label,
  options,
  values,
  onValuesChange,
  error,
  isStacked = false,
}: CheckboxGroupProps<Value>) {
  const errorId = useId();
  const toggle = (value: Value) =>
    onValuesChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div className={cx("flex gap-x-5 gap-y-1", isStacked ? "flex-col" : "flex-wrap")}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-6 items-center gap-2 text-sm text-ink-2 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              aria-invalid={error ? true : undefined}
              checked={values.includes(option.value)}
              onChange={() => toggle(option.value)}
              className="size-4 accent-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-xs text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
