import { readFile } from "node:fs/promises";

import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

import { setRunBudget } from "#server/domain/implementations/budget/set-run-budget.ts";
import { nameThread } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { previewMerge } from "#server/domain/implementations/merge/preview-merge.ts";
import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import { resumeImplementation } from "#server/domain/implementations/starting/resume-implementation.ts";
import { reviseImplementation } from "#server/domain/implementations/starting/revise-implementation.ts";
import { stopImplementation } from "#server/domain/implementations/starting/stop-implementation.ts";
import {
  claim,
  implement,
  makeRunProject,
  read,
  work,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
import { ruleTools } from "#server/domain/rules/rules.tools.ts";
import { taskTools } from "#server/domain/tasks/tasks.tools.ts";
import { serveRunTools } from "#server/http/mcp/serve-run-tools.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { listWorkCopies } from "#server/platform/sandbox/testing/list-work-copies.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { findProcesses } from "#server/testing/find-processes.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import type { AgentAction } from "./testing/agent-action.ts";
import { agentEnvironment, answerWith, installTestAgent, startAgent, vendorKey } from "./testing/agent-world.ts";

// Each is a whole run, of processes of their own.
vi.setConfig({ testTimeout: 300_000 });

let vendor: ModelServer;
let installed: Awaited<ReturnType<typeof installTestAgent>>;
let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  vendor = await startModelServer();
  installed = await installTestAgent();
  world = await createTestWorld(agentEnvironment(installed.folder, vendor));
  project = await makeRunProject(world);
});
afterAll(async () => {
  await world.close();
  await installed.remove();
  await vendor.close();
});
beforeEach(async () => {
  vendor.requests.length = 0;
  await world.ctx.db.delete(modelCalls);
});

const whereIs = ({ implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});

async function logOf(implementation: Implementation): Promise<string[]> {
  const key = { ...whereIs(implementation), after: 0, limit: 1_000 };
  return (await getImplementationLog(project.ctx, key)).entries.map(({ text }) => text);
}

const withTools = (ctx: RunCtx): RunCtx => withToolsOf(project)(ctx);
const withToolsOf =
  (product: RunProject) =>
  (ctx: RunCtx): RunCtx => ({
    ...ctx,
    product: {
      openCtx: async () => product.system,
      serveTools: (connection, guest) => serveRunTools(world.ctx, [...taskTools, ...ruleTools], { connection, guest }),
    },
  });

async function implementWith(
  actions: AgentAction[][],
  options: { agent?: string; change?: (ctx: RunCtx) => RunCtx } = {},
) {
  answerWith(vendor, ...actions);
  const begun = await startAgent(project, options.agent);
  await work(world, await claim(world, begun), options.change ?? withTools);
  const implementation = await read(project, begun);
  const build = implementation.events.find(({ type }) => type === "build-implementation");
  return { implementation, log: await logOf(implementation), build: build?.summary ?? "" };
}

const change: AgentAction = { do: "write", path: "src/tides.ts", text: "export const low = 0.4;\n" };

it("writes a change behind walls, tells what it does, and the change is committed and proven as any other", async () => {
  const { implementation, log } = await implementWith([
    [
      { do: "plan", entries: ["Read it", "Change it"] },
      { do: "say", text: "I read " },
      { do: "say", text: "the tides." },
      { do: "run", command: "cat src/tides.ts | head -1" },
      change,
      { do: "write", path: "docs/neap.md", text: "Neap\n" },
      { do: "say", text: "Done." },
    ],
  ]);
  expect(implementation).toMatchObject({
    outcome: "completed",
    engine: "coding-agent",
    agent: { slug: "tester", name: "tester" },
    isPublished: true,
    canMerge: true,
    progress: null,
    task: { state: "in-review" },
  });
  expect(implementation.events.map(({ type, state }) => `${type} ${state}`)).toEqual([
    "task-implementation success",
    "code-analysis success",
    "build-implementation success",
    "cleanup-implementation success",
    "fix-build-errors success",
  ]);
  expect(log).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^tester was ready after \d+\.\d s\.$/),
      "Plan:\n- Read it\n- Change it",
      "tester: I read the tides.",
      "Used: cat src/tides.ts | head -1",
      "tester: export const high = 1;\nDone.",
    ]),
  );
  const head = implementation.head ?? "";
  expect(await project.git("show", "--format=", "--name-only", head)).toBe("docs/neap.md\nsrc/tides.ts");
  expect(await project.git("show", `${head}:src/tides.ts`)).toBe("export const low = 0.4;");
  expect(await project.git("rev-parse", `${head}^`)).toBe(project.base);
  expect(await project.git("log", "-1", "--format=%an%n%B", head)).toContain("Written by tester, a coding agent.");
  expect(await project.git("show", "-s", "--format=%an <%ae>", head)).toBe("tester <no-reply+tester@localhost>");
  const { message } = await previewMerge(project.ctx, whereIs(implementation));
  expect(message).toMatch(/^Co-authored-by: tester <no-reply\+tester@localhost>$/m);
  expect(await listWorkCopies(world.dataDirectory)).toEqual([]);
});

