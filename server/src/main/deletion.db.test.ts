import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";

import { chatContextSchema } from "@cairn/contract/chat";
import type { UploadedFile } from "@cairn/contract/files";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { newMessage } from "#server/domain/chat/session/new-message.ts";
import { createTopic } from "#server/domain/external-context/create-topic.ts";
import { uploadFiles } from "#server/domain/files/upload-files.ts";
import { startIndexing } from "#server/domain/indexing/start-indexing.ts";
import { createInvites } from "#server/domain/members/create-invites.ts";
import { createOrganization } from "#server/domain/organizations/create-organization.ts";
import { deleteOrganization } from "#server/domain/organizations/delete-organization.ts";
import { updateOrganization } from "#server/domain/organizations/update-organization.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { createPlan } from "#server/domain/plans/create-plan.ts";
import { getPlan } from "#server/domain/plans/get-plan.ts";
import { createProject } from "#server/domain/projects/create-project.ts";
import { deleteProject } from "#server/domain/projects/delete-project.ts";
import { getInitialSetup } from "#server/domain/projects/get-initial-setup.ts";
import { updateProjectData } from "#server/domain/projects/update-project-data.ts";
import { importRepository } from "#server/domain/repositories/connecting/import-repository.ts";
import { createRule } from "#server/domain/rules/create-rule.ts";
import { createService } from "#server/domain/services/create-service.ts";
import { previewTaskImport } from "#server/domain/task-imports/preview-task-import.ts";
import { startTaskImport } from "#server/domain/task-imports/start-task-import.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { pinTaskLocation } from "#server/domain/tasks/pin-task-location.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { createTemplate } from "#server/domain/templates/create-template.ts";
import { createUser } from "#server/domain/users/create-user.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import { buildServices, type BuiltServices } from "#server/main/start/build-services.ts";
import { jobs } from "#server/main/start/edges.ts";
import { startWork } from "#server/main/start/work.ts";
import { chats } from "#server/platform/db/tables/chats.ts";
import { implementationComments } from "#server/platform/db/tables/implementation-comments.ts";
import { implementations, runOperations, runSteps } from "#server/platform/db/tables/implementations.ts";
import { viewedFiles } from "#server/platform/db/tables/review-marks.ts";
import { criterionChecks, proposedChecks, runChecks } from "#server/platform/db/tables/run-checks.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { hostWithReadme } from "#server/testing/host-with-readme.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

import { makeCommands } from "./testing/make-commands.ts";
import { makeDocument } from "./testing/make-document.ts";
import { makeRunCheck } from "./testing/make-tasks.ts";
import { picture } from "./testing/tenant.ts";

let database: TestDatabase;
let dataDirectory: string;
let built: BuiltServices;
let owner: Ctx;
let repository: Awaited<ReturnType<typeof createTestRepository>>;

/** Stands in everything a person can write, and nowhere else in the world. */
const canary = `kanarie-${randomBytes(4).toString("hex")}`;
const text = `The ${canary} sings on the quay, and it sings long enough for every field that wants a sentence or two.`;
const criterion = { id: undefined, text, done: false };
/** Longer than every wait for a first index and its pages on a machine that is busy with other tests. */
const pollOptions = { timeout: 150_000, interval: 100 };

beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(path.join(os.tmpdir(), "cairn-deletion-"));
  const env = { DATA_DIR: dataDirectory, DATABASE_URL: database.connectionString, LOG_LEVEL: "silent" };
  built = await buildServices(parseSettings(env));
  await startWork(built.queue, jobs, built.services);
  const ctx = actingAs({ kind: "anonymous" });
  const password = "Quay-at-9";
  const { userId } = await createUser(ctx, { email: "ada@example.test", password, firstName: "Ada", lastName: "O" });
  owner = actingAs({ kind: "user", userId });
  repository = await createTestRepository();
  await repository.commit(`Let the ${canary} in`, {
    "README.md": `# ${canary}\n\n${text}\n`,
    [`src/${canary}.ts`]: `/** Sings like the ${canary}. */\nexport function sing(): string {\n  return "${canary}";\n}\n`,
  });
});
afterAll(async () => {
  await built.close();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
  await repository.remove();
});

