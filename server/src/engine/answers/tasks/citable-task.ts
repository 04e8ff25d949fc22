import type { Evidence, CodeReader } from "#server/engine/evidence/evidence.ts";

/** What the team wrote down to do, with the document that it is cited as. All of its texts are words of somebody. */
export interface CitableTask {
  taskId: string;
  /** "FB-9". */
  name: string;
  title: string;
  /** As people read it, "In Review". */
  state: string;
  /** Neither done nor archived. */
  isOpen: boolean;
  service: string | null;
  assignee: string | null;
  description: string;
  criteria: readonly { text: string; done: boolean }[];
  /** Names of the open tasks that are to be done before it. */
  waitsFor: readonly string[];
  document: {
    path: string;
    lines: readonly string[];
    /** Takes the place of a commit. */
    version: string;
    description: { first: number; last: number } | null;
    criteria: { first: number; last: number } | null;
  };
  /** Where it lands in the code, best first; null where nobody looked. */
  locations: readonly LocatedTaskLines[] | null;
}

/** Lines that a task probably changes. */
export interface LocatedTaskLines {
  evidence: Evidence;
  path: string;
  symbol: string | null;
  /** "a person pinned it", or words that the lines share with the task. */
  why: string;
}

/** What the team's tasks say to a question. */
export interface RelevantTasks {
  /** Those that the question names, or that it was asked from. */
  named: readonly CitableTask[];
  /** Names of tasks that the product never had, or has no more. */
  missing: readonly string[];
  /** Tasks that are asked for; null where no list is. */
  listed: {
    tasks: readonly CitableTask[];
    total: number;
    /** What the list is narrowed by, in words: "in review, about “login”". */
    about: string;
    isNext: boolean;
  } | null;
  /** Not asked for, but about the same as the question. */
  alike: readonly CitableTask[];
  /** What is left of the question without the names of tasks; null where it asks about the tasks alone. */
  rest: string | null;
}

/** How a task is cited: lines of its document. */
export function linesOfTask(task: CitableTask, first: number, last = first): Evidence {
  return { repositoryId: task.taskId, path: task.document.path, startLine: first, endLine: last };
}

/** Reads the documents of tasks as files of repositories of their own. */
export function taskReaders(tasks: readonly CitableTask[]): [string, CodeReader][] {
  return tasks.map(({ taskId, document: { path, lines, version } }) => {
    const readLines = async (asked: string) => (asked === path ? lines : null);
    return [taskId, { repositoryId: taskId, commit: version, readLines }];
  });
}

export function allTasks({ named, listed, alike }: RelevantTasks): CitableTask[] {
  return [...named, ...(listed?.tasks ?? []), ...alike];
}