it("is told the task, its criteria and that nobody answers", async () => {
  await implementWith([[change]]);
  const [asked] = vendor.requests;
  const prompt = JSON.stringify(asked?.body.messages);
  for (const part of ["Show tides", "> Low water is wrong.", "- Low water is 0.4", "There is no network"]) {
    expect(prompt).toContain(part);
  }
});

it("gets the tools of this server as whoever began it, to read", async () => {
  const other = await makeProject(world);
  const { log } = await implementWith([
    [
      { do: "use", tool: "list", input: {} },
      { do: "use", tool: "list_tasks", input: {} },
      { do: "use", tool: "create_task", input: { title: "By the agent" } },
      { do: "use", tool: "get_task", input: { task: other.projectId } },
      change,
    ],
  ]);
  const text = log.join("\n");
  expect(text).toContain("get_rules");
  expect(text).toContain("Show tides");
  expect(text).toContain("There is no such tool.");
  expect(text).toContain("not found");
});

it("is counted to the token, and shows the vendor's key to nobody behind the walls", async () => {
  const look = [
    "cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n'",
    "env",
    "ls -la /opt/cairn /opt/cairn/sockets",
    "grep -raE 'sk-[v]endor' /proc/self/mountinfo /etc /opt/cairn/*.ts /home /work 2>/dev/null | head",
    "cat $HOME/session",
  ].join("; ");
  const { implementation, log } = await implementWith([
    [{ do: "run", command: look }, { do: "call", times: 3 }, change],
  ]);
  expect(implementation.outcome).toBe("completed");
  const rows = await world.ctx.db.select().from(modelCalls);
  const sum = (part: (row: (typeof rows)[number]) => number | null) =>
    rows.reduce((all, row) => all + (part(row) ?? 0), 0);
  // One answer with the script, and three that say it again.
  expect(rows).toHaveLength(vendor.requests.length);
  expect([sum((row) => row.inputTokens), sum((row) => row.outputTokens)]).toEqual([4_000, 400]);
  expect(rows.every(({ endedAt }) => endedAt !== null)).toBe(true);
  expect(vendor.requests.every(({ authorization }) => authorization === `Bearer ${vendorKey}`)).toBe(true);
  const seen = [log.join("\n"), JSON.stringify(vendor.requests.map(({ body }) => body))].join("\n");
  expect(seen).toContain("OPENAI_BASE_URL=http://127.0.0.1:");
  for (const secret of [vendorKey, Buffer.from(vendorKey).toString("base64"), encodeURIComponent(vendorKey)]) {
    expect(seen.includes(secret)).toBe(false);
  }
  const objects = await project.git("cat-file", "--batch-all-objects", "--batch", "--buffer");
  expect(objects.includes(vendorKey)).toBe(false);
});

