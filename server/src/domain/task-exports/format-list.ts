import { isTaskOver, taskStateNames, type TaskState } from "@cairn/contract/task-states";

import type { TaskOfExport } from "#server/domain/tasks/read-tasks.ts";

/** What comes before the first task. */
export function headLine(productName: string): string {
  return `# Tasks of ${escape(productName)}\n`;
}

/**
 * Tasks as a Markdown list with a heading for each state; `after` is the state of the task before. Descriptions are
 * quoted, so that no list in them is taken for one of ours.
 */
export function formatList(
  tasks: readonly TaskOfExport[],
  { emails, after }: { emails: ReadonlyMap<string, string>; after: TaskState | null },
): string {
  return tasks
    .map((task, at) => {
      const isFirst = task.state !== (at === 0 ? after : tasks[at - 1]?.state);
      return (isFirst ? `\n## ${taskStateNames[task.state]}\n\n` : "") + formatEntry(task, emails);
    })
    .join("");
}

function formatEntry(task: TaskOfExport, emails: ReadonlyMap<string, string>): string {
  const fields = [
    ["Key", task.name],
    ["Priority", task.priority === "none" ? "" : task.priority],
    ["Assignee", (task.assignee && emails.get(task.assignee.userId)) ?? ""],
    ["Service", task.service?.name ?? ""],
    // One each: a label may have a comma.
    ...task.labels.map((label) => ["Label", label] as const),
    ["Blocked by", task.blockerNames.join(", ")],
    ["Created", task.createdAt],
  ].filter(([, value]) => value !== "");
  const quoted = task.description === "" ? [] : ["", ...task.description.split(/\r\n|\r|\n/).map(quote), ""];
  const criteria = task.acceptanceCriteria.map(({ text, done }) => `- ${box(done)} ${escape(text)}`);
  const link = task.originUrl === null ? [] : [`- Link: <${task.originUrl}>`];
  const said = fields.map(([name, value]) => `- ${name}: ${escape(value ?? "")}`);
  const below = [...said, ...link, ...quoted, ...criteria];
  const head = `- ${box(isTaskOver(task.state))} ${escape(task.title)}`;
  return `${[head, ...below.map((line) => (line === "" ? "" : `  ${line}`))].join("\n")}\n`;
}

function quote(line: string): string {
  return line === "" ? ">" : `> ${line}`;
}

function box(done: boolean): string {
  return done ? "[x]" : "[ ]";
}

/** As text and nothing else; addresses would be links, in which a backslash is one. */
function escape(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>&#~|!]|:(?=\/\/)|(?<=www)\./gi, String.raw`\$&`);
}