function actingAs(actor: Ctx["actor"]): Ctx {
  return createCtx(built.services, { actor, requestId: "test", signal: new AbortController().signal });
}

/** An organization with everything in it that the product can hold. */
async function makeOrganization(): Promise<{ organizationId: string }> {
  const { organizationId } = await createOrganization(owner, { name: canary, slug: `${canary}-old` });
  await updateOrganization(owner, { organizationId, name: `${canary} team`, slug: `${canary}-new` });
  await createInvites(owner, { organizationId, invites: [{ email: `${canary}@example.test`, roles: ["editor"] }] });
  await createTemplate(owner, {
    organizationId,
    title: canary,
    scope: { type: "project" },
    content: { type: "sections", sections: [{ title: canary, instructions: { prompt: text, output: "markdown" } }] },
  });
  await uploadFile(organizationId);
  return { organizationId };
}

async function uploadFile(organizationId: string): Promise<UploadedFile[]> {
  const file = { name: `${canary}.gif`, bytes: Readable.from([picture]) };
  return (await uploadFiles(owner, { organizationId, files: Readable.from([file]) })).files;
}

/** A product with a hosted and an imported repository, a service, pages and a chat with a file, when all of it is there. */
async function makeProject(organizationId: string): Promise<{ organizationId: string; projectId: string }> {
  const { projectId } = await createProject(owner, { organizationId, name: canary });
  const key = { organizationId, projectId };
  await updateProjectData(owner, { ...key, description: text });
  const system = actingAs({ kind: "system", organizationId });
  const hostedId = await hostWithReadme(system, { ...key, slug: canary, title: canary });
  await startIndexing(system, system.db, { organizationId, repositoryId: hostedId });
  const { repositoryId } = await importRepository(system, { ...key, path: repository.path });
  const given = { name: canary, description: text, type: "api", repository: { repositoryId } } as const;
  const { serviceId } = await createService(owner, { ...key, ...given });
  await makeCommands(built.services.wholeDb, { organizationId, serviceId, repositoryId, canary });
  await addChat(key);
  await createRule(owner, { ...key, condition: text, instruction: text });
  const written = { title: canary, description: text, labels: [canary], acceptanceCriteria: [criterion] };
  const { taskId } = await createTask(owner, { ...key, ...written });
  await updateTask(owner, { ...key, taskId, title: `${canary}s sing`, blockedBy: [] });
  await createTask(owner, { ...key, title: canary, parentId: taskId });
  const pin = { repositoryId, path: `src/${canary}.ts`, kind: "pinned", startLine: null, endLine: null } as const;
  await pinTaskLocation(owner, { ...key, taskId, ...pin, symbol: canary });
  const address = `https://example.test/${canary}`;
  const content = Buffer.from(`Title,Link\n${canary},${address}\n`).toString("base64");
  const source = { kind: "csv", name: `${canary}.csv`, content } as const;
  const brought = await previewTaskImport(owner, { ...key, source });
  await startTaskImport(owner, { ...key, importId: brought.import.importId });
  await previewTaskImport(owner, { ...key, source });
  const implementationId = await addImplementation({ ...key, taskId, repositoryId });
  await createTopic(owner, { ...key, mode: "manual", title: canary, content: text });
  await expect.poll(async () => (await getInitialSetup(owner, key)).progress, pollOptions).toBe(100);
  await expect.poll(async () => (await findInDatabase()).includes("sections.content"), pollOptions).toBe(true);
  const [artifactId = ""] = (await listArtifacts(owner, { ...key, page: 1, limit: 1 })).content.map(
    (one) => one.artifactId,
  );
  const of = { organizationId, implementationId, artifactId, canary, now: new Date() };
  await makeDocument(built.services.wholeDb, of);
  await addPlan(key);
  await queueIsEmpty();
  return key;
}

/** A plan with a task that lands in the code. */
async function addPlan(key: { organizationId: string; projectId: string }): Promise<void> {
  const { planId } = await createPlan(owner, { ...key, goal: `Let the ${canary} sing` });
  const items = async () => (await getPlan(owner, { ...key, planId })).items.length;
  await expect.poll(items, pollOptions).toBeGreaterThan(0);
}