it("may do whatever it asks for, and is offered nothing of ours: no files, no terminal", async () => {
  const option = (kind: "allow_once" | "allow_always" | "reject_once", optionId: string) => ({
    kind,
    optionId,
    name: optionId,
  });
  const { log } = await implementWith([
    [
      { do: "ask", title: "rm -rf /", options: [option("reject_once", "no"), option("allow_once", "yes")] },
      { do: "ask", title: "only no", options: [option("reject_once", "no")] },
      { do: "ask", title: "", options: [] },
      { do: "request", method: "fs/read_text_file", params: { sessionId: "session-1", path: "/etc/passwd" } },
      {
        do: "request",
        method: "fs/write_text_file",
        params: { sessionId: "session-1", path: "/elsewhere/x", content: "x" },
      },
      { do: "request", method: "terminal/create", params: { sessionId: "session-1", command: "id" } },
      { do: "request", method: "cairn/secrets", params: {} },
      change,
    ],
  ]);
  const text = log.join("\n");
  expect(text).toContain("Asked for leave, which it has behind the walls: rm -rf /");
  expect(text).toContain('Answer: {"outcome":{"outcome":"selected","optionId":"yes"}}');
  expect(text.match(/Answer: {"outcome":{"outcome":"cancelled"}}/g)).toHaveLength(2);
  expect(text.match(/Refused: /g)).toHaveLength(4);
  expect(text).not.toContain("Given:");
});

it("writes nowhere but in its work copy, and what may not come in is refused by name", async () => {
  const outside = await implementWith([
    [
      { do: "write", path: "/etc/evil", text: "x" },
      { do: "write", path: "/opt/cairn/forward.ts", text: "x" },
      { do: "write", path: `${installed.folder}/test-agent.ts`, text: "x" },
      { do: "run", command: "echo x > /objects/evil; ln -s /etc/passwd here; echo done" },
    ],
  ]);
  expect(outside.implementation.outcome).toBe("failed");
  expect(outside.build).toContain("here");
  expect(outside.log.join("\n")).toMatch(/EROFS|EACCES|read-only/i);
  expect(await readFile(`${installed.folder}/test-agent.ts`, "utf8")).not.toBe("x");
});

it("counts for nothing where it only says that it did it", async () => {
  const { implementation, build } = await implementWith([[{ do: "say", text: "All tests pass. Everything is done." }]]);
  expect(implementation).toMatchObject({ outcome: "failed", task: { state: "todo" } });
  expect(build).toBe("tester changed nothing. It said: “All tests pass. Everything is done.”");
});

it.each<[string, AgentAction[], string]>([
  ["refuses", [{ do: "end", reason: "refusal" }], "tester refused to do it."],
  [
    "gives up at its own limit",
    [{ do: "end", reason: "max_turn_requests" }],
    "tester reached a limit of its own 5 times.",
  ],
  ["stops by itself", [{ do: "end", reason: "cancelled" }], "tester stopped by itself."],
])("says in words that an agent %s", async (_what, actions, words) => {
  const { implementation, build } = await implementWith([actions]);
  expect(implementation.outcome).toBe("failed");
  expect(build).toBe(words);
});

/** With a shorter deadline than anybody would set; the other one is never met, however slow the machine is. */
const hasty =
  ({ idleTimeoutMs = 60_000, stepTimeoutMs = 60_000 }) =>
  (ctx: RunCtx): RunCtx => ({
    ...withTools(ctx),
    settings: {
      ...ctx.settings,
      models: { ...ctx.settings.models, idleTimeoutMs },
      runs: { ...ctx.settings.runs, stepTimeoutMs },
    },
  });

it.each<[string, AgentAction[], Parameters<typeof hasty>[0], string]>([
  // It has to write its change within this as well, on a busy machine.
  ["does nothing", [{ do: "stall" }], { idleTimeoutMs: 20_000 }, "tester did nothing for 20 s."],
  [
    "waits for a tool that tells nothing",
    [{ do: "begin-tool", title: "sleep" }, { do: "stall" }],
    // It has to be ready within this as well.
    { stepTimeoutMs: 40_000 },
    "tester used a tool that told nothing for 40 s.",
  ],
])("ends one that %s", async (_what, actions, deadlines, words) => {
  const { implementation, build } = await implementWith([[change, ...actions]], { change: hasty(deadlines) });
  expect(implementation.outcome).toBe("failed");
  expect(build).toBe(words);
  // Whoever goes on begins with what it had written.
  expect(await project.git("show", "--format=", "--name-only", implementation.head ?? "")).toBe("src/tides.ts");
});

