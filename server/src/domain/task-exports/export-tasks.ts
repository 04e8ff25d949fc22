import { Readable } from "node:stream";

import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { exportTasks as endpoint } from "@cairn/contract/task-exports";
import type { TaskState } from "@cairn/contract/task-states";

import type { Ctx } from "#server/ctx.ts";
import { listMemberEmails } from "#server/domain/members/list-member-emails.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { readTasks } from "#server/domain/tasks/read-tasks.ts";

import { formatList, headLine } from "./format-list.ts";
import { formatRows, headRow } from "./format-rows.ts";

/** Tasks as a file that an import reads again. It is written while it is read: no size of a product is too large. */
export async function exportTasks(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const isCsv = input.format === "csv";
  const texts = isCsv ? writeCsv(ctx, project, input) : writeMarkdown(ctx, project, input);
  return {
    bytes: Readable.toWeb(Readable.from(encode(texts))) as ReadableStream<Uint8Array>,
    size: null,
    contentType: isCsv ? "text/csv; charset=utf-8" : "text/markdown; charset=utf-8",
    filename: `${project.slug}-tasks.${isCsv ? "csv" : "md"}`,
  };
}

type ExportInput = InputOf<typeof endpoint>;

async function* writeCsv(ctx: Ctx, project: AccessedProject, input: ExportInput): AsyncGenerator<string> {
  const emails = await listMemberEmails(ctx, project.organizationId);
  yield headRow;
  for await (const part of readTasks(ctx, project, input)) yield formatRows(part, emails);
}

async function* writeMarkdown(ctx: Ctx, project: AccessedProject, input: ExportInput): AsyncGenerator<string> {
  const emails = await listMemberEmails(ctx, project.organizationId);
  let after: TaskState | null = null;
  yield headLine(project.name);
  for await (const part of readTasks(ctx, project, input)) {
    yield formatList(part, { emails, after });
    after = part.at(-1)?.state ?? after;
  }
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) if (text !== "") yield encoder.encode(text);
}
