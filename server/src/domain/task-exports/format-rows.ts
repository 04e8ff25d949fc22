import { taskStateNames } from "@cairn/contract/task-states";

import type { TaskOfExport } from "#server/domain/tasks/read-tasks.ts";
import { writeRows } from "#server/platform/csv/write-rows.ts";

/** The columns of a file, by their headers. An import knows them all. */
const columns: [header: string, value: (task: TaskOfExport, emails: ReadonlyMap<string, string>) => string][] = [
  ["Key", (task) => task.name],
  ["Title", (task) => task.title],
  ["State", (task) => taskStateNames[task.state]],
  ["Priority", (task) => task.priority],
  ["Assignee", (task, emails) => (task.assignee && emails.get(task.assignee.userId)) ?? ""],
  ["Labels", (task) => joinValues(task.labels)],
  ["Service", (task) => task.service?.name ?? ""],
  ["Blocked by", (task) => task.blockerNames.join(", ")],
  ["Acceptance criteria", (task) => task.acceptanceCriteria.map(({ text, done }) => `${box(done)} ${text}`).join("\n")],
  ["Description", (task) => task.description],
  ["Link", (task) => task.originUrl ?? ""],
  ["Created", (task) => task.createdAt],
];

/** With the byte order mark by which Excel knows UTF-8. */
export const headRow = `\uFEFF${writeRows([columns.map(([header]) => header)])}`;

/** The rows of these tasks; nothing for none. `emails` are those of members, by their ids. */
export function formatRows(tasks: readonly TaskOfExport[], emails: ReadonlyMap<string, string>): string {
  return tasks.length === 0 ? "" : writeRows(tasks.map((task) => columns.map(([, value]) => value(task, emails))));
}

/** What has a comma itself stands on a line of its own. */
function joinValues(values: readonly string[]): string {
  return values.some((value) => /[,;]/.test(value)) ? `${values.join("\n")}\n` : values.join(", ");
}

function box(done: boolean): string {
  return done ? "[x]" : "[ ]";
}