async function addImplementation(key: {
  organizationId: string;
  projectId: string;
  taskId: string;
  repositoryId: string;
}): Promise<string> {
  const { organizationId } = key;
  const [now, implementationId] = [new Date(), built.services.newId()];
  const brief = { title: canary, description: text, acceptanceCriteria: [] };
  const branches = { workingBranch: `cairn/1-${canary}`, baseBranch: canary };
  const run = { runState: "failed", createdAt: now, queuedAt: now } as const;
  const ofRun = { organizationId, implementationId, sequence: 1, step: "code-analysis" } as const;
  const { wholeDb } = built.services;
  await wholeDb
    .insert(implementations)
    .values({ ...key, ...branches, ...run, implementationId, projectImplementationId: 1, engine: "diff", brief });
  await wholeDb
    .insert(runSteps)
    .values({ ...ofRun, attempt: 1, intent: {}, leaseEpoch: 1, summary: text, startedAt: now });
  await wholeDb.insert(runOperations).values({ ...ofRun, kind: "problem", text, createdAt: now });
  await wholeDb.insert(runChecks).values({ organizationId, implementationId, ...makeRunCheck(text), createdAt: now });
  const excerpt = { startLine: 1, lines: [text] };
  const line = { path: `${canary}.ts`, side: "new", line: 1, hash: canary, commit: canary, excerpt } as const;
  const comment = { commentId: implementationId, threadId: implementationId, organizationId, implementationId };
  await wholeDb.insert(implementationComments).values({ ...comment, ...line, message: text, createdAt: now });
  const mark = { path: `${canary}.ts`, version: canary, userId: ownerId(), viewedAt: now };
  await wholeDb.insert(viewedFiles).values({ organizationId, implementationId, ...mark });
  const check = { kind: "command", command: text, exitCode: 0, outputContains: null } as const;
  const { taskId } = key;
  await wholeDb.insert(criterionChecks).values({ organizationId, taskId, criterionId: canary, check, updatedAt: now });
  const proposed = {
    criterionId: canary,
    criterion: text,
    requestId: implementationId,
    state: "proposed",
    check,
  } as const;
  await wholeDb.insert(proposedChecks).values({ organizationId, taskId, ...proposed, requestedAt: now });
  return implementationId;
}

function ownerId(): string {
  return owner.actor.kind === "user" ? owner.actor.userId : "";
}

async function addChat({ organizationId, projectId }: { organizationId: string; projectId: string }): Promise<void> {
  const [now, sessionId] = [new Date(), built.services.newId()];
  const attachments = await uploadFile(organizationId);
  const files = attachments.map(({ filename }) => filename);
  const createdAt = now.toISOString();
  const session = {
    sessionId,
    title: canary,
    messages: [newMessage({ role: "user", content: text, writtenBy: null, createdAt, files, attachments })],
    data: text,
    context: chatContextSchema.parse({ projectId, lens: "technical" }),
    isStreaming: false,
    isComplete: true,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: createdAt,
  };
  const userId = ownerId();
  const assistant = "organization-chat-assistant";
  const row = { sessionId, organizationId, projectId, userId, assistant, title: canary, session, isStreaming: false };
  await built.services.wholeDb.insert(chats).values({ ...row, createdAt: now, updatedAt: now });
}

async function queueIsEmpty(): Promise<void> {
  const waiting = () => inDatabase("select name from pgboss.job where state in ('created', 'active', 'retry')");
  await expect.poll(waiting, pollOptions).toEqual([]);
}

/** As whoever owns the tables, behind no wall. */
async function inDatabase(statement: string): Promise<Record<string, string>[]> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    await client.query("set cairn.scope = 'all'");
    return (await client.query(statement)).rows as Record<string, string>[];
  } finally {
    await client.end();
  }
}

