import { useRef } from "react";
import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

import { useRowKeys } from "./list.tsx";

export interface DataTableProps {
  label: string;
  /** Titles of the columns; a hidden title is for screen readers only. */
  columns: readonly { title: string; isHidden?: boolean; className?: string }[];
  children: ReactNode;
}

/** A table; on narrow windows each row becomes a card with its cells one below the other. J and K move between rows. */
export function DataTable({ label, columns, children }: DataTableProps) {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  useRowKeys(bodyRef);
  return (
    <div className="rounded-lg border border-line bg-surface-2">
      <table aria-label={label} className="w-full text-left text-sm max-sm:block">
        <thead className="text-xs text-ink-3 max-sm:sr-only">
          <tr>
            {columns.map(({ title, isHidden, className }) => (
              <th key={title} scope="col" className={cx("h-9 px-3 font-medium md:px-4", className)}>
                <span className={isHidden ? "sr-only" : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef} className="max-sm:block">
          {children}
        </tbody>
      </table>
    </div>
  );
}

export function DataRow({ children }: { children: ReactNode }) {
  return (
    <tr
      data-row
      className={
        "border-t border-line-subtle last:rounded-b-lg hover:bg-surface-3 max-sm:flex max-sm:flex-wrap " +
        "max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:px-3 max-sm:py-2.5 " +
        "max-sm:first:rounded-t-lg max-sm:first:border-t-0"
      }
    >
      {children}
    </tr>
  );
}

export function DataCell({ children, className }: { children: ReactNode; className?: string }) {
  return <td className={cx("h-10 px-3 py-2 max-sm:h-auto max-sm:p-0 md:px-4", className)}>{children}</td>;
}
