import type { ReactNode, Ref } from "react";

import { cx } from "#web/ui/cx.ts";

/*
 * Parts of a listbox that belongs to a search field. The field keeps the focus, handles the keys and references the active
 * option by `aria-activedescendant`. Native select elements cannot do that, so ARIA roles are used.
 */

export interface ListboxProps {
  id: string;
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

export function Listbox({ id, label, children, ref }: ListboxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the top of the file
    <div ref={ref} id={id} role="listbox" aria-label={label}>
      {children}
    </div>
  );
}

/** Options under a heading. */
export function ListboxGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the top of the file
    <div role="group" aria-label={title} className="mb-1.5 last:mb-0">
      <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3">
        {title}
      </p>
      {children}
    </div>
  );
}

export interface ListboxOptionProps {
  id: string;
  isActive: boolean;
  onMark: () => void;
  onOpen: () => void;
  className?: string;
  children: ReactNode;
}

export const listboxRowHeight = "h-9 pointer-coarse:h-11";

/** One option; highlighted by hovering or by the arrow keys of the field. */
export function ListboxOption({ id, isActive, onMark, onOpen, className, children }: ListboxOptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see the top of the file
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={() => !isActive && onMark()}
      onClick={onOpen}
      className={cx(
        "flex cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none",
        listboxRowHeight,
        isActive ? "bg-surface-4 text-ink" : "text-ink-2",
        className,
      )}
    >
      {children}
    </div>
  );
}
