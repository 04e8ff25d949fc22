import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { ArrowLineDownIcon } from "@phosphor-icons/react/dist/csr/ArrowLineDown";
import { ArrowLineUpIcon } from "@phosphor-icons/react/dist/csr/ArrowLineUp";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { DotsSixVerticalIcon } from "@phosphor-icons/react/dist/csr/DotsSixVertical";
import { useState } from "react";
import type { MouseEvent, Ref } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

interface ItemHandleProps {
  title: string;
  /** Counts from 0. */
  index: number;
  count: number;
  onMove: (index: number) => void;
  ref: Ref<HTMLButtonElement>;
}

/** A handle to drag an item; a click opens a menu with the same moves. */
export function ItemHandle({ title, index, count, onMove, ref }: ItemHandleProps) {
  // A plan has many handles and few are clicked, so the menu is mounted on the first click.
  const [isMenuMounted, setIsMenuMounted] = useState(false);
  const isOnly = count === 1;
  const handle = (
    <IconButton
      ref={ref}
      size="sm"
      data-handle
      label={`Move ${title}`}
      aria-haspopup={isOnly ? undefined : "menu"}
      disabledReason={isOnly ? "It is the only task" : undefined}
      hasTooltip={false}
      icon={<DotsSixVerticalIcon weight="bold" className="size-4" />}
      className="mt-0.5 cursor-grab! touch-none active:cursor-grabbing!"
      onMouseDown={keepMenuClosed}
      onPointerDown={keepMenuClosed}
      onClick={isMenuMounted ? undefined : () => setIsMenuMounted(true)}
    />
  );
  if (!isMenuMounted || isOnly) return handle;
  return (
    <Menu isInitiallyOpen trigger={handle}>
      {index > 0 && (
        <>
          <MenuItem icon={<ArrowUpIcon className="size-4" />} onSelect={() => onMove(index - 1)}>
            Move up
          </MenuItem>
          <MenuItem icon={<ArrowLineUpIcon className="size-4" />} onSelect={() => onMove(0)}>
            Move to top
          </MenuItem>
        </>
      )}
      {index < count - 1 && (
        <>
          <MenuItem icon={<ArrowDownIcon className="size-4" />} onSelect={() => onMove(index + 1)}>
            Move down
          </MenuItem>
          <MenuItem icon={<ArrowLineDownIcon className="size-4" />} onSelect={() => onMove(count - 1)}>
            Move to bottom
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Keeps the menu from opening on press, because the press may start a drag. */
function keepMenuClosed(event: MouseEvent & { preventBaseUIHandler?: () => void }): void {
  event.preventBaseUIHandler?.();
}
