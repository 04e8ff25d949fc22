import type { ReactNode } from "react";

import { cx } from "./cx.ts";
import { Loading, Skeleton } from "./skeleton.tsx";

const placeholderRows = 10;

export interface Column<Row> {
  key: string;
  header: string;
  /** For readers only, such as the column of row menus. */
  isHeaderHidden?: boolean;
  className?: string;
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** What the table lists. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. The first cell of a row holds its link. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
}

export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  if (!rows) {
    return (
      <Loading what={caption}>
        {Array.from({ length: placeholderRows }, (_unused, row) => (
          <Skeleton key={row} className="my-1 h-9" />
        ))}
      </Loading>
    );
  }
  return (
    // The region scrolls sideways, so it must be reachable by key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="overflow-x-auto rounded-lg border border-line" aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line bg-surface-2 text-left text-ink-3">
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cx("h-9 px-3 font-medium", column.className)}>
                {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line-subtle last:border-0 hover:bg-surface-2">
              {columns.map((column) => (
                <td key={column.key} className={cx("h-10 px-3 text-ink-2", column.className)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
