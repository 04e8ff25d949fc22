import type { ImportRow } from "@cairn/contract/task-imports";
import { defaultTaskState } from "@cairn/contract/task-states";
import {
  criterionTextSchema,
  maxCriteria,
  maxTaskBlockers,
  maxTaskDescription,
  maxTaskLabels,
  taskLabelSchema,
  taskTitleSchema,
} from "@cairn/contract/tasks";
import { z } from "zod";

import type { ImportItem } from "./import-item.ts";
import { interpretPriority, interpretState } from "./reading/interpret-words.ts";
import type { ParsedTask } from "./reading/parsed-task.ts";

/** What the words of a file may mean in this product. */
export interface TaskImportGround {
  members: readonly { userId: string; email: string; firstName: string | null; lastName: string | null }[];
  services: readonly { serviceId: string; name: string }[];
  /** Tasks that are there already, by what people call them, in upper case. */
  tasks: ReadonlyMap<string, string>;
  /** What people call tasks that came from the same before, by its `originKey`. */
  known: ReadonlyMap<string, string>;
  now: Date;
}

export interface ResolvedTasks {
  /** In the order in which they are written; their positions count from 1. */
  items: ImportItem[];
  /** What people see, of those as well that are left out. */
  rows: ImportRow[];
}

const maxTitle = 128;
const maxLabel = 40;

/** Looks up what the words of tasks mean here. What cannot be taken over is said of its row, and nothing is guessed. */
export function resolveTasks(parsed: readonly ParsedTask[], ground: TaskImportGround): ResolvedTasks {
  const resolved = parsed.map((task) => resolveTask(task, ground));
  const taken = resolved.filter(({ row }) => row.refusal === null);
  const positions = new Map<string, number>();
  for (const [at, { task }] of taken.entries()) {
    const key = task.key && foldKey(task.key);
    if (key && !positions.has(key)) positions.set(key, at + 1);
  }
  for (const [at, { task, item, row }] of taken.entries()) {
    item.blockers = resolveBlockers(task, { position: at + 1, positions, tasks: ground.tasks, notes: row.notes });
  }
  for (const at of openCircles(taken.map(({ item }) => item))) {
    taken[at]?.row.notes.push("It would wait for itself by way of others; that is left out.");
  }
  for (const { item, row } of taken) row.blockers = item.blockers.length;
  return { items: taken.map(({ item }) => item), rows: resolved.map(({ row }) => row) };
}

