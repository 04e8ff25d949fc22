import { exportTasks as endpoint, taskExportFormats, type TaskExportFormat } from "@cairn/contract/task-exports";
import { createTask as createEndpoint, type Task } from "@cairn/contract/tasks";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";

import { importTasks } from "#server/domain/task-imports/import-tasks.ts";
import { previewTaskImport } from "#server/domain/task-imports/preview-task-import.ts";
import { startTaskImport } from "#server/domain/task-imports/start-task-import.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { readTasks, type TaskOfExport } from "#server/domain/tasks/read-tasks.ts";
import { tasks as table } from "#server/platform/db/tables/tasks.ts";
import { createTestWorld, makeProject, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { exportTasks } from "./export-tasks.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

type Product = Awaited<ReturnType<typeof makeProject>>;
const keyOf = ({ organizationId, projectId }: Product) => ({ organizationId, projectId });

async function exported(product: Product, query: z.input<typeof endpoint.query>): Promise<string> {
  const { bytes } = await exportTasks(product.ctx, { ...endpoint.query.parse(query), ...keyOf(product) });
  return await new Response(bytes).text();
}

async function imported(product: Product, format: TaskExportFormat, file: string) {
  const csv = { kind: "csv", name: "tasks.csv", content: Buffer.from(file).toString("base64") } as const;
  const source = format === "csv" ? csv : ({ kind: "markdown", text: file } as const);
  const shown = await previewTaskImport(product.ctx, { ...keyOf(product), source });
  const { importId } = shown.import;
  await startTaskImport(product.ctx, { ...keyOf(product), importId });
  const { organizationId } = product;
  await importTasks(world.as({ kind: "system", organizationId }), { organizationId, importId }, { isLastTry: true });
  return shown;
}

/** What a file carries of each task, in the order of the board. */
async function carried(product: Product) {
  const all: TaskOfExport[] = [];
  for await (const part of readTasks(product.ctx, product, {})) all.push(...part);
  const titles = new Map(all.map(({ taskId, title }) => [taskId, title]));
  return all.map((task) => ({
    ...pick(task),
    criteria: task.acceptanceCriteria.map(({ text, done }) => ({ text, done })),
    service: task.service?.name,
    assignee: task.assignee?.userId,
    blockedBy: task.blockedBy.map((id) => titles.get(id)),
  }));
}

const pick = ({ title, description, state, priority, labels, originUrl, createdAt }: Task) => ({
  title,
  description,
  state,
  priority,
  labels,
  originUrl,
  createdAt,
});

const nasty = [
  "=1+1",
  "'=1+1",
  "-minus",
  "@all * _never_ `code` [x] <b>&amp; # ~~no~~ | \\ end",
  "[x] ticked, not",
  "Labels: none",
  "See https://example.test/a_b?c=*d* and www.example.test/_e_",
  "Umlaut Übermut 🚢",
];

async function fill(product: Product): Promise<void> {
  const { serviceId } = await makeService(world, product, { name: "api" });
  const assignee = product.organization.owner.userId;
  const ids: string[] = [];
  for (const [at, title] of nasty.entries()) {
    const input = createEndpoint.body.parse({
      title,
      description: [`- [ ] not a task\n\n# ${title}\n\n> quoted\n\n    code  \n`, "", "'-x\n\n\ttab\n", "```\nopen"][
        at % 4
      ],
      state: (["todo", "done", "backlog", "archived"] as const)[at % 4],
      priority: (["none", "high", "urgent"] as const)[at % 3],
      labels: at % 2 === 0 ? ["a, b", "=c;"] : ["one", "two"],
      acceptanceCriteria: nasty.slice(0, at).map((text, index) => ({ text, done: index % 2 === 0 })),
      ...(at % 2 === 0 ? { serviceId, assignee } : {}),
      blockedBy: ids.slice(0, 2),
    });
    const { taskId } = await createTask(product.ctx, { ...keyOf(product), ...input });
    ids.push(taskId);
    const change = {
      originUrl: `https://example.test/${at}?a=1&b=_2_`,
      createdAt: new Date(`2025-01-0${at + 1}T04:05:06.000Z`),
    };
    await world.ctx.db.update(table).set(change).where(eq(table.taskId, taskId));
  }
}

it.each(taskExportFormats)("what goes out as %s comes in again as it was, in its order", async (format) => {
  const product = await makeProject(world);
  await fill(product);
  const before = await carried(product);
  const file = await exported(product, { format });
  const other = await makeProject(world, product.organization);
  await makeService(world, other, { name: "api" });
  const shown = await imported(other, format, file);
  expect(shown.rows.flatMap(({ refusal, notes }) => [refusal, ...notes]).filter(Boolean)).toEqual([]);
  expect(await carried(other)).toEqual(before);
});

it("takes the filters of the list, and leaves no cell that a program for tables would run", async () => {
  const product = await makeProject(world);
  await fill(product);
  const file = await exported(product, { format: "csv", state: "todo" });
  expect(file.match(/"Todo"/g)).toHaveLength(2);
  expect(file).not.toContain('"Done"');
  const cells = [...(await exported(product, {})).matchAll(/(?:^|,)"((?:[^"]|"")*)"/gm)].map(([, cell = ""]) => cell);
  expect(cells.length).toBeGreaterThan(80);
  expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
});

it("of an empty product is a file with headers alone, which an import says is empty of tasks", async () => {
  const product = await makeProject(world);
  const file = await exported(product, {});
  expect(file).toContain('"Title"');
  const content = Buffer.from(file).toString("base64");
  const source = { kind: "csv", name: "tasks.csv", content } as const;
  expect(await previewTaskImport(product.ctx, { ...keyOf(product), source })).toMatchObject({ import: { total: 0 } });
});
