import { setImmediate } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";
import { maxImportedTasks } from "@cairn/contract/task-imports";
import { isTaskOver } from "@cairn/contract/task-states";

import { parseMarkdown, type MarkdownBlock, type MarkdownList } from "#server/platform/markdown/parse-markdown.ts";

import { interpretState } from "./interpret-words.ts";
import { emptyTask, type ParsedTask } from "./parsed-task.ts";
import { splitCell } from "./split-cell.ts";
import { splitList, type ListPart } from "./split-list.ts";

type ListEntry = MarkdownList["children"][number];

/** Longer entries are refused unread: parsing one would hold up everybody else. */
const maxEntry = 150_000;

/**
 * The tasks of a Markdown list: entries at the left edge, their checkboxes below as criteria, headings as groups. A group
 * that is called like a state is one. Others wait for no more than one entry at a time.
 */
export async function parseTaskList(markdown: string, signal: AbortSignal): Promise<ParsedTask[]> {
  const parts = splitList(markdown.replaceAll("\0", ""));
  const entries = parts.filter(({ text }) => !text.startsWith("#"));
  if (entries.length === 0) {
    throw new AppError("unprocessable", { message: "There are no tasks in this text. Write one a line." });
  }
  if (entries.length > maxImportedTasks) throw new AppError("unprocessable", { message: tooMany });
  const groups = new GroupPath(parts);
  const tasks: ParsedTask[] = [];
  for (const part of parts) {
    if (part.text.startsWith("#")) groups.enter(part);
    else tasks.push(groups.apply(readEntry(part)));
    await setImmediate(undefined, { signal });
  }
  return tasks;
}

const tooMany = `This list has more than ${maxImportedTasks.toLocaleString("en")} tasks. Paste its parts one after the other.`;

/** The headings that the next entry stands below. */
class GroupPath {
  #path: { depth: number; name: string }[] = [];
  readonly #title: ListPart | undefined;

  constructor(parts: readonly ListPart[]) {
    const [first] = parts;
    const isTitle = first?.text.startsWith("# ") && parts.some(({ text }) => text.startsWith("##"));
    this.#title = isTitle ? first : undefined;
  }

  enter(part: ListPart): void {
    if (part === this.#title) return;
    const [heading] = parseMarkdown(part.text);
    if (heading?.type !== "heading") return;
    this.#path = this.#path.filter(({ depth }) => depth < heading.depth);
    const name = plainText(heading).trim();
    if (name !== "") this.#path.push({ depth: heading.depth, name });
  }

  /** A group that is no state is a label; of several states the innermost counts. */
  apply(task: ParsedTask): ParsedTask {
    const names = this.#path.map(({ name }) => name);
    task.labels.push(...names.filter((name) => interpretState(name) === null));
    const state = names.map(interpretState).findLast((one) => one !== null);
    // What is ticked is over, wherever it stands.
    if (state && (task.state === null || isTaskOver(state))) task.state = state;
    return task;
  }
}

function readEntry({ line, text }: ListPart): ParsedTask {
  const task = emptyTask(line);
  if (text.length > maxEntry) {
    task.title = text.slice(0, 100);
    task.refusal = `An entry can't be longer than ${maxEntry.toLocaleString("en")} characters.`;
    return task;
  }
  const [list, ...after] = parseMarkdown(text);
  const entry = list?.type === "list" ? list.children[0] : undefined;
  if (!entry) return task;
  if (entry.checked === true) task.state = "done";
  const [head, ...below] = entry.children;
  const isParagraph = head?.type === "paragraph";
  const [title = "", ...rest] = isParagraph ? plainText(head).split("\n") : [];
  task.title = title.trim();
  const texts = [rest.join("\n").trim()];
  for (const block of [...(isParagraph || !head ? [] : [head]), ...below, ...after]) {
    texts.push(block.type === "list" ? readBelow(task, block, text) : sourceOf(block, text));
  }
  const [only, ...others] = texts.filter((one) => one !== "");
  const quote = below.find(({ type }) => type === "blockquote");
  // A description that was written by an export is quoted as a whole, so that nothing in it reads as a list of ours.
  const isQuoted = quote && others.length === 0 && only === sourceOf(quote, text);
  task.description = isQuoted ? unquote(only) : [only, ...others].filter(Boolean).join("\n\n");
  return task;
}

/** Checkboxes are criteria, "Priority: High" is what it says, and everything else is text, which it answers. */
function readBelow(task: ParsedTask, list: MarkdownList, source: string): string {
  const others: string[] = [];
  for (const entry of list.children) {
    const text = plainText(entry.children[0]).trim();
    if (typeof entry.checked === "boolean") addCriteria(task, entry);
    else if (!readField(task, text)) others.push(sourceOf(entry, source));
  }
  return others.join("\n");
}

/** With those below it, which mean no less. */
function addCriteria(task: ParsedTask, entry: ListEntry): void {
  const text = plainText(entry.children[0]).replaceAll(/\s+/g, " ").trim();
  if (text !== "") task.criteria.push({ text, done: entry.checked === true });
  for (const block of entry.children) {
    if (block.type === "list") for (const nested of block.children) addCriteria(task, nested);
  }
}

/** False where the line names no field. */
function readField(task: ParsedTask, line: string): boolean {
  const [, name = "", value = ""] = /^([A-Za-z ]{3,12}):\s+(.+)$/s.exec(line) ?? [];
  const read = fieldReaders.get(name.toLowerCase());
  read?.(task, value.trim());
  return read !== undefined;
}

const fieldReaders = new Map<string, (task: ParsedTask, value: string) => void>([
  ["key", (task, value) => (task.key = value)],
  ["state", (task, value) => (task.state = value)],
  ["priority", (task, value) => (task.priority = value)],
  ["assignee", (task, value) => task.assignees.push(value)],
  ["service", (task, value) => (task.service = value)],
  ["labels", (task, value) => task.labels.push(...splitCell(value))],
  ["label", (task, value) => task.labels.push(value)],
  ["blocked by", (task, value) => task.blockedBy.push(...splitCell(value))],
  ["link", (task, value) => (task.link = value)],
  ["created", (task, value) => (task.createdAt = value)],
]);

/** What one reads of a part of a text, without its marks. */
function plainText(node: object | undefined): string {
  const { type, value, alt, children } = (node ?? {}) as Partial<TextNode>;
  if (type === "break") return "\n";
  if (typeof value === "string") return value;
  if (typeof alt === "string") return alt;
  return (children ?? []).map(plainText).join("");
}

interface TextNode {
  type: string;
  value: string;
  alt: string | null;
  children: object[];
}

/** A block as it was written, without the spaces that put it below its entry. */
function sourceOf(block: Pick<MarkdownBlock, "position">, source: string): string {
  const { start, end } = block.position ?? {};
  if (!start || !end) return "";
  const indent = new RegExp(`^ {0,${start.column - 1}}`);
  const [first = "", ...rest] = source.slice(start.offset, end.offset).split("\n");
  return [first, ...rest.map((line) => line.replace(indent, ""))].join("\n");
}

function unquote(quote: string): string {
  return quote
    .split("\n")
    .map((line) => line.replace(/^ {0,3}> ?/, ""))
    .join("\n");
}