/** Every column of every table, ours and the queue's, that holds the canary. */
async function findInDatabase(): Promise<string[]> {
  const columns = await inDatabase(
    `select table_schema, table_name, column_name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('information_schema', 'pg_catalog') and table_type = 'BASE TABLE'`,
  );
  expect(new Set(columns.map((column) => column["table_schema"]))).toEqual(new Set(["public", "pgboss", "drizzle"]));
  const searches = columns.map(({ table_schema: schema, table_name: table, column_name: column }) => {
    const found = `exists (select 1 from "${schema}"."${table}" where "${column}"::text ilike '%${canary}%')`;
    return `select '${table}.${column}' as place where ${found}`;
  });
  return (await inDatabase(searches.join(" union all "))).map(({ place: location }) => location ?? "").sort();
}

/** Every file and folder below the data directory whose name or content holds the canary. */
async function findOnDisk(): Promise<string[]> {
  const entries = await readdir(dataDirectory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const content = entry.isFile() ? await readFile(file).catch(() => "") : "";
    if (file.includes(canary) || content.includes(canary)) found.push(file);
  }
  return found;
}

/** Git compresses what it keeps, and pictures are drawn anew, so nothing can be read there: nothing may be there. */
async function countFolders(): Promise<number> {
  const folders = ["mirrors", "indexes", "repositories", "contexts", "uploads"].map((name) =>
    path.join(dataDirectory, name),
  );
  const content = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  return content.flat().length;
}

it("leaves nothing of an organization but the hashes of its slugs", async () => {
  const { organizationId } = await makeOrganization();
  await makeProject(organizationId);
  const before = await findInDatabase();
  for (const location of [
    "organizations.name",
    "former_slugs.slug",
    "invites.email",
    "audit_events.target",
    "templates.content",
    "projects.description",
    "rules.condition",
    "topics.content",
    "tasks.title",
    "tasks.description",
    "tasks.labels",
    "tasks.acceptance_criteria",
    "tasks.origin_url",
    "task_imports.name",
    "task_import_items.item",
    "task_events.from",
    "task_events.to",
    "task_pins.path",
    "task_pins.symbol",
    "plans.goal",
    "plan_items.title",
    "plan_locations.path",
    "implementations.brief",
    "implementations.working_branch",
    "run_steps.summary",
    "run_operations.text",
    "implementation_comments.message",
    "implementation_comments.path",
    "implementation_comments.excerpt",
    "viewed_files.path",
    "implementation_documents.content",
    "implementation_documents.edited",
    "implementation_document_sets.note",
    "run_checks.tail",
    "run_checks.cases",
    "criterion_checks.check",
    "proposed_checks.check",
    "repositories.slug",
    "services.description",
    "service_commands.choices",
    "command_checks.commands",
    "command_checks.outputs",
    "sections.content",
    "uploaded_files.name",
    "chats.session",
  ]) {
    expect(before).toContain(location);
  }
  // An index of each and of the topics, the mirror of the imported one, the hosted one itself, that of the topics, and
  // the uploads.
  expect(await countFolders()).toBe(7);

  await deleteOrganization(owner, { organizationId });
  await queueIsEmpty();
  expect(await findInDatabase()).toEqual([]);
  expect(await findOnDisk()).toEqual([]);
  expect(await countFolders()).toBe(0);
  expect(await inDatabase("select 1 from slug_tombstones")).toHaveLength(2);
}, 200_000);

it("leaves nothing of a product but that somebody made and deleted it", async () => {
  const { organizationId } = await createOrganization(owner, { name: "Northquay" });
  const key = await makeProject(organizationId);
  await deleteProject(owner, key);
  await queueIsEmpty();
  expect(await findInDatabase()).toEqual(["audit_events.target"]);
  const events = await built.services.wholeDb.execute(sql`select action from audit_events where target = ${canary}`);
  const actions = events.rows.map((event) => event["action"]);
  expect(actions).toEqual(expect.arrayContaining(["project.created", "project.deleted"]));
  expect(await findOnDisk()).toEqual([]);
  // The organization's own for uploads, which stays, and is empty.
  expect(await countFolders()).toBe(1);
  expect(await readdir(path.join(dataDirectory, "uploads", organizationId))).toEqual([]);
}, 200_000);
