import { useId } from "react";
import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

export interface FieldLabelProps {
  label: string;
  /** Shown below the field and announced with it. */
  hint?: ReactNode;
  /** Error message; replaces the hint. */
  error?: string;
  isLabelHidden?: boolean;
}

/** Attributes the control must have, so that label, hint and error are associated with it. */
interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps extends FieldLabelProps {
  /** Shown right of the hint, such as a counter. */
  aside?: ReactNode;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Classes shared by all controls. */
export const controlClass =
  "w-full rounded-md border border-line-control bg-surface-2 text-base text-ink transition-colors duration-[80ms] " +
  "hover:border-ink-3 aria-invalid:border-danger-text [&[readonly]]:border-line [&[readonly]]:bg-surface-1 [&[readonly]]:text-ink-2";

/** Label above, control, then hint or error. */
export function Field({ label, hint, error, isLabelHidden, aside, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={cx("text-sm font-medium text-ink", isLabelHidden && "sr-only")}>
        {label}
      </label>
      {children({ id, "aria-describedby": note ? noteId : undefined, "aria-invalid": error ? true : undefined })}
      {(note || aside) && (
        <div className="flex items-start justify-between gap-3 text-xs">
          <p id={noteId} className={error ? "text-danger-text" : "text-ink-3"}>
            {note}
          </p>
          {aside}
        </div>
      )}
    </div>
  );
}
