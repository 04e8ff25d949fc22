import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { taskEventSchema, type listTaskEvents as endpoint } from "@cairn/contract/tasks";
import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { toEntity } from "#server/to-entity.ts";

import { findNames, listTaskEventRows, type NamedEventRow } from "./task-events.store.ts";
import { selectTask } from "./tasks.store.ts";

/** Who changed what of a task, newest first. */
export async function listTaskEvents(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const { page, limit } = input;
  const task = await selectTask(ctx.db, project, input.taskId);
  if (task === null) throw notFound("Task");
  const { rows, total } = await listTaskEventRows(ctx.db, task, { limit, offset: (page - 1) * limit });
  const names = await findNames(ctx.db, rows.flatMap(listPeople));
  const content = rows.map((row) => toEntity(taskEventSchema, { ...row, ...sayPeople(row, names) }));
  return { content, page, limit, total };
}

/** Ids of the people that the event is about. Of who is known by name alone, since elsewhere, there is none. */
function listPeople({ field, from, to }: NamedEventRow): string[] {
  return field === "assignee" ? [from, to].filter(isUserId) : [];
}

function isUserId(person: string | null): person is string {
  return z.uuid().safeParse(person).success;
}

/** People as they are called now. */
function sayPeople({ field, from, to }: NamedEventRow, names: ReadonlyMap<string, string>) {
  if (field !== "assignee") return { from, to };
  const say = (person: string | null) => (isUserId(person) ? (names.get(person) ?? "Deleted account") : person);
  return { from: say(from), to: say(to) };
}
