import { cx } from "./cx.ts";

export interface ProgressBarProps {
  label: string;
  /** 0 to 100. */
  value: number;
  /** What is printed; it may say less than the value. */
  valueText: string;
  className?: string;
}

export function ProgressBar({ label, value, valueText, className }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cx("h-1.5 overflow-hidden rounded-full bg-surface-4 forced-colors:border", className)}
    >
      <div
        className="h-full w-full origin-left rounded-full bg-ai transition-transform duration-500 ease-out forced-colors:bg-[Highlight]"
        style={{ transform: `scaleX(${value / 100})` }}
      />
    </div>
  );
}