/** What others are called, however they are written: "#12", "fb-9". */
export function foldKey(key: string): string {
  return key.trim().replace(/^#/, "").toUpperCase();
}

function resolveTask(
  task: ParsedTask,
  ground: TaskImportGround,
): { task: ParsedTask; item: ImportItem; row: ImportRow } {
  const notes = [...task.notes];
  const { title, refusal: faulty, description: cut } = resolveTitle(task, notes);
  const known = task.originKey === null ? undefined : ground.known.get(task.originKey);
  const refusal = known === undefined ? faulty : `It is here already, as ${known}`;
  const assignee = findAssignee(task, ground, notes);
  const service = findService(task, ground, notes);
  const { criteria, more } = resolveCriteria(task);
  const item: ImportItem = {
    title,
    description: resolveDescription([cut, ...more].filter((part) => part.trim() !== "").join("\n\n"), notes),
    criteria,
    state: resolveState(task, notes),
    priority: resolvePriority(task, notes),
    labels: resolveLabels(task, notes),
    serviceId: service?.serviceId ?? null,
    assigneeId: assignee?.userId ?? null,
    blockers: [],
    originUrl: resolveLink(task),
    originKey: task.originKey,
    createdAt: resolveMoment(task, ground.now),
  };
  const { state, priority, labels } = item;
  const row = { row: task.row, title, state, priority, labels, refusal, notes };
  const who = assignee && (nameOf(assignee) || assignee.email);
  return { task, item, row: { ...row, assignee: who, criteria: criteria.length, blockers: 0 } };
}

/** A title is never lost: what does not fit begins the description. */
function resolveTitle(
  task: ParsedTask,
  notes: string[],
): { title: string; refusal: string | null; description: string } {
  const { description } = task;
  const line = task.title.toWellFormed().replaceAll(/\s+/g, " ").trim();
  const title = line.length > maxTitle ? `${line.slice(0, maxTitle - 1).trimEnd()}…`.toWellFormed() : line;
  const parsed = taskTitleSchema.safeParse(title);
  const missing = parsed.success ? null : (parsed.error.issues[0]?.message ?? "Its title can't be used");
  const refusal = task.refusal ?? (title === "" ? "It has no title" : missing);
  if (title === line) return { title: parsed.data ?? title, refusal, description };
  notes.push(`Its title is longer than ${maxTitle} characters: it is cut, and stands in the description as it was.`);
  return { title: parsed.data ?? title, refusal, description: `${line}\n\n${description}` };
}

function resolveDescription(text: string, notes: string[]): string {
  const whole = text.toWellFormed();
  if (whole.length <= maxTaskDescription) return whole;
  notes.push(
    `Its description is longer than ${maxTaskDescription.toLocaleString("en")} characters: the rest is cut off.`,
  );
  return whole.slice(0, maxTaskDescription).toWellFormed();
}

/** What is no criterion of ours, because it is too long or one too many, goes below the description. */
function resolveCriteria({ criteria: given }: ParsedTask): { criteria: ImportItem["criteria"]; more: string[] } {
  const said = given.map(({ text, done }) => ({ text: text.toWellFormed(), done }));
  const isTaken = ({ text }: { text: string }) => criterionTextSchema.safeParse(text).success;
  const criteria = said.filter(isTaken).slice(0, maxCriteria);
  const taken = new Set(criteria);
  const rest = said.filter((one) => !taken.has(one) && one.text.length > 0);
  const more = rest.map(({ text, done }) => `- [${done ? "x" : " "}] ${text}`).join("\n");
  const parsed = criteria.map(({ text, done }) => ({ text: criterionTextSchema.parse(text), done }));
  return { criteria: parsed, more: more === "" ? [] : [more] };
}

function resolveState({ state, isArchived }: ParsedTask, notes: string[]): ImportItem["state"] {
  if (isArchived) return "archived";
  if (state === null) return defaultTaskState;
  const known = interpretState(state);
  if (known === null) notes.push(`“${shorten(state)}” is no state here: it goes to Backlog.`);
  return known ?? defaultTaskState;
}

function resolvePriority({ priority }: ParsedTask, notes: string[]): ImportItem["priority"] {
  if (priority === null) return "none";
  const known = interpretPriority(priority);
  if (known === null) notes.push(`“${shorten(priority)}” is no priority here: it gets none.`);
  return known ?? "none";
}

function resolveLabels({ labels: given }: ParsedTask, notes: string[]): string[] {
  const byName = new Map<string, string>();
  for (const label of given) {
    const parsed = taskLabelSchema.safeParse(label.toWellFormed());
    const name = parsed.success
      ? parsed.data
      : label
          .slice(0, maxLabel - 1)
          .toWellFormed()
          .trim();
    if (name !== label.trim()) notes.push(`The label “${shorten(label)}” is cut to ${maxLabel} characters.`);
    if (name !== "" && !byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), name);
  }
  const labels = [...byName.values()];
  if (labels.length > maxTaskLabels) notes.push(`Of its ${labels.length} labels the first ${maxTaskLabels} are taken.`);
  return labels.slice(0, maxTaskLabels);
}

