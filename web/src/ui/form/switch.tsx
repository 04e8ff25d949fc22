import { useId } from "react";
import type { ReactNode } from "react";

export interface SwitchProps {
  label: string;
  hint?: ReactNode;
  isChecked: boolean;
  onCheckedChange: (isChecked: boolean) => void;
}

/** A switch for a setting that takes effect at once; the hint is announced with the label. */
export function Switch({ label, hint, isChecked, onCheckedChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <SwitchLabel id={id} label={label} hint={hint} />
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isChecked}
        checked={isChecked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className={
          "relative h-5 w-9 shrink-0 appearance-none rounded-full border border-line-control bg-surface-3 transition-colors " +
          "before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-ink-2 before:transition-transform " +
          // The touch target is larger than the visible switch.
          "after:absolute after:-inset-1 pointer-coarse:after:-inset-3.5 " +
          "checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent forced-colors:before:bg-[CanvasText]"
        }
      />
    </div>
  );
}

function SwitchLabel({ id, label, hint }: { id: string; label: string; hint?: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mt-0.5 text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
