import * as commentsContract from "@cairn/contract/implementation-comments";
import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

import { setRunBudget } from "#server/domain/implementations/budget/set-run-budget.ts";
import { nameThread } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { getImplementationChecks } from "#server/domain/implementations/reading/get-implementation-checks.ts";
import { getImplementationDiff } from "#server/domain/implementations/reading/get-implementation-diff.ts";
import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import { resumeImplementation } from "#server/domain/implementations/starting/resume-implementation.ts";
import { reviseImplementation } from "#server/domain/implementations/starting/revise-implementation.ts";
import {
  byRound,
  callTools,
  modelSettings,
  startAgent,
  usualReplies,
  withAgent,
} from "#server/domain/implementations/testing/agent-world.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import {
  claim,
  implement,
  makeRunProject,
  read,
  work,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
import { defineTool } from "#server/edge.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { listWorkCopies } from "#server/platform/sandbox/testing/list-work-copies.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelReply, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

vi.setConfig({ testTimeout: 120_000 });

let world: TestWorld;
let server: ModelServer;
let project: RunProject;
let env: Record<string, string>;
beforeAll(async () => {
  world = await createTestWorld();
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(async () => {
  project = await makeRunProject(world);
  env = modelSettings(server.baseUrl);
  server.requests.length = 0;
});

const whereIs = ({ implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});
const logOf = async (run: Implementation) =>
  (await getImplementationLog(project.ctx, { ...whereIs(run), after: 0, limit: 1_000 })).entries;
const sent = () => JSON.stringify(server.requests.map(({ body }) => body));

async function run(
  replies: readonly ModelReply[],
  options: Parameters<typeof withAgent>[2] & { task?: Parameters<typeof startAgent>[2] } = {},
): Promise<Implementation> {
  server.script(byRound(replies));
  const started = await startAgent(project, env, options.task);
  await work(world, await claim(world, started), withAgent(world, env, options));
  return await read(project, started);
}

it("writes a change through tools, and keeps all that was said and done", async () => {
  const done = await run(usualReplies, { task: { criteria: ["Low tide shows as 0.4"] } });
  expect(done).toMatchObject({
    outcome: "completed",
    engine: "agent",
    isPublished: true,
    task: { state: "in-review" },
  });
  expect(done.events.map(({ type, state }) => `${type} ${state}`)).toEqual([
    "task-implementation success",
    "code-analysis success",
    "build-implementation success",
    "cleanup-implementation success",
    "fix-build-errors success",
  ]);
  const { git } = project;
  expect(await git("diff", "--stat", "--format=", `main..${done.workingBranch}`)).toContain("2 files changed");
  expect(await git("show", `${done.workingBranch}:src/tides.ts`)).toBe(
    "export const high = 1;\nexport const low = 0.4;\nexport const slack = 3;",
  );
  expect(await git("rev-list", "--count", `main..${done.workingBranch}`)).toBe("1");
  expect(await git("log", "-1", "--format=%B", done.workingBranch)).toContain(
    "Low tide is 0.4, and the documents say so.",
  );
  // Four replies of the fake's usual size.
  expect(done.budget).toMatchObject({ inputTokens: 44, outputTokens: 28, reservedTokens: 0 });
  const log = await logOf(done);
  expect(log.filter(({ kind }) => kind === "call").map(({ text }) => text.split("\n")[0])).toEqual([
    "What fake is told",
    "Read src/tides.ts, lines 1 to 3 of 3",
    "Searched for “low”",
    "Edited src/tides.ts",
    "Made docs/tides.md",
    "Finished",
  ]);
  expect(log.find(({ text }) => text.startsWith("What fake is told"))?.text).toContain("- Low tide shows as 0.4");
  const [first, second] = server.requests.map(({ body }) => body.messages);
  expect(first?.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(second?.slice(2)).toMatchObject([
    { role: "assistant", tool_calls: [{ function: { name: "read_file" } }, { function: { name: "search_text" } }] },
    { role: "tool", content: expect.stringContaining("2\texport const low = 2;") },
    { role: "tool", content: expect.stringContaining("src/tides.ts\n2:export const low = 2;") },
  ]);
});

it("runs commands on the files as they are, and mends what its checks find broken", async () => {
  await setCommands(world, project, { install: "echo here > installed", test: "! grep 0.5 src/tides.ts" });
  const wrong = { path: "src/tides.ts", old_text: "low = 2", new_text: "low = 0.5" };
  const right = { path: "src/tides.ts", old_text: "low = 0.5", new_text: "low = 0.4" };
  const done = await run(
    [
      callTools(["run", { command: "cat installed src/tides.ts" }]),
      callTools(["edit_file", wrong], ["run", { command: "cat src/tides.ts; exit 3" }]),
      callTools(["finish", { summary: "Low tide is right." }]),
      callTools(["run", { name: "test" }]),
      callTools(["edit_file", right], ["run", { name: "test" }]),
      callTools(["finish", { summary: "Low tide is 0.4 now." }]),
    ],
    { task: { criteria: ["Low tide shows as 0.4"] } },
  );
  expect(done.proof).toMatchObject({ state: "green" });
  expect(await project.git("show", `${done.workingBranch}:src/tides.ts`)).toContain("low = 0.4");
  expect(await project.git("rev-list", "--count", `main..${done.workingBranch}`)).toBe("1");
  const results = server.requests
    .at(-1)
    ?.body.messages.filter(({ role }) => role === "tool")
    .map(({ content }) => String(content));
  expect(results?.[0]).toMatch(
    /installed with echo here > installed: .*It ended with exit code 0\.\nIt wrote:\nhere\n/s,
  );
  expect(results?.[2]).toMatch(/^It ended with exit code 3\.\nIt wrote:\n.*low = 0\.5/s);
  expect(await listWorkCopies(world.dataDirectory)).toEqual([]);
});

it("tells the model what it did wrong, and touches nothing but the files of the repository", async () => {
  const done = await run([
    callTools(
      ["read_file", { path: "../../etc/passwd" }],
      ["edit_file", "{not json"],
      ["no_such_tool", {}],
      ["read_file", { path: "link" }],
    ),
    callTools(
      ["create_file", { path: ".git/config", content: "x" }],
      ["create_file", { path: "src/tides.ts/x", content: "x" }],
    ),
    callTools(
      ["create_file", { path: "/etc/x", content: "x" }],
      ["create_file", { path: "link", content: "x" }],
      ["read_file", { path: 7 }],
    ),
    callTools(
      ["edit_file", { path: "src/tides.ts", old_text: "  export const low = 2;", new_text: "x" }],
      ["read_file", { path: "README.md" }],
    ),
    callTools(["edit_file", { path: "src/board.ts", old_text: "line 1", new_text: "x" }], ["run", {}]),
    ...usualReplies,
  ]);
  expect(done.outcome).toBe("completed");
  const told = server.requests
    .at(-1)
    ?.body.messages.filter(({ role }) => role === "tool")
    .map(({ content }) => String(content));
  expect(told?.slice(0, 13)).toEqual([
    "There is no file ../../etc/passwd.",
    expect.stringContaining("The input is no JSON."),
    expect.stringContaining("There is no tool of this name. There are: read_file,"),
    "link is a link to README.md. Read that.",
    "“.git/config” has a name that git keeps for itself.",
    "src/tides.ts is a file, not a folder.",
    "“/etc/x” has a name that leads out of its folder.",
    "link is there already. Change it with edit_file.",
    expect.stringContaining("Wrong input."),
    expect.stringContaining("Its first line does, on line 2:\n2\texport const low = 2;"),
    "README.md, lines 1 to 1 of 1\n1\t# Ferry Board",
    expect.stringMatching(/stands in src\/board\.ts 11 times/),
    "Say which command.",
  ]);
});

it("gives no secret of this server to a model, a log or a commit", async () => {
  env = { ...env, MODEL_API_KEY: "canary-key-73" };
  project = await makeRunProject(world, { "notes.md": "The key is canary-key-73.\n" });
  const done = await run([
    callTools(["read_file", { path: "notes.md" }], ["search_text", { pattern: "key is" }]),
    ...usualReplies,
  ]);
  expect(done.outcome).toBe("completed");
  expect(sent()).toContain("The key is [redacted].");
  expect(sent()).not.toContain("canary-key-73");
  expect(JSON.stringify(await logOf(done))).not.toContain("canary-key-73");
});

it("looks things up as the product knows them, and shows no model a tool that writes", async () => {
  const seen: unknown[] = [];
  const base = {
    description: "Finds code",
    verb: "Finding",
    input: z.object({ name: z.string(), limit: z.number().default(5) }),
  };
  const find = defineTool({
    ...base,
    name: "find_symbol",
    run: async (_ctx, scope, input) => {
      seen.push(scope, input);
      return { text: "src/tides.ts:2 low", data: {} };
    },
  });
  const writing = { ...find, name: "search_code", writes: { action: "task.create" as const, isRepeatable: true } };
  await run([callTools(["find_symbol", { name: "low" }]), ...usualReplies], { tools: [find, writing] });
  expect(seen).toEqual([
    { organizationId: project.organizationId, projectId: project.projectId },
    { name: "low", limit: 5 },
  ]);
  const offered = server.requests[0]?.body.tools as { function: { name: string } }[];
  expect(offered.map((one) => one.function.name)).toEqual([
    "read_file",
    "list_files",
    "search_text",
    "edit_file",
    "create_file",
    "delete_file",
    "run",
    "find_symbol",
    "finish",
  ]);
});

it.each([
  ["it changed nothing", [callTools(["finish", { summary: "All done!" }])], "it changed nothing: “All done!”"],
  ["it goes round", [callTools(["read_file", { path: "README.md" }])], "goes round in circles: it called read_file"],
  [
    "it only talks",
    [{ kind: "text", pieces: ["I will think about it."] }],
    "used no tool any more and did not say that it is done. Its last words: “I will think about it.”",
  ],
  ["it cannot call", [callTools(["fly", "{"])], /None of the agent's last 12 calls worked|goes round in circles/],
  [
    "it undid all",
    [
      callTools(["create_file", { path: "a", content: "x" }]),
      callTools(["delete_file", { path: "a" }], ["finish", { summary: "Nothing." }]),
    ],
    "there is nothing to review",
  ],
  [
    "the vendor refuses",
    [{ kind: "raw", status: 500, contentType: "application/json", body: "{}" }],
    "The model did not answer. The model's server reported a failure.",
  ],
  [
    "the stream is cut",
    [{ kind: "cut-after", pieces: ["I will"] }],
    "The model did not answer. The connection to the model was lost.",
  ],
  ["nothing comes", [{ kind: "stall" }], "The model did not answer for 0.3 s."],
] as [string, ModelReply[], string | RegExp][])("ends in plain words where %s", async (_, replies, words) => {
  env = { ...env, MODEL_IDLE_TIMEOUT_MS: "300" };
  const done = await run(replies);
  expect(done).toMatchObject({
    outcome: "failed",
    running: false,
    task: { state: "todo" },
    budget: { reservedTokens: 0 },
  });
  const failed = done.events.find(({ type }) => type === "build-implementation");
  if (words instanceof RegExp) expect(failed?.summary).toMatch(words);
  else expect(failed?.summary).toContain(words);
});

it("asks again where a reply broke off, and goes on later where the model stays away", async () => {
  const [first, ...others] = usualReplies;
  let cuts = 1;
  server.script((request) => {
    const isSecond = request.body.messages.some(({ role }) => role === "assistant");
    if (isSecond && cuts > 0) {
      cuts -= 1;
      return { kind: "cut-after", pieces: ["Now"] };
    }
    return byRound([first as ModelReply, ...others])(request);
  });
  const started = await startAgent(project, env);
  await work(world, await claim(world, started), withAgent(world, env, { pausesMs: [1] }));
  expect(await read(project, started)).toMatchObject({ outcome: "completed" });

  const away: ModelReply = { kind: "raw", status: 503, contentType: "application/json", body: "{}" };
  const failed = await run([first as ModelReply, away]);
  expect(failed.outcome).toBe("failed");
  // It is told that it was ended, and has one message more for each reply.
  server.script(byRound(usualReplies));
  await resumeImplementation(project.ctx, whereIs(failed));
  await work(world, await claim(world, failed), withAgent(world, env));
  expect(await read(project, failed)).toMatchObject({ outcome: "completed" });
  expect(sent()).toContain("Your work was ended before it was done");
});

it("works on for the comments of reviewers on what the diff of a task changed", async () => {
  const one = await implement(world, project);
  await addComment(project.ctx, { ...whereIs(one), message: "Should be 0.5" });
  const file = { path: "src/tides.ts" };
  const mend = { path: "src/tides.ts", old_text: "low = 0.4", new_text: "low = 0.5" };
  const finish = callTools(["finish", { summary: "Low is 0.5 now." }]);
  server.script(byRound([callTools(["read_file", file]), callTools(["edit_file", mend]), finish]));
  const ctx = { ...project.ctx, model: connectModel(parseSettings(env).models) };
  await expect(reviseImplementation(project.ctx, { ...whereIs(one), engine: "agent" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("No language model"),
  });
  await reviseImplementation(ctx, { ...whereIs(one), engine: "agent" });
  expect(await work(world, await claim(world, one), withAgent(world, env))).toBe("completed");
  expect(await read(project, one)).toMatchObject({ engine: "agent", base: one.base, workingBranch: one.workingBranch });
  expect(await project.git("show", `${one.workingBranch}:src/tides.ts`)).toBe(
    "export const high = 1;\nexport const low = 0.5;\nexport const neap = 2;\nexport const slack = 3;",
  );
  expect(sent()).toContain("Should be 0.5");
});

it("works on for the comments of reviewers, on the files and the base of its change", async () => {
  env = { ...env, MODEL_API_KEY: "canary-key-73" };
  const done = await run(usualReplies);
  const before = server.requests.length;
  const file = { filename: "src/tides.ts", line: 2, side: "new" } as const;
  const comment = await addComment(project.ctx, { ...whereIs(done), message: "Should be 0.5", file });
  const parent = await project.git("rev-parse", "main");
  await commitOnTop(project, { parent, ref: "refs/heads/main", files: { "later.md": "Somebody else's\n" } });
  const mend = { path: "src/tides.ts", old_text: "low = 0.4", new_text: "low = 0.5" };
  const summary = `Low is 0.5 now.\n\nComment ${nameThread(comment.threadId)}: It is; by canary-key-73.\n\nComment 000000: Of none.`;
  const more = [callTools(["edit_file", mend]), callTools(["finish", { summary }])];
  server.script(byRound([...usualReplies, ...more]));
  await reviseImplementation({ ...project.ctx, model: connectModel(parseSettings(env).models) }, whereIs(done));
  expect(await work(world, await claim(world, done), withAgent(world, env))).toBe("completed");
  const revised = await read(project, done);
  expect(revised).toMatchObject({ outcome: "completed", base: done.base, comments: { open: 1 } });
  expect(await project.git("show", `${done.workingBranch}:src/tides.ts`)).toContain("low = 0.5");
  expect(await project.git("diff", "--name-only", `${done.base}..${done.workingBranch}`)).not.toContain("later.md");
  const told = JSON.stringify(server.requests.slice(before).map(({ body }) => body));
  expect(told).toContain("a revision is asked for");
  expect(told).toContain("Should be 0.5");
  const { content } = commentsContract.listComments.response.parse(await listComments(project.ctx, whereIs(done)));
  expect(content.filter(({ agent }) => agent !== null)).toMatchObject([
    {
      message: "It is; by [redacted].",
      threadId: comment.threadId,
      agent: "Built-in agent",
      createdBy: null,
      resolvedAt: null,
      file: { filename: "src/tides.ts", line: 2 },
    },
  ]);
  expect(await project.git("log", "-1", "--format=%B", done.workingBranch)).not.toContain("Comment");

  const same = callTools(["finish", { summary: "It is 0.5 already." }]);
  server.script(byRound([...usualReplies, ...more, same]));
  await reviseImplementation({ ...project.ctx, model: connectModel(parseSettings(env).models) }, whereIs(done));
  await work(world, await claim(world, done), withAgent(world, env));
  const again = await read(project, done);
  expect(again).toMatchObject({ outcome: "completed", head: revised.head });
  expect(again.events.findLast(({ type }) => type === "build-implementation")?.summary).toMatch(
    /^It is 0\.5 already\.\n\nNothing more was changed\. /,
  );
});

it("pauses at its limit in the middle of its work, and goes on with more without doing anything twice", async () => {
  const usage = { promptTokens: 3_000, completionTokens: 100 };
  server.script(byRound(usualReplies.map((reply) => ({ ...reply, usage }))));
  const started = await startAgent(project, env);
  const limit = async (tokenLimit: number) => await setRunBudget(project.ctx, { ...whereIs(started), tokenLimit });
  await limit(8_000);
  expect(await work(world, await claim(world, started), withAgent(world, env))).toBe("lost");
  const paused = await read(project, started);
  expect(paused).toMatchObject({ running: true, pause: { cause: "run" }, task: { state: "in-progress" } });
  expect(paused.pause?.message).toMatch(/^This run may use 8,000 tokens of the model\. .* It goes on with a limit of/);
  // What it has written by then is there to be looked at, and nothing to be merged.
  expect(paused).toMatchObject({ canMerge: false });
  const sofar = await getImplementationDiff(project.ctx, { ...whereIs(started), before: 3, after: 3 });
  expect(sofar.files.map(({ path }) => path)).toEqual(["src/tides.ts"]);
  await limit(100_000);
  expect(await work(world, await claim(world, started), withAgent(world, env))).toBe("completed");
  expect(server.requests).toHaveLength(4);
  const log = await logOf(started);
  expect(new Set(log.map(({ text }) => text)).size).toBe(log.length);
  const calls = await world.ctx.db
    .select()
    .from(modelCalls)
    .where(eq(modelCalls.implementationId, started.implementationId));
  expect(calls.map(({ inputTokens }) => inputTokens)).toEqual([3_000, 3_000, 3_000, 3_000]);
});

it("leaves a red change to people where the agent cannot mend it", async () => {
  await setCommands(world, project, { test: "grep -q 'high = 1' src/tides.ts" });
  const damage = { path: "src/tides.ts", old_text: "high = 1", new_text: "high = 7" };
  const done = await run([callTools(["edit_file", damage]), callTools(["finish", { summary: "High is 7." }])]);
  expect(done).toMatchObject({ outcome: "completed", canMerge: false, proof: { state: "red" } });
  expect(done.events.find(({ type }) => type === "fix-build-errors")?.summary).toMatch(
    /broken by this change.* 3 times\.$/,
  );
  const { verdicts } = await getImplementationChecks(project.ctx, whereIs(done));
  expect(verdicts).toMatchObject([{ verdict: "broken" }]);
  expect(sent()).toContain("The server built and tested your change, and this is not right yet");
});
