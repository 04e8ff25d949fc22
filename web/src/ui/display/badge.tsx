import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

export type Tone = "neutral" | "accent" | "ai" | "success" | "warning" | "danger" | "info";

const tones: Record<Tone, string> = {
  neutral: "border-line bg-surface-3 text-ink-2",
  accent: "border-accent-line bg-accent-subtle text-accent-text",
  ai: "border-ai-line bg-ai-subtle text-ai-text",
  success: "border-success-line bg-success-subtle text-success-text",
  warning: "border-warning-line bg-warning-subtle text-warning-text",
  danger: "border-danger-line bg-danger-subtle text-danger-text",
  info: "border-info-line bg-info-subtle text-info-text",
};

export interface BadgeProps {
  tone?: Tone;
  /** Decorative; the word carries the meaning. */
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A word in a small frame. */
export function Badge({ tone = "neutral", icon, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5 shrink-0 items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
