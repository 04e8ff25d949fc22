import type { ImportField, ImportPreview, ImportRow } from "@cairn/contract/task-imports";
import { taskStateNames } from "@cairn/contract/task-states";

import { formatFullDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { DataCell, DataRow, DataTable } from "#web/ui/list/data-table.tsx";

import { countTasks } from "./count-tasks.ts";
import { ImportColumns } from "./import-columns.tsx";

interface ImportPreviewProps {
  preview: ImportPreview;
  /** While it is read anew, or started. */
  isBusy: boolean;
  onColumns: (columns: (ImportField | null)[]) => void;
  onStart: () => void;
  onCancel: () => void;
}

/** What would be written, row by row with what is wrong with it. Nothing is, before the button says so. */
export function ImportPreviewPart({ preview, isBusy, onColumns, onStart, onCancel }: ImportPreviewProps) {
  const { import: one, file, rows, refused, noted, earlierAt } = preview;
  const hasTitles = file === null || file.columns.some(({ field }) => field === "title");
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      {earlierAt !== null && (
        <Banner tone="warning" title="This was imported before">
          The same came in on {formatFullDate(earlierAt)}. Importing it again makes every task a second time.
        </Banner>
      )}
      {!hasTitles && (
        <Banner tone="danger" title="No column has titles">
          Say below which column is the title of a task.
        </Banner>
      )}
      {file !== null && <ImportColumns file={file} onColumns={onColumns} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <output className="block min-w-0 text-sm text-ink-2">
          <span className="font-medium text-ink">{one.name}</span>: {countTasks(one.total)}
          {refused > 0 && `, ${refused.toLocaleString("en")} left out`}
          {noted > 0 && `, ${noted.toLocaleString("en")} not as written`}.
        </output>
        <div className="flex flex-wrap gap-2">
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabledReason={one.total === 0 ? "There is nothing to import" : undefined}
            onClick={onStart}
          >
            Import {countTasks(one.total)}
          </Button>
        </div>
      </div>
      {rows.length > 0 && <PreviewRows rows={rows} />}
      {rows.length < one.total + refused && (
        <p className="text-sm text-ink-3">
          The first rows, and the first ones of the rest that have a fault. All {countTasks(one.total)} are imported.
        </p>
      )}
    </section>
  );
}

const columns = [
  { title: "Row", className: "w-16" },
  { title: "Title" },
  { title: "State", className: "w-32" },
  { title: "Assignee", className: "w-40" },
];

function PreviewRows({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <DataTable label="Rows" columns={columns}>
      {rows.map((row) => (
        <DataRow key={row.row}>
          <DataCell className="align-top text-ink-3 tabular-nums">{row.row}</DataCell>
          <DataCell className="align-top max-sm:w-full">
            <span className="font-medium wrap-anywhere">{row.title || "No title"}</span>
            <RowExtras row={row} />
            {row.refusal !== null && <p className="mt-1 text-danger-text">Left out: {row.refusal}</p>}
            {row.notes.map((note) => (
              <p key={note} className="mt-1 text-warning-text wrap-anywhere">
                {note}
              </p>
            ))}
          </DataCell>
          <DataCell className="align-top whitespace-nowrap">
            {row.refusal === null && taskStateNames[row.state]}
          </DataCell>
          <DataCell className="align-top wrap-anywhere">{row.assignee}</DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

function RowExtras({ row }: { row: ImportRow }) {
  const { priority, labels, criteria, blockers } = row;
  const said = [
    priority === "none" ? null : `${priority} priority`,
    criteria === 0 ? null : criteria === 1 ? "1 criterion" : `${criteria} criteria`,
    blockers === 0 ? null : `waits for ${blockers}`,
  ].filter((one) => one !== null);
  if (said.length === 0 && labels.length === 0) return null;
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
      {said.map((one) => (
        <span key={one}>{one}</span>
      ))}
      {labels.map((label) => (
        <Badge key={label} className="max-w-full truncate">
          {label}
        </Badge>
      ))}
    </span>
  );
}
