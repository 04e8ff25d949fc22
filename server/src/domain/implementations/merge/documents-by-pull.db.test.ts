import type { ImplementationDocument } from "@cairn/contract/implementation-documents";
import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { listImplementationDocuments } from "#server/domain/implementations/documents/list-implementation-documents.ts";
import { prepareDocuments } from "#server/domain/implementations/documents/prepare-documents.ts";
import { updateImplementationDocument } from "#server/domain/implementations/documents/update-implementation-document.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { ferryFiles, startedOtherwise } from "#server/domain/implementations/testing/documented-run.ts";
import { makeGithubProject } from "#server/domain/implementations/testing/github-project.ts";
import { makeDiffTask, start, workThrough, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { sectionVersions } from "#server/platform/db/tables/artifacts.ts";
import { mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import type { FakePull } from "#server/testing/fakes/github-state.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { followPulls } from "./follow-pulls.ts";
import { mergeImplementation } from "./merge-implementation.ts";
import { repairMerges } from "./repair-merges.ts";

vi.setConfig({ testTimeout: 120_000 });

let github: GithubServer;
let world: TestWorld;
let source: TestRepository;
let diff: string;

const withDelays = ferryFiles["src/server.ts"].replace(
  "announce(",
  'app.get("/delays", (_request, response) => response.json([]));\nannounce(',
);
const lateAlone = ferryFiles["README.md"].replace("late or cancelled", "late");

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
  source = await createTestRepository();
  await source.commit("Begin", ferryFiles);
  await source.git("checkout", "-q", "-b", "aside");
  await source.commit("Delays", { "src/server.ts": withDelays, "README.md": lateAlone, ...startedOtherwise });
  diff = await source.git("diff", "--no-color", "main", "aside");
  await source.git("checkout", "-q", "main");
  await source.git("branch", "-q", "-D", "aside");
});
afterAll(async () => {
  await world.close();
  await github.close();
  await source.remove();
});
afterEach(() => {
  github.fault = null;
});

/** Three sections of a change on GitHub: one is accepted, one is refused, and of one nobody says anything. Then it is merged. */
async function setUp() {
  const project = await makeGithubProject(world, github, { from: source.path, writesContents: true });
  const { ctx, organizationId, projectId, repositoryId } = project;
  const writeAll = () => writePages(project.system, { organizationId, projectId });
  await writeAll();
  await updateProject(ctx, { organizationId, projectId, mergePath: "pull-request" });
  // Of what makes a hosted one, none is read.
  const runs = project as unknown as RunProject;
  const one = await workThrough(world, runs, await start(runs, await makeDiffTask(runs, diff)));
  const key = { organizationId, projectId, taskId: one.task.taskId, implementationId: one.implementationId };
  const documents = () => listImplementationDocuments(ctx, key);
  await documents();
  await prepareDocuments(project.system, key, { isLastTry: true });
  const { content } = await documents();
  const [endpoints, purpose, run] = ["Endpoints", "Purpose", "Run"].map((title) =>
    content.find((document) => document.title === title),
  ) as [ImplementationDocument, ImplementationDocument, ImplementationDocument];
  const decide = async ({ documentId, version }: ImplementationDocument, decision: "accepted" | "refused") =>
    await updateImplementationDocument(ctx, { ...key, documentId, version, decision });
  await decide(endpoints, "accepted");
  await decide(purpose, "refused");
  await mergeImplementation(ctx, { ...key, head: one.head ?? "" });
  const pull = github.pulls.get(`${project.account}/shop`)?.[0] as FakePull;
  const section = async ({ page, title }: ImplementationDocument) => {
    const shown = await getArtifact(ctx, { organizationId, artifactId: page.artifactId });
    return shown.sections.find((found) => found.title === title);
  };
  const follow = (acting: Ctx = project.system) => followPulls(acting, { organizationId, repositoryId });
  const read = () => getImplementation(ctx, key);
  return { ...project, one, pull, documents, section, decide, follow, read, writeAll, endpoints, purpose, run };
}
type PullWorld = Awaited<ReturnType<typeof setUp>>;

const later = () => ({ ...world.ctx, now: () => new Date(world.ctx.now().getTime() + 600_000) });
const inBare = async ({ bare }: PullWorld, ...args: string[]) => await source.git("--git-dir", bare, ...args);

/** GitHub makes one commit of it; `more` are files that somebody pushed there meanwhile. */
async function squash(project: PullWorld): Promise<string> {
  const { pull } = project;
  const identity = ["-c", "user.name=Bo", "-c", "user.email=bo@x.test"];
  const oid = await inBare(
    project,
    ...identity,
    "commit-tree",
    "-p",
    "main",
    "-m",
    "Squashed",
    `${pull.head.sha}^{tree}`,
  );
  await inBare(project, "update-ref", "refs/heads/main", oid);
  Object.assign(pull, { state: "closed", merged_at: "2026-11-29T08:00:00Z", merge_commit_sha: oid });
  return oid;
}

const outcomes = async ({ documents }: PullWorld) =>
  Object.fromEntries((await documents()).content.map(({ title, outcome }) => [title, outcome]));