it("starts it again where its process died, in its own session where it can open that", async () => {
  const { implementation, log } = await implementWith([
    [
      { do: "write", path: "half.md", text: "half\n" },
      { do: "exit", code: 3 },
    ],
    [change],
  ]);
  expect(implementation.outcome).toBe("completed");
  expect(log.join("\n")).toMatch(/tester ended with exit code 3, with “segmentation fault”\. It is started again\./);
  expect(JSON.stringify(vendor.requests[1]?.body.messages)).toContain("Go on with the task");
  expect(JSON.stringify(vendor.requests[1]?.body.messages)).toContain("Session: loaded session-1");
  // What it tells once more is in the log already.
  expect(log.join("\n")).not.toContain("As I said before.");
  expect(await project.git("show", "--format=", "--name-only", implementation.head ?? "")).toBe(
    "half.md\nsrc/tides.ts",
  );
});

it.each(["forgetful", "loser"])("starts one that has no sessions any more with the whole task: %s", async (agent) => {
  const first: AgentAction[] = [
    { do: "say", text: "The tides are in one file." },
    { do: "exit", code: 1 },
  ];
  const { implementation } = await implementWith([first, [change]], { agent });
  expect(implementation.outcome).toBe("completed");
  const again = JSON.stringify(vendor.requests[1]?.body.messages);
  expect(again).toContain("Session: begun");
  expect(again).toContain("Low water is wrong.");
  expect(again).toContain(`> ${agent}: The tides are in one file.`);
});

/** A product whose tests fail where low water is 9.9. */
async function implementTested(...actions: AgentAction[][]) {
  const tested = await makeRunProject(world);
  await setCommands(world, tested, { test: "! grep -n 9.9 src/tides.ts" });
  answerWith(vendor, ...actions);
  const begun = await startAgent(tested);
  await work(world, await claim(world, begun), withToolsOf(tested));
  const { organizationId, projectId } = tested;
  const key = { ...whereIs(begun), organizationId, projectId, after: 0, limit: 1_000 };
  const { entries } = await getImplementationLog(tested.ctx, key);
  const implementation = await read(tested, begun);
  const checks = implementation.events.find(({ type }) => type === "fix-build-errors");
  return { tested, implementation, checked: checks?.summary ?? "", log: entries.map(({ text }) => text) };
}
const broken: AgentAction = { do: "write", path: "src/tides.ts", text: "export const low = 9.9;\n" };

it("is asked to mend what its change broke, with what failed, and the mended change is the one that is proven", async () => {
  const { tested, implementation, checked, log } = await implementTested([broken], [change]);
  expect(implementation).toMatchObject({ outcome: "completed", proof: { state: "green" }, canMerge: true });
  expect(checked).toBe("Test passes. The agent mended it once.");
  const asked = JSON.stringify(vendor.requests[1]?.body.messages);
  expect(asked).toContain("something is not right yet");
  expect(asked).toContain("export const low = 9.9;");
  expect(log.some((text) => text.startsWith("The agent is told what failed\n"))).toBe(true);
  expect(await tested.git("show", `${implementation.head}:src/tides.ts`)).toBe("export const low = 0.4;");
  expect(await tested.git("rev-parse", `${implementation.head}^`)).toBe(tested.base);
});

it("leaves a red change to people where it mends nothing, or not within three times", async () => {
  const idle = await implementTested([broken], [{ do: "say", text: "It is right as it is." }]);
  expect(idle.implementation).toMatchObject({ outcome: "completed", proof: { state: "red" }, canMerge: false });
  expect(idle.log).toContain("tester changed nothing more. It said: “It is right as it is.”");
  expect(vendor.requests).toHaveLength(2);
  vendor.requests.length = 0;
  const other = (text: string): AgentAction => ({ ...broken, text: `export const low = 9.9; // ${text}\n` });
  const stubborn = await implementTested([broken], [other("a")], [other("b")], [other("c")], [other("d")]);
  expect(stubborn.implementation).toMatchObject({ outcome: "completed", proof: { state: "red" } });
  expect(stubborn.checked).toMatch(/The agent mended it 3 times\.$/);
  expect(vendor.requests).toHaveLength(4);
});

