import { previewTaskImport as endpoint } from "@cairn/contract/task-imports";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { listTasks } from "#server/domain/tasks/list-tasks.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { connections } from "#server/platform/db/tables/connections.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { importTasks } from "./import-tasks.ts";
import { previewTaskImport } from "./preview-task-import.ts";
import { startTaskImport } from "./start-task-import.ts";

let github: GithubServer;
let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
let repositoryId: string;
let installationId: string;

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
});
beforeEach(async () => {
  github.fault = null;
  project = await makeProject(world);
  ({ repositoryId } = await makeRepository(world, project, {}));
  installationId = github.install("acme");
  github.dropRepository("acme/shop");
  github.keepRepository(installationId, { name: "acme/shop", readers: [] });
  const connectionId = crypto.randomUUID();
  const { organizationId } = project;
  const row = { connectionId, organizationId, type: "github", installationId, account: "acme" } as const;
  await world.ctx.db.insert(connections).values({ ...row, createdAt: world.ctx.now() });
  const connection = { type: "github", owner: "acme", repo: "shop", connectionId } as const;
  await world.ctx.db.update(repositories).set({ connection }).where(eq(repositories.repositoryId, repositoryId));
  github.issues.set("acme/shop", [issue(1), issue(2, { pull_request: {} }), issue(3, closed)]);
});
afterAll(async () => {
  await world.close();
  await github.close();
});

const closed = { state: "closed", state_reason: "not_planned" } as const;

function issue(number: number, change: Partial<ReturnType<typeof plain>> & { pull_request?: object } = {}) {
  return { ...plain(number), ...change };
}

function plain(number: number) {
  return {
    id: 7_000 + number,
    number,
    title: `Issue ${number}`,
    body: "![picture](https://tracker.example.test/x.png) <script>alert(1)</script>" as string | null,
    state: "open" as "open" | "closed",
    state_reason: null as string | null,
    labels: [{ name: "bug" }],
    assignees: [{ login: "octocat" }],
    milestone: null as { title: string } | null,
    created_at: "2025-01-02T03:04:05Z",
  };
}

const keyOf = () => ({ organizationId: project.organizationId, projectId: project.projectId });

async function preview(filter: { state?: "open" | "all"; label?: string; milestone?: string } = {}) {
  const source = { kind: "github", repositoryId, ...filter } as const;
  const input = { ...endpoint.body.parse({ source }), ...keyOf() };
  return endpoint.response.parse(await previewTaskImport(project.ctx, input));
}

async function run(importId: string) {
  await startTaskImport(project.ctx, { ...keyOf(), importId });
  const { organizationId } = project;
  await importTasks(world.as({ kind: "system", organizationId }), { organizationId, importId }, { isLastTry: true });
  const { content } = await listTasks(project.ctx, { ...keyOf(), page: 1, limit: 100 });
  return content.toReversed();
}

it("brings issues with a link back and no pull requests, and of the same again nothing but new ones", async () => {
  const first = await preview({ state: "all" });
  expect(first).toMatchObject({ import: { name: "acme/shop", kind: "github", total: 2 }, earlierAt: null });
  const again = await preview({ state: "all" });
  const [open, over] = await run(first.import.importId);
  expect(open).toMatchObject({ title: "Issue 1", state: "backlog", labels: ["bug"], assignee: null });
  expect(open?.originUrl).toBe(`${github.origin}/acme/shop/issues/1`);
  expect(open?.createdAt).toBe("2025-01-02T03:04:05.000Z");
  expect(over).toMatchObject({ title: "Issue 3", state: "archived" });
  await updateTask(project.ctx, { ...keyOf(), taskId: open?.taskId ?? "", title: "Changed here" });
  // What was previewed before the first was started writes none a second time.
  expect(await run(again.import.importId)).toHaveLength(2);
  github.issues.get("acme/shop")?.push(issue(4));
  const third = await preview({ state: "all" });
  expect(third.rows.map(({ row, refusal }) => [row, refusal])).toEqual([
    [1, "It is here already, as FB-1"],
    [3, "It is here already, as FB-2"],
    [4, null],
  ]);
  expect((await run(third.import.importId)).map(({ title }) => title)).toEqual(["Changed here", "Issue 3", "Issue 4"]);
});

it("takes those of a label, of a milestone, and all pages", async () => {
  const many = Array.from({ length: 230 }, (_one, at) => issue(at + 1, at % 2 === 0 ? { pull_request: {} } : {}));
  github.issues.set("acme/shop", [...many, issue(300, { labels: [{ name: "tide" }], milestone: { title: "Summer" } })]);
  expect((await preview()).import.total).toBe(116);
  expect((await preview({ label: "tide" })).rows.map(({ row }) => row)).toEqual([300]);
  expect((await preview({ milestone: "summer" })).rows.map(({ row }) => row)).toEqual([300]);
});

it("says in plain words that the app may not read issues", async () => {
  const installation = github.installations.get(installationId);
  if (installation) installation.readsIssues = false;
  await expect(preview()).rejects.toThrow(
    'The app may not read the issues of acme/shop. On GitHub, give it the repository permission "Issues: Read-only"',
  );
});

it.each([
  [
    { status: 403, headers: { "retry-after": "120" } },
    "GitHub asks this server to slow down. It can be asked again in 2 minutes.",
  ],
  [{ status: 502 }, "GitHub is out of order right now"],
  ["cut", "GitHub"],
] as const)("says in plain words what is wrong with GitHub: %o", async (answer, message) => {
  github.fault = { on: /\/issues$/, answer };
  await expect(preview()).rejects.toThrow(message);
});

it("is for repositories of this product that the app connected", async () => {
  const other = await makeProject(world, project.organization);
  const source = { kind: "github", repositoryId, state: "open", label: null, milestone: null } as const;
  const elsewhere = { organizationId: other.organizationId, projectId: other.projectId };
  await expect(previewTaskImport(other.ctx, { ...elsewhere, source })).rejects.toThrow("Repository not found");
  const plainOne = await makeRepository(world, project, {});
  await expect(
    previewTaskImport(project.ctx, { ...keyOf(), source: { ...source, repositoryId: plainOne.repositoryId } }),
  ).rejects.toThrow("connected by the GitHub App alone");
});
