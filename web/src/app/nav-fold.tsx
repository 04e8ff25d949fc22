import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useContext, useState } from "react";
import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

import { navItemLook, RailContext } from "./nav-item.tsx";

export interface NavFoldProps {
  icon: ReactNode;
  label: string;
  isInitiallyOpen: boolean;
  children: ReactNode;
}

/** A row of the sidebar that folds the rows below it. */
export function NavFold({ icon, label, isInitiallyOpen, children }: NavFoldProps) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const isRail = useContext(RailContext);
  if (isRail) return null;
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className={navItemLook}>
        <span aria-hidden="true" className="shrink-0 text-ink-3">
          {icon}
        </span>
        <span className="min-w-0 flex-1 truncate text-left">{label}</span>
        <CaretRightIcon
          aria-hidden
          className={cx("size-3 shrink-0 text-ink-3 transition-transform duration-120", isOpen && "rotate-90")}
        />
      </button>
      {isOpen && <ul className="mt-px flex flex-col gap-px">{children}</ul>}
    </li>
  );
}