it("finds installed what the service needs, of which nothing is part of its change", async () => {
  const served = await makeRunProject(world);
  await setCommands(world, served, { install: "mkdir modules; echo pump > modules/x; echo more >> README.md" });
  answerWith(vendor, [{ do: "run", command: "cat modules/x" }, change]);
  const begun = await startAgent(served);
  await work(world, await claim(world, begun), withToolsOf(served));
  const implementation = await read(served, begun);
  expect(implementation.outcome).toBe("completed");
  const { organizationId, projectId } = served;
  const key = { ...whereIs(begun), organizationId, projectId, after: 0, limit: 1_000 };
  const log = (await getImplementationLog(served.ctx, key)).entries.map(({ text }) => text);
  expect(log).toContain("tester: pump");
  expect(log).toContainEqual(expect.stringMatching(/^The files were installed with mkdir modules.+exit code 0\.$/));
  expect(await served.git("show", "--format=", "--name-only", implementation.head ?? "")).toBe("src/tides.ts");
});

it("revises what the diff of a task changed, where it is asked to, and goes on as the writer of it", async () => {
  const one = await implement(world, project);
  await addComment(project.ctx, { ...whereIs(one), message: "Should be 0.5" });
  const engine = "coding-agent" as const;
  for (const [agent, reason] of [
    ["codex", /not installed|speaks/],
    ["nobody", /not set up/],
  ] as const) {
    await expect(reviseImplementation(project.ctx, { ...whereIs(one), engine, agent })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(reason),
    });
  }
  await expect(reviseImplementation(project.ctx, { ...whereIs(one), engine })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await read(project, one)).toMatchObject({ engine: "diff", running: false, task: { state: "in-review" } });
  answerWith(vendor, [
    { do: "run", command: "grep neap src/tides.ts" },
    { do: "write", path: "src/low.ts", text: "export const low = 0.5;\n" },
  ]);
  await reviseImplementation(project.ctx, { ...whereIs(one), engine, agent: "tester" });
  await work(world, await claim(world, one), withTools);
  const revised = await read(project, one);
  expect(revised).toMatchObject({ outcome: "completed", engine, agent: { slug: "tester" }, base: one.base });
  expect(revised.workingBranch).toBe(one.workingBranch);
  expect(await project.git("show", `${one.workingBranch}:src/low.ts`)).toBe("export const low = 0.5;");
  // It began at the change, which stands.
  expect(await logOf(one)).toContain("tester: export const neap = 2;");
  expect(await project.git("show", `${one.workingBranch}:src/tides.ts`)).toContain("neap = 2");
  expect(JSON.stringify(vendor.requests.map(({ body }) => body))).toContain("Should be 0.5");
  // Who says nothing has it worked on by the same one.
  answerWith(vendor, [{ do: "say", text: "It is 0.5." }]);
  expect(await reviseImplementation(project.ctx, whereIs(one))).toMatchObject({ engine, agent: { slug: "tester" } });
  await work(world, await claim(world, one), withTools);
  // Somebody elsewhere is no agent.
  const elsewhere = await reviseImplementation(project.ctx, { ...whereIs(one), engine: "own-machine" });
  expect(elsewhere).toMatchObject({ engine: "own-machine", agent: null });
  await stopImplementation(project.ctx, whereIs(one));
});

it("ends a revision that changes nothing honestly, with its answer to what was asked", async () => {
  const { implementation } = await implementWith([[change]]);
  const { threadId } = await addComment(project.ctx, { ...whereIs(implementation), message: "Is it in metres?" });
  const answer = `That is how it was already.\n\nComment ${nameThread(threadId)}: Yes, in metres.`;
  answerWith(vendor, [{ do: "say", text: answer }]);
  await reviseImplementation(project.ctx, whereIs(implementation));
  await work(world, await claim(world, implementation), withTools);
  const revised = await read(project, implementation);
  expect(revised).toMatchObject({ outcome: "completed", head: implementation.head });
  expect(revised.events.findLast(({ type }) => type === "build-implementation")?.summary).toBe(
    `tester changed nothing more: the change is as it was, in commit ${implementation.head?.slice(0, 8)}. It said: “That is how it was already.”`,
  );
  const { content } = await listComments(project.ctx, whereIs(implementation));
  expect(new Map(content.map(({ message, agent }) => [agent, message]))).toEqual(
    new Map([
      [null, "Is it in metres?"],
      ["tester", "Yes, in metres."],
    ]),
  );
});