const countVersions = async ({ sectionId }: ImplementationDocument) =>
  (
    await world.ctx.db
      .select()
      .from(sectionVersions)
      .where(eq(sectionVersions.sectionId, sectionId ?? ""))
  ).length;
const intents = async ({ implementationId }: Implementation) =>
  await world.ctx.wholeDb.select().from(mergeIntents).where(eq(mergeIntents.implementationId, implementationId));

it("publishes what was accepted when the pull request was merged, and keeps what was refused as stale", async () => {
  const project = await setUp();
  const { endpoints, purpose, run, section } = project;
  // While GitHub has it, everything stands as it was decided, and nobody decides otherwise.
  expect(await project.documents()).toMatchObject({
    state: "ready",
    note: "What was decided is carried out when the pull request is merged.",
  });
  await expect(project.decide(run, "accepted")).rejects.toMatchObject({ code: "conflict" });
  await project.follow();
  expect(await section(endpoints)).toMatchObject({ content: endpoints.former?.content });
  const oid = await squash(project);
  await project.follow();
  expect(await project.read()).toMatchObject({ state: "merged", merge: { commit: oid }, task: { state: "done" } });
  // Before anything read the new commit.
  expect(await section(endpoints)).toMatchObject({
    content: endpoints.proposal?.content,
    status: "fresh",
    commit: oid,
  });
  expect(await outcomes(project)).toEqual({ Endpoints: "published", Purpose: "kept", Run: "left" });
  await project.index();
  await project.writeAll();
  expect(await section(endpoints)).toMatchObject({ content: endpoints.proposal?.content, status: "fresh" });
  expect(await section(purpose)).toMatchObject({
    content: purpose.former?.content,
    status: "stale",
    isPaused: true,
    pausedBy: { userId: project.owner.userId },
    pausedWith: expect.stringMatching(/^Implementation 1 of /),
  });
  expect(await section(run)).toMatchObject({ content: run.proposal?.content, status: "fresh" });
});

it("publishes nothing while GitHub fails, or says merged and its branch does not have it, or closed it", async () => {
  const project = await setUp();
  const { endpoints, section, pull } = project;
  const stands = async () => {
    expect(await section(endpoints)).toMatchObject({ content: endpoints.former?.content });
    expect((await project.read()).state).toBe("created");
  };
  github.fault = { on: /GET .*\/pulls\/\d+$/, answer: { status: 500 } };
  await expect(project.follow()).rejects.toMatchObject({ code: "vendor_unavailable" });
  await stands();
  github.fault = null;
  // The head of the branch is no merge, and neither is a commit that nobody has.
  for (const lie of [pull.head.sha, "1".repeat(40)]) {
    Object.assign(pull, { state: "closed", merged_at: "2026-11-29T08:00:00Z", merge_commit_sha: lie });
    await project.follow();
    await stands();
  }
  Object.assign(pull, { state: "closed", merged_at: null, merge_commit_sha: null });
  await project.follow();
  await stands();
  // It is open again, and so are the decisions.
  expect(await intents(project.one)).toEqual([]);
  const again = (await project.documents()).content.find(({ title }) => title === "Run");
  expect(await project.decide(again ?? project.run, "refused")).toMatchObject({ decision: "refused" });
});

it("goes on where a server was killed between the documents and the rest, and publishes each once", async () => {
  const project = await setUp();
  const { endpoints, section, one } = project;
  const before = await countVersions(endpoints);
  await squash(project);
  const dying: Ctx = {
    ...project.system,
    enqueue: (tx, job, ...rest) => {
      if (job === "index-repository") throw new Error("killed");
      return project.system.enqueue(tx, job, ...rest);
    },
  };
  await expect(project.follow(dying)).rejects.toThrow("killed");
  // The documents are out, and the merge is still to be written.
  expect(await section(endpoints)).toMatchObject({ content: endpoints.proposal?.content });
  expect([(await project.read()).state, (await intents(one)).length]).toEqual(["created", 1]);
  await Promise.all([repairMerges(later()), repairMerges(later()), project.follow()]);
  expect(await project.read()).toMatchObject({ state: "merged", task: { state: "done" } });
  expect(await countVersions(endpoints)).toBe(before + 1);
  expect(await outcomes(project)).toEqual({ Endpoints: "published", Purpose: "kept", Run: "left" });
  expect(await intents(one)).toEqual([]);
});

it("marks what was published where other commits that GitHub merged along change what it rests on", async () => {
  const project = await setUp();
  const { endpoints, section, pull } = project;
  // Somebody pushes to the branch there: the endpoint has another path.
  const work = await createTestRepository();
  await work.git("pull", "-q", project.bare, project.one.workingBranch);
  const more = await work.commit("More", { "src/server.ts": withDelays.replace("/delays", "/late") });
  await work.git("push", "-q", project.bare, `HEAD:refs/heads/${project.one.workingBranch}`);
  await work.remove();
  Object.assign(pull.head, { sha: more });
  await squash(project);
  await project.follow();
  expect((await project.read()).state).toBe("merged");
  await project.index();
  const after = await section(endpoints);
  expect([after?.status, (await outcomes(project))["Endpoints"]]).toEqual(["stale", "published"]);
  await project.writeAll();
  expect((await section(endpoints))?.content).toContain("/late");
});
