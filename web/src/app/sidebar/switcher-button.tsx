import { CaretUpDownIcon } from "@phosphor-icons/react/dist/csr/CaretUpDown";
import type { ComponentProps } from "react";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Logo } from "#web/ui/display/logo.tsx";

interface SwitcherButtonProps extends ComponentProps<"button"> {
  scope: CurrentScope;
  isRail: boolean;
}

/** The button at the top of the sidebar: the current product or organization. */
export function SwitcherButton({ scope, isRail, ...rest }: SwitcherButtonProps) {
  const { organization, project } = scope;
  const name = project?.name ?? organization?.name;
  const title = name ?? "Select Project";
  const subtitle = project ? organization?.name : organization && "Organization";
  return (
    <button
      {...rest}
      type="button"
      aria-label={isRail ? `${title}, Select Project` : undefined}
      className={cx(
        "flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-surface-3 " +
          "focus-visible:-outline-offset-2 data-[popup-open]:bg-surface-3 pointer-coarse:h-11",
        isRail && "justify-center px-0",
      )}
    >
      {name ? <Avatar name={name} shape="square" /> : <Logo className="size-6 p-0.5" />}
      {!isRail && (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-4 font-medium text-ink">{title}</span>
            {subtitle && <span className="block truncate text-xs text-ink-3">{subtitle}</span>}
          </span>
          {name && <span className="sr-only">, Select Project</span>}
          <CaretUpDownIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
        </>
      )}
    </button>
  );
}
