import { useId } from "react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

import { cx } from "./cx.ts";
import { tooltip } from "./tooltip.ts";
import type { TooltipOptions } from "./tooltip.ts";

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
