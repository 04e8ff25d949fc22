import { taskStateNames, taskStates, type TaskState } from "@cairn/contract/task-states";
import { taskPriorities, type TaskPriority } from "@cairn/contract/tasks";

/** What other tools call a state. */
const stateWords: Record<TaskState, readonly string[]> = {
  backlog: ["open", "opened", "new", "triage", "icebox", "ideas", "later", "someday", "unscheduled"],
  todo: [
    "ready",
    "planned",
    "unstarted",
    "next",
    "upnext",
    "selectedfordevelopment",
    "readyfordevelopment",
    "accepted",
  ],
  "in-progress": ["doing", "started", "indevelopment", "wip", "active", "ongoing", "working", "workinprogress"],
  "in-review": ["review", "codereview", "readyforreview", "reviewing", "qa", "testing", "intest", "readyfortest"],
  done: ["closed", "complete", "completed", "resolved", "merged", "finished", "fixed", "shipped", "released"],
  archived: [
    "canceled",
    "cancelled",
    "duplicate",
    "wontfix",
    "wontdo",
    "rejected",
    "declined",
    "notplanned",
    "obsolete",
  ],
};

const priorityWords: Record<TaskPriority, readonly string[]> = {
  none: ["nopriority", "notset", "undefined", "p4"],
  low: ["lowest", "minor", "trivial", "p3"],
  medium: ["normal", "moderate", "p2"],
  high: ["major", "important", "p1"],
  urgent: ["highest", "critical", "blocker", "p0"],
};

const stateByWord = new Map(
  taskStates.flatMap((state) =>
    [state, taskStateNames[state], ...stateWords[state]].map((word) => [fold(word), state]),
  ),
);
const priorityByWord = new Map(
  taskPriorities.flatMap((priority) => [priority, ...priorityWords[priority]].map((word) => [fold(word), priority])),
);

/** The letters and digits of a word, in lower case: "To Do" and "to-do" are the same. */
export function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** The state that people and other tools mean by a word; null where it says nothing. */
export function interpretState(word: string): TaskState | null {
  return stateByWord.get(fold(word)) ?? null;
}

/** As `interpretState`; numbers before or after the word, as some tools have them ("2 - High"), do not count. */
export function interpretPriority(word: string): TaskPriority | null {
  return priorityByWord.get(fold(word)) ?? priorityByWord.get(fold(word).replaceAll(/^\d+|\d+$/g, "")) ?? null;
}
