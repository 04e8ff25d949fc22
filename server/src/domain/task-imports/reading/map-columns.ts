import type { ImportField } from "@cairn/contract/task-imports";

import { fold } from "./interpret-words.ts";

/**
 * What headers of this product, Jira, Linear, Trello, Asana and GitHub say, folded; of a title's the most telling first,
 * since several may be there and only one is taken.
 */
const headers: Record<ImportField, readonly string[]> = {
  title: ["title", "summary", "cardname", "taskname", "issuetitle", "subject", "name", "task", "issue"],
  key: ["key", "issuekey", "identifier", "id", "number", "issuenumber", "cardid", "taskid", "issueid"],
  description: ["description", "body", "carddescription", "notes", "details", "content"],
  state: ["state", "status", "listname", "list", "column", "sectioncolumn", "section", "stage"],
  priority: ["priority", "severity"],
  assignee: ["assignee", "assignees", "assigneeemail", "assignedto", "owner", "members", "assigneename"],
  labels: ["labels", "label", "tags", "labelnames"],
  service: ["service", "component", "components"],
  criteria: ["acceptancecriteria", "criteria", "checklist", "checklists", "checklistitems", "definitionofdone"],
  blockedBy: ["blockedby", "dependson", "inwardissuelinkblocks", "blockedbydependencies", "waitingfor", "dependencies"],
  link: ["link", "url", "cardurl", "htmlurl", "issueurl", "permalink"],
  createdAt: ["created", "createdat", "creationdate", "createddate", "createdtime"],
  archived: ["archived"],
};

/** Fields that one column alone can hold; others may be spread over several, as Jira's labels are. */
const single = new Set<ImportField>(["title", "key", "description"]);

/** What each column holds by its header; null for what a task has no field for. */
export function mapColumns(given: readonly string[]): (ImportField | null)[] {
  const folded = given.map(fold);
  const columns: (ImportField | null)[] = folded.map(
    (header) => fields.find((field) => !single.has(field) && headers[field].includes(header)) ?? null,
  );
  for (const field of single) {
    const header = headers[field].find((name) => folded.some((one, at) => one === name && columns[at] === null));
    const at = folded.findIndex((one, column) => one === header && columns[column] === null);
    if (at !== -1) columns[at] = field;
  }
  // Where a file has titles, its names are what people call its tasks: "FB-9".
  const nameAt = folded.indexOf("name");
  if (nameAt !== -1 && columns[nameAt] === null && !columns.includes("key")) columns[nameAt] = "key";
  return columns;
}

const fields = Object.keys(headers) as ImportField[];
