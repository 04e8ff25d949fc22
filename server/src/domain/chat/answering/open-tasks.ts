import { displayName } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";
import { toTaskDocument } from "@cairn/contract/task-documents";
import { taskLocationsSchema, type FileLocation } from "@cairn/contract/task-locations";
import { isTaskOver, taskStateNames, type TaskState } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { findNamedTasks } from "#server/domain/tasks/find-named-tasks.ts";
import type { TaskWithBlockers } from "#server/domain/tasks/find-task.ts";
import { getTaskLocations } from "#server/domain/tasks/get-task-locations.ts";
import { matchTasks, openStates } from "#server/domain/tasks/match-tasks.ts";
import type { ToolScope } from "#server/edge.ts";
import type { Question } from "#server/engine/answer-context/answer-event.ts";
import { chooseAbout, chooseAlike, searchedWords } from "#server/engine/answers/tasks/choose-alike.ts";
import type { CitableTask, LocatedTaskLines, RelevantTasks } from "#server/engine/answers/tasks/citable-task.ts";
import { interpretTaskQuestion, type TaskQuestion } from "#server/engine/intent/interpret-task-question.ts";

/** Tasks of which one answer tells everything. */
const maxNamed = 3;
const maxListed = 10;
/** Looked through for those that fit a question in words that no index knows. */
const maxLookedAt = 200;
const maxSearchedWords = 24;
const refersBack = /\b(?:it|its|that|this|they|them|those|these|one)\b/i;
const saysThisTask = /\b(?:this|the) tasks?(?:'s)?\b/gi;

interface TaskQuestionScope extends ToolScope {
  userId: string;
  /** The task whose page it was asked from. */
  taskId: string | undefined;
}

/**
 * What tasks of this product say to a question; null where they say nothing, or cannot be read now: the question is then
 * answered from the code alone.
 */
export async function openTasks(ctx: Ctx, about: TaskQuestionScope, question: Question): Promise<RelevantTasks | null> {
  try {
    return await readTasks(ctx, about, question);
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn({ error }, "tasks could not be read for an answer");
    return null;
  }
}

async function readTasks(ctx: Ctx, about: TaskQuestionScope, question: Question): Promise<RelevantTasks | null> {
  const { organizationId, projectId } = about;
  const asked = withSubject(interpretTaskQuestion(question.text), about, question);
  const { names, taskIds, listing, terms } = asked;
  const { tasks, missing, hasTasks } = await findNamedTasks(ctx, { organizationId, projectId, names, taskIds });
  if (!hasTasks) return null;
  const named = await Promise.all(tasks.slice(0, maxNamed).map((one) => openNamed(ctx, about, one)));
  const listed = listing && named.length === 0 ? await listTasks(ctx, about, asked) : null;
  if (named.length > 0 || missing.length > 0 || listed !== null) {
    const isTold = terms.length === 0 || (listed !== null && listed.tasks.length > 0);
    return { named, missing, listed, alike: [], rest: isTold ? null : asked.rest };
  }
  const alike = await findAlike(ctx, about, asked);
  return alike.length === 0 ? null : { named, missing, listed, alike, rest: question.text };
}

/** A question that names no task may be about the one it was asked from, or the one that was spoken of before. */
function withSubject(asked: TaskQuestion, { taskId }: TaskQuestionScope, { text, earlier }: Question): TaskQuestion {
  if (asked.names.length + asked.taskIds.length > 0 || asked.listing !== null) return asked;
  const isOpen = asked.terms.length === 0;
  if (taskId !== undefined && (isOpen || text.search(saysThisTask) !== -1)) {
    return { ...asked, taskIds: [taskId], rest: asked.rest.replaceAll(saysThisTask, "it") };
  }
  const before = earlier.findLast(({ role }) => role === "user");
  if (!isOpen || before === undefined || !refersBack.test(text)) return asked;
  const { names, taskIds } = interpretTaskQuestion(before.content);
  return { ...asked, names, taskIds };
}

async function openNamed(ctx: Ctx, project: ToolScope, { task, blockers }: TaskWithBlockers): Promise<CitableTask> {
  const waitsFor = blockers.filter(({ state }) => !isTaskOver(state)).map(({ name }) => name);
  return { ...toCitable(task), waitsFor, locations: await placesOf(ctx, project, task.taskId) };
}

/** Null where the code cannot be looked through now. */
async function placesOf(ctx: Ctx, project: ToolScope, taskId: string): Promise<LocatedTaskLines[] | null> {
  const { organizationId, projectId } = project;
  try {
    const found = await getTaskLocations(ctx, { organizationId, projectId, taskId });
    const { locations, nothing } = taskLocationsSchema.parse(found);
    if (nothing === "not-indexed") return null;
    return locations.flatMap((one) => (one.kind === "file" && !one.isGone ? [toPlace(one)] : []));
  } catch (error) {
    if (error instanceof AppError && (error.code === "unavailable" || error.code === "not_found")) return null;
    throw error;
  }
}

function toPlace({ repositoryId, path, startLine, endLine, symbol, isPinned, why }: FileLocation): LocatedTaskLines {
  const { source } = why.find((reason) => reason.source?.path === path) ?? { source: null };
  const first = startLine ?? source?.startLine ?? 1;
  const evidence = { repositoryId, path, startLine: first, endLine: endLine ?? source?.endLine ?? first };
  const words = why.find((reason) => reason.words.length > 0)?.words.slice(0, 4) ?? [];
  const said = words.map((word) => `“${word}”`).join(", ");
  return { evidence, path, symbol, why: isPinned ? "a person pinned it" : said };
}

/** Null where nothing fits and the question does not surely ask about tasks of the team. */
async function listTasks(ctx: Ctx, about: TaskQuestionScope, asked: TaskQuestion): Promise<RelevantTasks["listed"]> {
  const { organizationId, projectId, userId } = about;
  const { listing, terms } = asked;
  if (listing === null) return null;
  const states = listing.isNext ? ["todo" as const] : (listing.states ?? openStates);
  const assigneeId = listing.isMine ? userId : listing.isUnassigned ? "none" : null;
  const words = searchedWords(terms).slice(0, maxSearchedWords);
  const filters = { states, assigneeId };
  const matched = await matchTasks(ctx, { organizationId, projectId, words, filters, limit: maxLookedAt });
  const fitting = matched.tasks
    .filter(({ isBlocked }) => isBlocked || !listing.isBlocked)
    .filter(({ recommended }) => recommended || !listing.isNext);
  const citable = fitting.map(toCitable);
  const tasks = terms.length === 0 ? citable : chooseAbout(citable, terms);
  const isCut = matched.total > matched.tasks.length && tasks.length === matched.tasks.length;
  return {
    tasks: tasks.slice(0, maxListed),
    total: isCut ? matched.total : tasks.length,
    about: wordsOf(asked),
    isNext: listing.isNext,
  };
}

const spokenStates = {
  backlog: "in the backlog",
  todo: "to do",
  "in-progress": "in progress",
  "in-review": "in review",
  done: "done",
  archived: "archived",
} as const satisfies Record<TaskState, string>;

/** What a list is narrowed by, as its lead says it: "in review, about “login”". */
function wordsOf({ listing, terms }: TaskQuestion): string {
  const { states = null, isBlocked = false, isMine = false, isUnassigned = false } = listing ?? {};
  const subject = terms.map(({ word }) => `“${word}”`).join(", ");
  return [
    states === null ? "still open" : states.map((state) => spokenStates[state]).join(" or "),
    isBlocked && "waiting for another one",
    isMine && "yours",
    isUnassigned && "nobody's",
    subject !== "" && `about ${subject}`,
  ]
    .filter(Boolean)
    .join(", ");
}

async function findAlike(ctx: Ctx, { organizationId, projectId }: ToolScope, { terms }: TaskQuestion) {
  const words = searchedWords(terms).slice(0, maxSearchedWords);
  if (words.length === 0) return [];
  const filters = { states: openStates, assigneeId: null };
  const { tasks } = await matchTasks(ctx, { organizationId, projectId, words, filters, limit: maxListed });
  return chooseAlike(tasks.map(toCitable), terms);
}

/** A task as a source of answers. */
function toCitable(task: Task): CitableTask {
  const { taskId, name, title, state, service, assignee, description, acceptanceCriteria } = task;
  return {
    taskId,
    name,
    title,
    state: taskStateNames[state],
    isOpen: !isTaskOver(state),
    service: service?.name ?? null,
    assignee: assignee && displayName(assignee),
    description,
    criteria: acceptanceCriteria,
    waitsFor: [],
    document: toTaskDocument(task),
    locations: null,
  };
}
