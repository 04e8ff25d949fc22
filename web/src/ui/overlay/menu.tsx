import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactElement, ReactNode, RefObject } from "react";

import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";

import { useOverlayContainer } from "./overlay-container.tsx";

export interface MenuProps {
  /** The button that opens it, with its own accessible name. */
  trigger: ReactElement;
  children: ReactNode;
  /** For a menu that is loaded by the press that opens it. */
  isInitiallyOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** What gets the focus when it closes; the trigger when absent. */
  finalFocus?: RefObject<HTMLElement | null>;
  side?: "top" | "bottom" | "right";
  align?: "start" | "center" | "end";
  className?: string;
}

export function Menu({
  trigger,
  children,
  isInitiallyOpen,
  onOpenChange,
  finalFocus,
  side = "bottom",
  align = "start",
  className,
}: MenuProps) {
  const container = useOverlayContainer();
  return (
    <BaseMenu.Root defaultOpen={isInitiallyOpen} onOpenChange={onOpenChange}>
      <BaseMenu.Trigger
        render={trigger}
        onKeyDown={(event) => {
          // Alt with an arrow key moves what the button belongs to; the menu opens by the arrow key alone.
          if (event.altKey) event.preventBaseUIHandler();
        }}
      />
      <BaseMenu.Portal container={container}>
        <BaseMenu.Positioner side={side} align={align} sideOffset={6} className="z-40 outline-none">
          <BaseMenu.Popup
            finalFocus={finalFocus}
            className={cx(
              "overlay-motion min-w-50 origin-(--transform-origin) rounded-lg bg-surface-3 p-1 shadow-pop outline-none",
              className,
            )}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

const itemClass =
  "flex h-8 w-full cursor-default items-center gap-2 rounded-md px-2 text-sm text-ink-2 outline-none select-none " +
  "data-[highlighted]:bg-surface-4 data-[highlighted]:text-ink pointer-coarse:h-11";

export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  isDestructive?: boolean;
}

export function MenuItem({ icon, children, onSelect, isDestructive }: MenuItemProps) {
  return (
    <BaseMenu.Item onClick={onSelect} className={cx(itemClass, isDestructive && "text-danger-text!")}>
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

export function MenuLink({ icon, children, href }: { icon?: ReactNode; children: ReactNode; href: string }) {
  return (
    <BaseMenu.LinkItem closeOnClick render={<Link href={href} />} className={itemClass}>
      {icon}
      {children}
    </BaseMenu.LinkItem>
  );
}

export interface MenuCheckItemProps {
  icon?: ReactNode;
  children: ReactNode;
  isChecked: boolean;
  onCheckedChange: (isChecked: boolean) => void;
}

export function MenuCheckItem({ icon, children, isChecked, onCheckedChange }: MenuCheckItemProps) {
  return (
    <BaseMenu.CheckboxItem checked={isChecked} onCheckedChange={onCheckedChange} className={itemClass}>
      {icon}
      {children}
    </BaseMenu.CheckboxItem>
  );
}

/** Entries under a title, which says what they have in common. */
export function MenuGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">{title}</BaseMenu.GroupLabel>
      {children}
    </BaseMenu.Group>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="mx-1 my-1 h-px bg-line" />;
}
