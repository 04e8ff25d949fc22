import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useContext, useState } from "react";
import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

import { navItemClass, RailContext } from "./nav-item.tsx";

export interface NavCollapsibleProps {
  icon: ReactNode;
  label: string;
  isInitiallyOpen: boolean;
  /** Whether it contains the current screen; it is then expanded. */
  hasCurrent: boolean;
  children: ReactNode;
}

/** A sidebar row that collapses the rows below it. */
export function NavCollapsible({ icon, label, isInitiallyOpen, hasCurrent, children }: NavCollapsibleProps) {
  const [isOpen, setIsOpen] = useCollapsible(hasCurrent, isInitiallyOpen);
  const isRail = useContext(RailContext);
  if (isRail) return null;
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className={navItemClass}>
        <span aria-hidden="true" className="shrink-0 text-ink-3">
          {icon}
        </span>
        <span className="min-w-0 flex-1 truncate text-left">{label}</span>
        <CollapsibleArrow isOpen={isOpen} />
      </button>
      {isOpen && <ul className="mt-px flex flex-col gap-px">{children}</ul>}
    </li>
  );
}

/** State of a collapsible: expands whenever it comes to contain the current screen. */
export function useCollapsible(hasCurrent: boolean, isInitiallyOpen: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen || hasCurrent);
  const [hadCurrent, setHadCurrent] = useState(hasCurrent);
  if (hasCurrent !== hadCurrent) {
    setHadCurrent(hasCurrent);
    if (hasCurrent) setIsOpen(true);
  }
  return [isOpen, setIsOpen];
}

/** The arrow that rotates when rows expand. */
export function CollapsibleArrow({ isOpen }: { isOpen: boolean }) {
  return (
    <CaretRightIcon
      aria-hidden
      className={cx("size-3 shrink-0 text-ink-3 transition-transform duration-120", isOpen && "rotate-90")}
    />
  );
}
