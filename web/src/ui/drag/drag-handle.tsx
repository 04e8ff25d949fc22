import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { ArrowLineDownIcon } from "@phosphor-icons/react/dist/csr/ArrowLineDown";
import { ArrowLineUpIcon } from "@phosphor-icons/react/dist/csr/ArrowLineUp";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { DotsSixVerticalIcon } from "@phosphor-icons/react/dist/csr/DotsSixVertical";
import { useState } from "react";
import type { MouseEvent, Ref } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

interface DragHandleProps {
  /** Of what is moved: "Move {title}" is the button's name. */
  title: string;
  /** "section": what a list of one consists of, for the reason why it cannot be moved. */
  noun: string;
  /** Counts from 0. */
  index: number;
  count: number;
  onMove: (index: number) => void;
  size?: "sm";
  className?: string;
  ref: Ref<HTMLButtonElement>;
}

/** A handle to drag one of a list by; a click opens a menu with the same moves. */
export function DragHandle({ title, noun, index, count, onMove, size, className, ref }: DragHandleProps) {
  // A list has many handles and few are clicked, so the menu is mounted on the first click.
  const [isMenuMounted, setIsMenuMounted] = useState(false);
  const isOnly = count === 1;
  const handle = (
    <IconButton
      ref={ref}
      data-part="handle"
      label={`Move ${title}`}
      aria-haspopup={isOnly ? undefined : "menu"}
      disabledReason={isOnly ? `It is the only ${noun}` : undefined}
      hasTooltip={false}
      icon={<DotsSixVerticalIcon weight="bold" className="size-4" />}
      size={size}
      className={cx("touch-none cursor-grab! active:cursor-grabbing!", className)}
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
