import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

const widths = { narrow: "max-w-180", normal: "max-w-270", full: "max-w-none" };

/** The content column of a screen. */
export function Page({ children, width = "normal" }: { children: ReactNode; width?: keyof typeof widths }) {
  return <div className={cx("mx-auto w-full px-4 pt-6 pb-24 md:px-6 md:pt-8", widths[width])}>{children}</div>;
}

export interface PageHeaderProps {
  title: ReactNode;
  /** Below the title. */
  description?: ReactNode;
  /** At most three, the main one last. */
  actions?: ReactNode;
}

/** The one h1 of a screen. It takes the focus when the route changes. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-xl font-semibold text-balance break-words">
          {title}
        </h1>
        {description && <p className="mt-1 max-w-prose text-base wrap-anywhere text-ink-3">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
