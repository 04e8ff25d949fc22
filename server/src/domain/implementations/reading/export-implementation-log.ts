import { Readable } from "node:stream";

import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { phaseNames, type exportImplementationLog as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { sideNames } from "#server/domain/implementations/checks/check-to-run.ts";
import {
  listOperationRows,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { listRunChecks, type RunCheckRow } from "#server/domain/implementations/store/run-checks.store.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";

import { requireImplementation } from "./require-implementation.ts";

/** The whole log as text, and after it the end of what each command wrote. It is written while it is read, so no log is too long. */
export async function exportImplementationLog(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const task = nameTask({ taskKey: row.taskKey, projectTaskId: row.task.projectTaskId });
  return {
    bytes: Readable.toWeb(Readable.from(writeLog(ctx, row))) as ReadableStream<Uint8Array>,
    size: null,
    contentType: "text/plain; charset=utf-8",
    filename: `${task}-implementation-${row.projectImplementationId}.log`,
  };
}

const entriesPerRead = 1_000;

async function* writeLog(ctx: Ctx, row: NamedImplementationRow): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let after = 0; ;) {
    const entries = await listOperationRows(ctx.db, row, { after, limit: entriesPerRead });
    const last = entries.at(-1);
    if (last === undefined) break;
    yield encoder.encode(entries.map(formatEntry).join(""));
    after = last.sequence;
  }
  for (const check of await listRunChecks(ctx.db, row)) yield encoder.encode(formatOutput(check));
}

/** Empty for a command that wrote nothing. */
function formatOutput({ createdAt, command, side, commit, message, tail }: RunCheckRow): string {
  if (tail === "") return "";
  const where = `${sideNames[side]}, at ${commit.slice(0, 8)}`;
  return `${createdAt.toISOString()} Output of “${command}” ${where}. ${message}${setIn(`\n${tail.trimEnd()}`)}\n`;
}

type LogRow = Awaited<ReturnType<typeof listOperationRows>>[number];

/** Lines after the first of one entry are set in, so that each line that begins with a time is an entry. */
function formatEntry({ createdAt, step, kind, text }: LogRow): string {
  const mark = kind === "problem" ? "Problem: " : "";
  return `${createdAt.toISOString()} ${phaseNames[step]}: ${mark}${setIn(text)}\n`;
}

function setIn(text: string): string {
  return text.replaceAll(/\r?\n/g, "\n    ");
}