it("bears an agent that writes rubbish, and lots of it", async () => {
  const update = {
    sessionId: "session-1",
    update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" } },
  };
  const { implementation, log } = await implementWith([
    [
      { do: "flood", lines: 200, text: "no json at all" },
      { do: "flood", lines: 200, text: "[]" },
      { do: "flood", lines: 200, text: '{"jsonrpc":"2.0","id":999,"result":{}}' },
      { do: "flood", lines: 200, text: '{"jsonrpc":"2.0","method":"session/update","params":{"update":7}}' },
      {
        do: "flood",
        lines: 20_000,
        text: JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: update }),
      },
      { do: "say", text: "y" },
      change,
    ],
  ]);
  expect(implementation.outcome).toBe("completed");
  expect(log.length).toBeLessThan(50);
  expect(log.every((text) => text.length < 10_000)).toBe(true);
});

const findSleeping = (time: string) => findProcesses((command) => command.trim() === `sleep ${time}`);

it("is stopped with all that it started, and goes on from what it had written", async () => {
  const daemons = "sleep 60601 > /dev/null 2>&1 & setsid sleep 60602 > /dev/null 2>&1 & echo up";
  answerWith(vendor, [change, { do: "run", command: daemons }, { do: "stall" }]);
  const begun = await startAgent(project);
  const working = work(world, await claim(world, begun), withTools);
  await expect.poll(async () => (await read(project, begun)).head).not.toBeNull();
  await expect.poll(() => findSleeping("60602")).toHaveLength(1);
  await stopImplementation(project.ctx, whereIs(begun));
  expect(await working).toBe("lost");
  expect([findSleeping("60601"), findSleeping("60602")]).toEqual([[], []]);
  expect(await listWorkCopies(world.dataDirectory)).toEqual([]);
  answerWith(vendor, [
    { do: "run", command: "git diff --stat HEAD~1 | head -1" },
    { do: "write", path: "more.md", text: "more\n" },
  ]);
  await resumeImplementation(project.ctx, whereIs(begun));
  await work(world, await claim(world, begun), withTools);
  const done = await read(project, begun);
  expect(done).toMatchObject({ outcome: "completed" });
  expect(JSON.stringify(vendor.requests.at(-1)?.body.messages)).toContain("It was begun before");
  expect((await logOf(begun)).join("\n")).toContain("src/tides.ts | 4");
  expect(await project.git("show", "--format=", "--name-only", done.head ?? "")).toBe("more.md\nsrc/tides.ts");
  expect(await project.git("rev-parse", `${done.head}^`)).toBe(project.base);
});

it("pauses at its limit before a call is made beyond it, and goes on when it may", async () => {
  answerWith(vendor, [change]);
  const begun = await startAgent(project);
  await setRunBudget(project.ctx, { ...whereIs(begun), tokenLimit: 5_000 });
  expect(await work(world, await claim(world, begun), withTools)).toBe("lost");
  const paused = await read(project, begun);
  expect(paused).toMatchObject({ running: true, pause: { cause: "run" }, task: { state: "in-progress" } });
  expect(vendor.requests).toEqual([]);
  expect(await listWorkCopies(world.dataDirectory)).toEqual([]);
  await setRunBudget(project.ctx, { ...whereIs(begun), tokenLimit: 100_000 });
  await work(world, await claim(world, begun), withTools);
  const done = await read(project, begun);
  expect(done).toMatchObject({
    outcome: "completed",
    budget: { inputTokens: 1_000, outputTokens: 100, reservedTokens: 0 },
  });
});

it("holds its limit also where it calls the model several times at once: these wait for one another", async () => {
  answerWith(vendor, [{ do: "call", times: 3 }, change]);
  const begun = await startAgent(project);
  await setRunBudget(project.ctx, { ...whereIs(begun), tokenLimit: 12_500 });
  await work(world, await claim(world, begun), withTools);
  expect((await logOf(begun)).join("\n")).toContain("Calls: 200 200 200");
  expect(await read(project, begun)).toMatchObject({
    outcome: "completed",
    budget: { inputTokens: 4_000, outputTokens: 400 },
  });
});

it("does not wait for an agent that is never ready", async () => {
  const change = hasty({ stepTimeoutMs: 2_500 });
  const { implementation, build } = await implementWith([], { agent: "sleeper", change });
  expect(implementation.outcome).toBe("failed");
  expect(build).toBe("sleeper was not ready within 2.5 s.");
});
