import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useId, useState } from "react";
import type { ReactNode } from "react";

interface DisclosureRowProps {
  head: ReactNode;
  /** At the right end. */
  meta: ReactNode;
  children: ReactNode;
}

/** A row that expands to show its details. */
export function DisclosureRow({ head, meta, children }: DisclosureRowProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const Caret = isOpen ? CaretDownIcon : CaretRightIcon;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={
          "flex min-h-10 w-full items-center gap-2 px-4 py-1.5 text-left text-sm hover:bg-surface-3 " +
          "focus-visible:-outline-offset-2 md:px-5 pointer-coarse:min-h-11"
        }
      >
        <Caret aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">{head}</span>
        <span className="max-w-1/2 min-w-0 truncate text-xs text-ink-3 tabular-nums">{meta}</span>
      </button>
      <div id={id} hidden={!isOpen} className="px-4 pt-1 pb-3 pl-9.5 md:px-5 md:pl-10.5">
        {isOpen && children}
      </div>
    </>
  );
}
