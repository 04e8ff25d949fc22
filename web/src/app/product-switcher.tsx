import { CaretUpDownIcon } from "@phosphor-icons/react/dist/csr/CaretUpDown";
import { lazy, Suspense, useState } from "react";

import { useIsNarrow } from "#web/lib/media.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { Popover } from "#web/ui/popover.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

import type { Place } from "./place.ts";

const SwitcherColumns = lazy(() =>
  import("./switcher-columns.tsx").then((module) => ({ default: module.SwitcherColumns })),
);

/** Shows where one is and opens the two columns of organizations and products. */
export function ProductSwitcher({ place, isRail }: { place: Place; isRail: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const isNarrow = useIsNarrow();
  const { organization, project } = place;
  const title = project?.name ?? organization?.name ?? "Select Project";
  const subtitle = project ? organization?.name : organization ? "Organization" : undefined;

  const trigger = (
    <button
      type="button"
      aria-label={`Select Project, now ${title}`}
      onClick={isNarrow ? () => setIsOpen(true) : undefined}
      className={cx(
        "flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-surface-3 data-[popup-open]:bg-surface-3 pointer-coarse:h-11 focus-visible:-outline-offset-2",
        isRail && "justify-center px-0",
      )}
    >
      <Avatar name={title} shape="square" size="md" />
      {!isRail && (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-4 font-medium text-ink">{title}</span>
            {subtitle && <span className="block truncate text-xs text-ink-3">{subtitle}</span>}
          </span>
          <CaretUpDownIcon className="size-4 shrink-0 text-ink-3" />
        </>
      )}
    </button>
  );
  const columns = (
    <Suspense fallback={<div className="h-full" />}>
      <SwitcherColumns place={place} isStacked={isNarrow} onClose={() => setIsOpen(false)} />
    </Suspense>
  );

  if (isNarrow) {
    return (
      <>
        {trigger}
        <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title="Select Project" side="bottom">
          <div className="h-[60dvh]">{columns}</div>
        </Sheet>
      </>
    );
  }
  return (
    <Popover
      title="Select Project"
      trigger={trigger}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="h-100 max-h-(--available-height) w-140 max-w-(--available-width)"
    >
      {columns}
    </Popover>
  );
}
