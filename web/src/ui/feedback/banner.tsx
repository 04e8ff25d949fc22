import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";
import type { Tone } from "#web/ui/display/badge.tsx";

const tones: Partial<Record<Tone, string>> = {
  ai: "border-ai-line bg-ai-subtle",
  success: "border-success-line bg-success-subtle",
  warning: "border-warning-line bg-warning-subtle",
  danger: "border-danger-line bg-danger-subtle",
  info: "border-info-line bg-info-subtle",
};

export interface BannerProps {
  tone: "ai" | "success" | "warning" | "danger" | "info";
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** A message about the whole screen. */
export function Banner({ tone, icon, title, children, action }: BannerProps) {
  return (
    <div className={cx("flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border p-3 md:px-4", tones[tone])}>
      {icon && <span className="mt-0.5 shrink-0">{icon}</span>}
      <div className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        <p className="font-medium text-ink">{title}</p>
        {children && <div className="mt-0.5 text-ink-2">{children}</div>}
      </div>
      {action}
    </div>
  );
}
