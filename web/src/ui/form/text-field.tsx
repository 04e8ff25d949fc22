import type { InputHTMLAttributes, KeyboardEvent, ReactNode, Ref, TextareaHTMLAttributes } from "react";

import { cx } from "#web/ui/cx.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { controlClass, Field } from "./field.tsx";
import type { FieldLabelProps } from "./field.tsx";

interface CounterProps {
  /** Hard limit; shows a character counter. */
  maxCount?: number;
  /** Above this count the counter warns, but the value is still accepted. */
  softMaxCount?: number;
}

export interface TextFieldProps
  extends FieldLabelProps, CounterProps, Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "onChange"> {
  value: string;
  onValueChange?: (value: string) => void;
  /** Rendered inside the control, at its right end. */
  trailing?: ReactNode;
  isMono?: boolean;
  fieldClassName?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  hint,
  error,
  isLabelHidden,
  maxCount,
  softMaxCount,
  value,
  onValueChange,
  trailing,
  isMono,
  fieldClassName,
  className,
  onKeyDown,
  ...rest
}: TextFieldProps) {
  const aside = maxCount !== undefined && <Counter value={value} maxCount={maxCount} softMaxCount={softMaxCount} />;
  return (
    <Field {...{ label, hint, error, isLabelHidden, aside }} className={fieldClassName}>
      {(control) => (
        <div className="relative">
          <input
            type="text"
            dir="auto"
            autoComplete="off"
            {...rest}
            {...control}
            value={value}
            onChange={(event) => onValueChange?.(event.target.value)}
            onKeyDown={(event) => {
              onKeyDown?.(event);
              submitOnModEnter(event);
            }}
            className={cx(
              controlClass,
              "control px-2.5 read-only:text-ellipsis",
              trailing !== undefined && "pr-10",
              isMono && "font-mono text-sm",
              className,
            )}
          />
          {trailing !== undefined && <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div>}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps
  extends FieldLabelProps, CounterProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange"> {
  value: string;
  onValueChange?: (value: string) => void;
  isMono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({
  label,
  hint,
  error,
  isLabelHidden,
  maxCount,
  softMaxCount,
  value,
  onValueChange,
  isMono,
  className,
  ...rest
}: TextAreaProps) {
  const aside = maxCount !== undefined && <Counter value={value} maxCount={maxCount} softMaxCount={softMaxCount} />;
  return (
    <Field {...{ label, hint, error, isLabelHidden, aside }}>
      {(control) => (
        <textarea
          dir="auto"
          rows={4}
          {...rest}
          {...control}
          value={value}
          onChange={(event) => onValueChange?.(event.target.value)}
          onKeyDown={submitOnModEnter}
          className={cx(
            controlClass,
            "field-sizing-content min-h-20 resize-y px-2.5 py-1.5",
            isMono && "font-mono text-sm",
            className,
          )}
        />
      )}
    </Field>
  );
}

/** Ctrl or Cmd with Enter submits the form; Enter alone adds a new line in a text area. */
function submitOnModEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const { form } = event.currentTarget;
  const buttons = [...(form?.elements ?? [])].filter((one) => one instanceof HTMLButtonElement);
  const submit = buttons.find(({ type }) => type === "submit");
  // Presses the button as Enter does, because a button that is busy or has nothing to save refuses presses.
  if (submit) submit.click();
  else form?.requestSubmit();
}

/** A character counter that is announced only close to the limit. */
function Counter({ value, maxCount, softMaxCount }: { value: string; maxCount: number; softMaxCount?: number }) {
  const isOver = value.length > maxCount;
  const isOverSoft = softMaxCount !== undefined && value.length > softMaxCount;
  const isNear = value.length > maxCount * 0.9;
  return (
    <span
      className={cx(
        "shrink-0 tabular-nums",
        isOver ? "font-medium text-danger-text" : isOverSoft ? "text-warning-text" : "text-ink-3",
      )}
    >
      <span aria-hidden="true">
        {value.length}/{maxCount}
      </span>
      <Announcement>{isNear && `${value.length} of ${maxCount} characters`}</Announcement>
    </span>
  );
}
