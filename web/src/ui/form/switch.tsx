import { useId } from "react";
import type { ReactNode } from "react";

export interface SwitchProps {
  label: string;
  hint?: ReactNode;
  isChecked: boolean;
  onCheckedChange: (isChecked: boolean) => void;
  /** Why it can't be switched; shown with the hint. */
  disabledReason?: string | undefined;
}

/** A switch for a setting that takes effect at once; the hint is announced with the label. */
export function Switch({ label, hint, isChecked, onCheckedChange, disabledReason }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <SwitchLabel id={id} label={label} hint={hint} disabledReason={disabledReason} />
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isChecked}
        checked={isChecked}
        aria-disabled={disabledReason === undefined ? undefined : true}
        aria-describedby={hint || disabledReason !== undefined ? `${id}-hint` : undefined}
        // It stays in reach of the keyboard, so that everybody comes to the reason.
        onChange={(event) => disabledReason === undefined && onCheckedChange(event.target.checked)}
        className={
          "relative h-5 w-9 shrink-0 appearance-none rounded-full border border-line-control bg-surface-3 transition-colors " +
          "before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-ink-2 before:transition-transform " +
          // The touch target is larger than the visible switch.
          "after:absolute after:-inset-1 pointer-coarse:after:-inset-3.5 " +
          "checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent aria-disabled:cursor-not-allowed aria-disabled:opacity-50 forced-colors:before:bg-[CanvasText]"
        }
      />
    </div>
  );
}

interface SwitchLabelProps extends Pick<SwitchProps, "label" | "hint" | "disabledReason"> {
  id: string;
}

function SwitchLabel({ id, label, hint, disabledReason }: SwitchLabelProps) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      {(hint || disabledReason !== undefined) && (
        <div id={`${id}-hint`} className="mt-0.5 flex flex-col gap-1 text-xs text-ink-3">
          {hint && <p>{hint}</p>}
          {disabledReason !== undefined && <p className="text-ink-2">{disabledReason}</p>}
        </div>
      )}
    </div>
  );
}
