import { useId } from "react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

import { cx } from "#web/ui/cx.ts";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";
import type { TooltipOptions } from "#web/ui/tooltip/tooltip.ts";

import { Link } from "./link.tsx";

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> {
  /** Its accessible name, also the tooltip. */
  label: string;
  icon: ReactNode;
  size?: "sm" | "md";
  tooltipOptions?: TooltipOptions;
  hasTooltip?: boolean;
  /** Why it cannot be pressed now; it stays focusable and the reason is read out. */
  disabledReason?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  size = "md",
  tooltipOptions,
  hasTooltip = true,
  disabledReason,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const reasonId = useId();
  return (
    <button
      type="button"
      {...rest}
      {...(hasTooltip ? tooltip(disabledReason ?? label, tooltipOptions) : {})}
      aria-label={label}
      {...(disabledReason ? { "aria-disabled": true, "aria-describedby": reasonId } : {})}
      onClick={disabledReason ? undefined : onClick}
      className={cx(
        "inline-grid shrink-0 place-items-center rounded-md text-ink-3 transition-colors duration-[80ms]",
        "hover:bg-surface-3 hover:text-ink data-[popup-open]:bg-surface-3 data-[popup-open]:text-ink aria-disabled:opacity-55",
        size === "sm" ? "size-6 pointer-coarse:size-11" : "size-8 pointer-coarse:size-11",
        className,
      )}
    >
      {icon}
      {disabledReason && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </button>
  );
}

/** A link that shows an icon only; the tooltip may be shorter than its accessible name. */
export function IconLink({
  href,
  search,
  label,
  tooltipText = label,
  icon,
}: {
  href: string;
  search?: Record<string, string>;
  label: string;
  tooltipText?: string;
  icon: ReactNode;
}) {
  return (
    <Link
      href={href}
      search={search}
      aria-label={label}
      {...tooltip(tooltipText, { side: "bottom" })}
      className="grid size-7 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:size-11"
    >
      {icon}
    </Link>
  );
}
