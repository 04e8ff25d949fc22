import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretUpIcon } from "@phosphor-icons/react/dist/csr/CaretUp";
import { CaretUpDownIcon } from "@phosphor-icons/react/dist/csr/CaretUpDown";
import { useRef } from "react";
import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

import { useRowKeys } from "./list.tsx";

interface DataColumn {
  title: string;
  /** Its title is for screen readers only. */
  isHidden?: boolean;
  className?: string;
  /** Puts the rows in its order; absent where they have one order. */
  sorting?: { order: "ascending" | "descending" | "none"; onSort: () => void };
}

export interface DataTableProps {
  label: string;
  columns: readonly DataColumn[];
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
            {columns.map((column) => (
              <ColumnHead key={column.title} {...column} />
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

function ColumnHead({ title, isHidden, className, sorting }: DataColumn) {
  const Icon = sorting && sortIcons[sorting.order];
  return (
    <th scope="col" aria-sort={sorting?.order} className={cx("h-9 px-3 font-medium md:px-4", className)}>
      {sorting ? (
        <button
          type="button"
          onClick={sorting.onSort}
          className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 hover:text-ink"
        >
          {title}
          {Icon && <Icon aria-hidden className="size-3" />}
        </button>
      ) : (
        <span className={isHidden ? "sr-only" : undefined}>{title}</span>
      )}
    </th>
  );
}

const sortIcons = { ascending: CaretUpIcon, descending: CaretDownIcon, none: CaretUpDownIcon };

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
