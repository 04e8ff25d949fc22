import { useId } from "react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { Link } from "./link.tsx";
import type { LinkProps } from "./link.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
type ButtonSize = "sm" | "md" | "lg";

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Before the label. */
  icon?: ReactNode;
}

const variants: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "border border-line bg-surface-2 text-ink hover:bg-surface-3 active:bg-surface-4",
  ghost: "text-ink-2 hover:bg-surface-3 hover:text-ink active:bg-surface-4",
  danger: "bg-danger text-on-danger hover:opacity-90",
};

/** Disabled buttons keep enough contrast to be readable; lower opacity would not. */
const disabledVariants: Record<ButtonVariant, string> = {
  primary: "bg-surface-2 text-ink-disabled inset-ring inset-ring-line",
  secondary: "border border-line bg-surface-2 text-ink-disabled",
  ghost: "text-ink-disabled",
  danger: "bg-surface-2 text-ink-disabled inset-ring inset-ring-line",
};

const sizes: Record<ButtonSize, string> = {
  sm: "control-sm px-2.5 text-sm",
  md: "control px-3 text-sm",
  lg: "control-lg px-4 text-base",
};

function buttonClass({ variant = "secondary", size = "md", isOff = false }: ButtonStyle & { isOff?: boolean }): string {
  return cx(
    "relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none",
    "transition-colors duration-[80ms] aria-busy:opacity-55",
    "forced-colors:border",
    (isOff ? disabledVariants : variants)[variant],
    sizes[size],
  );
}

export interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  /** Working: width and focus stay, presses do nothing. */
  isBusy?: boolean;
  /** Why it cannot be pressed now; it stays focusable and the reason is read out. */
  disabledReason?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant,
  size,
  icon,
  isBusy = false,
  disabledReason,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const isBlocked = isBusy || disabledReason !== undefined;
  return (
    <button
      {...rest}
      {...(disabledReason ? tooltip(disabledReason) : {})}
      // oxlint-disable-next-line react/button-has-type -- the prop is one of the three types
      type={type}
      className={cx(buttonClass({ variant, size, isOff: disabledReason !== undefined && !isBusy }), className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBlocked || undefined}
      aria-describedby={disabledReason ? reasonId : rest["aria-describedby"]}
      onClick={(event) => {
        if (isBlocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={cx("inline-flex min-w-0 items-center gap-1.5 [&>svg]:shrink-0", isBusy && "opacity-0")}>
        {icon}
        {children}
      </span>
      {disabledReason && (
        // Hidden as a part of the button's name; its description refers to it all the same.
        <span id={reasonId} aria-hidden className="sr-only">
          {disabledReason}
        </span>
      )}
    </button>
  );
}

/** A link that looks like a button; for navigation instead of an action. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: LinkProps & ButtonStyle) {
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size }), className)}>
      {icon}
      {children}
    </Link>
  );
}
