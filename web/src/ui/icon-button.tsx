import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

import { cx } from "./cx.ts";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> {
  /** Its accessible name, also the tooltip. */
  label: string;
  icon: ReactNode;
  /** The keys that do the same, shown in the tooltip. */
  keys?: ReactNode;
  size?: "sm" | "md";
  tooltipSide?: "top" | "right" | "bottom" | "left";
  hasTooltip?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  keys,
  size = "md",
  tooltipSide,
  hasTooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      {...rest}
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
  const content = keys ? (
    <>
      {label} {keys}
    </>
  ) : (
    label
  );
  return (
    <Tooltip content={content} side={tooltipSide} isDisabled={!hasTooltip}>
      {button}
    </Tooltip>
  );
}
