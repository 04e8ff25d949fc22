import { cx } from "#web/ui/cx.ts";

export interface ProgressBarProps {
  label: string;
  /** 0 to 100. */
  value: number;
  /** The announced text; it may be less precise than the value. */
  valueText: string;
  className?: string;
}

export function ProgressBar({ label, value, valueText, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      aria-valuetext={valueText}
      max={100}
      value={value}
      className={cx(
        "block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-4 forced-colors:appearance-auto",
        "[&::-moz-progress-bar]:bg-ai [&::-webkit-progress-bar]:bg-surface-4 [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-ai",
        className,
      )}
    />
  );
}