function findAssignee({ assignees }: ParsedTask, { members }: TaskImportGround, notes: string[]) {
  const wanted = assignees.map((name) => (/<([^<>\s]+@[^<>\s]+)>$/.exec(name)?.[1] ?? name).toLowerCase());
  const first = assignees[0];
  if (first === undefined) return null;
  for (const name of wanted) {
    const byMail = members.find(({ email }) => email.toLowerCase() === name);
    if (byMail) return byMail;
    const byName = members.filter((member) => nameOf(member).toLowerCase() === name);
    if (byName.length === 1) return byName[0] ?? null;
    if (byName.length > 1) {
      notes.push(`Several members are called “${shorten(first)}”: it is nobody's. Mail addresses tell them apart.`);
      return null;
    }
  }
  notes.push(`“${shorten(first)}” is no member here: it is nobody's.`);
  return null;
}

const nameOf = ({ firstName, lastName }: TaskImportGround["members"][number]) =>
  [firstName, lastName].filter(Boolean).join(" ");

function findService({ service }: ParsedTask, { services }: TaskImportGround, notes: string[]) {
  if (service === null) return null;
  const known = services.find(({ name }) => name.toLowerCase() === service.toLowerCase());
  if (!known) notes.push(`There is no service “${shorten(service)}” in this product.`);
  return known ?? null;
}

const linkSchema = z.url({ protocol: /^https?$/ }).max(2_000);

function resolveLink({ link }: ParsedTask): string | null {
  const parsed = linkSchema.safeParse(link);
  return parsed.success ? parsed.data : null;
}

/** Dates that begin with the year alone: all others mean another day somewhere. */
function resolveMoment({ createdAt }: ParsedTask, now: Date): string | null {
  if (createdAt === null || !/^\d{4}-\d{2}-\d{2}/.test(createdAt)) return null;
  const moment = new Date(createdAt);
  return Number.isNaN(moment.getTime()) || moment > now || moment.getFullYear() < 1970 ? null : moment.toISOString();
}

function resolveBlockers(
  task: ParsedTask,
  given: {
    position: number;
    positions: ReadonlyMap<string, number>;
    tasks: ReadonlyMap<string, string>;
    notes: string[];
  },
): ImportItem["blockers"] {
  const names = [...new Set(task.blockedBy.map(foldKey))];
  const found = names.map((name) => given.positions.get(name) ?? given.tasks.get(name) ?? null);
  const missing = names.filter((_name, at) => found[at] === null);
  if (missing.length > 0) {
    given.notes.push(`It waits for ${shorten(missing.join(", "))}, which is neither here nor in this product.`);
  }
  const blockers = [...new Set(found.filter((one) => one !== null))];
  if (blockers.includes(given.position)) given.notes.push("It would wait for itself; that is left out.");
  const others = blockers.filter((one) => one !== given.position);
  if (others.length > maxTaskBlockers) {
    given.notes.push(`Of the ${others.length} tasks it waits for the first ${maxTaskBlockers} are taken.`);
  }
  return others.slice(0, maxTaskBlockers);
}

/** Takes out the links that close a circle within the import, and answers at which items. */
function openCircles(items: readonly ImportItem[]): number[] {
  const state = new Map<number, "open" | "over">();
  const changed = new Set<number>();
  for (const start of items.keys()) {
    if (state.has(start)) continue;
    state.set(start, "open");
    // By hand: a chain can be longer than calls may be nested.
    const way = [{ at: start, left: inside(items[start]) }];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const next = top.left.pop();
      if (next === undefined) {
        state.set(top.at, "over");
        way.pop();
      } else if (state.get(next) === "open") {
        const item = items[top.at];
        if (item) item.blockers = item.blockers.filter((one) => one !== next + 1);
        changed.add(top.at);
      } else if (!state.has(next)) {
        state.set(next, "open");
        way.push({ at: next, left: inside(items[next]) });
      }
    }
  }
  return [...changed];
}

/** Which items of the import one waits for, counted from 0. */
function inside(item: ImportItem | undefined): number[] {
  return (item?.blockers ?? []).flatMap((one) => (typeof one === "number" ? [one - 1] : []));
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").toWellFormed();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
