import { AppError } from "@cairn/contract/errors";
import { maxImportedTasks, type ImportField } from "@cairn/contract/task-imports";

import { unguardCell } from "#server/platform/csv/guard-cell.ts";
import { parseTable, type CsvTable } from "#server/platform/csv/parse-table.ts";
import { decodeText } from "#server/text/decode-text.ts";

import { mapColumns } from "./map-columns.ts";
import { emptyTask, type ParsedFile, type ParsedTask } from "./parsed-task.ts";
import { splitCell, splitCriteria } from "./split-cell.ts";

const maxExample = 80;
/** With empty ones among them; a file of nothing else must not fill the memory. */
const maxLines = 5 * maxImportedTasks;

/**
 * The tasks of a file whose first row has headers. `columns` say what each column holds; by their headers when absent.
 * Throws what a person can read where the file cannot be.
 */
export function parseCsv(
  bytes: Buffer,
  columns: readonly (ImportField | null)[] | undefined,
): { file: ParsedFile; tasks: ParsedTask[] } {
  const decoded = decodeText(bytes);
  if (decoded === null) throw refuse("This is not a text file. Save the table as CSV, then choose that file.");
  const table = readTable(decoded.text.replace(/^\uFEFF/, "").replaceAll("\0", ""));
  const [headers = [], ...rows] = table.rows;
  if (isEmpty(headers)) throw refuse("This file is empty.");
  if (rows.filter((cells) => !isEmpty(cells)).length > maxImportedTasks) throw refuse(tooMany);
  const mapped = columns ? headers.map((_header, at) => columns[at] ?? null) : mapColumns(headers);
  const file = {
    encoding: decoded.encoding,
    separator: table.separator,
    columns: headers.map((header, at) => ({
      header: header.trim(),
      field: mapped[at] ?? null,
      example:
        rows
          .find((row) => row[at]?.trim())
          ?.[at]?.trim()
          .slice(0, maxExample) ?? "",
    })),
  };
  const tasks = rows.flatMap((cells, at) => {
    if (isEmpty(cells)) return [];
    // As programs for tables count: from 1, with the headers.
    const task = readRow(cells, mapped, at + 2 + table.skipped);
    if (table.unclosed.has(at + 1)) task.refusal = unclosedQuote;
    return [task];
  });
  return { file, tasks };
}

const tooMany = `This file has more than ${maxImportedTasks.toLocaleString("en")} rows. Split it, and import the parts one after the other.`;
const unclosedQuote = "A quotation mark of this row is never closed, so all that follows was read as one cell.";

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

function refuse(message: string): AppError {
  return new AppError("unprocessable", { message });
}

/** `skipped` lines before the first row tell programs how to read the file. */
function readTable(text: string): CsvTable & { skipped: number } {
  // Excel writes the separator into a first line of its own.
  const [line, given] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const table = parseTable(text.slice(line?.length ?? 0), { separator: given, maxRows: maxLines });
  if (table.rows.length === maxLines) throw refuse(tooMany);
  return { ...table, skipped: line === undefined ? 0 : 1 };
}

function readRow(cells: readonly string[], columns: readonly (ImportField | null)[], row: number): ParsedTask {
  const task = emptyTask(row);
  for (const [at, raw] of cells.entries()) {
    const field = columns[at];
    const cell = unguardCell(raw);
    if (field && cell.trim() !== "") readers[field](task, cell);
  }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== "")) {
    task.notes.push("It has more cells than there are headers; those are left out.");
  }
  return task;
}

/** Colours that Trello writes behind its labels. */
const colour = /\s\((?:red|orange|yellow|green|blue|purple|pink|sky|lime|black)(?:_dark|_light)?\)$/;

const readers: Record<ImportField, (task: ParsedTask, cell: string) => void> = {
  title: (task, cell) => (task.title = cell),
  key: (task, cell) => (task.key ??= cell.trim()),
  description: (task, cell) => (task.description = cell),
  state: (task, cell) => (task.state ??= cell.trim()),
  priority: (task, cell) => (task.priority ??= cell.trim()),
  assignee: (task, cell) => task.assignees.push(cell.trim(), ...splitCell(cell)),
  labels: (task, cell) => task.labels.push(...splitCell(cell).map((label) => label.replace(colour, ""))),
  service: (task, cell) => (task.service ??= cell.trim()),
  criteria: (task, cell) => task.criteria.push(...splitCriteria(cell)),
  blockedBy: (task, cell) => task.blockedBy.push(...splitCell(cell)),
  link: (task, cell) => (task.link ??= cell.trim()),
  createdAt: (task, cell) => (task.createdAt ??= cell.trim()),
  archived: (task, cell) => (task.isArchived = /^(?:true|yes|1)$/i.test(cell.trim())),
};
