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
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  size = "md",
  tooltipOptions,
  hasTooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(hasTooltip ? tooltip(label, tooltipOptions) : {})}
      aria-label={label}
      className={cx(
        "inline-grid shrink-0 place-items-center rounded-md text-ink-3 transition-colors duration-[80ms]",
        "hover:bg-surface-3 hover:text-ink data-[popup-open]:bg-surface-3 data-[popup-open]:text-ink",
        size === "sm" ? "size-6 pointer-coarse:size-11" : "size-8 pointer-coarse:size-11",
        className,
      )}
    >
      {icon}
    </button>
  );
}
