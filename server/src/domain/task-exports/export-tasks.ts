import { Readable } from "node:stream";

import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { maxListLimit } from "@cairn/contract/lists";
import type { exportTasks as endpoint } from "@cairn/contract/task-exports";
import type { TaskState } from "@cairn/contract/task-states";

import type { Ctx } from "#server/ctx.ts";
import { listMembers } from "#server/domain/members/list-members.ts";
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
  const emails = await listEmails(ctx, project);
  yield headRow;
  for await (const part of readTasks(ctx, project, input)) yield formatRows(part, emails);
}

async function* writeMarkdown(ctx: Ctx, project: AccessedProject, input: ExportInput): AsyncGenerator<string> {
  const emails = await listEmails(ctx, project);
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

/** By the ids of the members. */
async function listEmails(ctx: Ctx, { organizationId }: AccessedProject): Promise<ReadonlyMap<string, string>> {
  const emails = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { content, total } = await listMembers(ctx, { organizationId, page, limit: maxListLimit });
    for (const { user } of content) emails.set(user.userId, user.email);
    if (content.length === 0 || emails.size >= total) return emails;
  }
}
