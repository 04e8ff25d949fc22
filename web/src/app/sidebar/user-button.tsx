import { CaretUpDownIcon } from "@phosphor-icons/react/dist/csr/CaretUpDown";
import type { ComponentProps } from "react";

import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";

interface UserButtonProps extends ComponentProps<"button"> {
  name: string;
  email: string;
  isRail: boolean;
}

/** The button at the foot of the sidebar. */
export function UserButton({ name, email, isRail, ...rest }: UserButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={isRail ? `User menu of ${name}` : undefined}
      className={cx(
        "flex h-12 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-surface-3 focus-visible:-outline-offset-2 data-[popup-open]:bg-surface-3",
        isRail && "justify-center px-0",
      )}
    >
      <Avatar name={name} size={isRail ? "md" : "lg"} />
      {!isRail && (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium text-ink">{name}</span>
            <span className="block truncate text-xs text-ink-3">{email}</span>
          </span>
          <span className="sr-only">, user menu</span>
          <CaretUpDownIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
        </>
      )}
    </button>
  );
}
