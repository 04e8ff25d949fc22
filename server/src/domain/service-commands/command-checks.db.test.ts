import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createClosedSandbox, createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import { listWorkCopies } from "#server/platform/sandbox/testing/list-work-copies.ts";
import { testWalls } from "#server/platform/sandbox/testing/test-walls.ts";
import { createTestWorld, makeProject, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { startCommandCheck } from "./checking/start-command-check.ts";
import { stopCommandCheck } from "./checking/stop-command-check.ts";
import { getCommandOutput } from "./reading/get-command-output.ts";
import { loadServiceCommands } from "./reading/load-service-commands.ts";
import { updateServiceCommands } from "./reading/update-service-commands.ts";
import { check, choose, makeCommandsProject, read, workOnCheck } from "./testing/commands-world.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld({ MODEL_API_KEY: "canary-key" });
});
afterAll(() => world.close());

const make = (files: Record<string, string> = { "a.txt": "boats\n" }, workingPath = "/") =>
  makeCommandsProject(world, { files, workingPath });

const workCopies = () => listWorkCopies(world.dataDirectory);

const outcomes = (checked: Awaited<ReturnType<typeof check>>) =>
  checked?.commands.map(({ kind, outcome }) => `${kind} ${outcome}`);

describe("commands that were chosen", () => {
  it("come before what was found, and none is a value of its own", async () => {
    const project = await make();
    const { ctx, key } = project;
    await updateServiceCommands(ctx, { ...key, test: { use: "command", command: "npm test" }, lint: { use: "none" } });
    const { commands } = await updateServiceCommands(ctx, { ...key, build: { use: "command", command: "make" } });
    expect(commands.map(({ kind, choice, command }) => [kind, choice.use, command])).toEqual([
      ["install", "found", null],
      ["build", "command", "make"],
      ["test", "command", "npm test"],
      ["lint", "none", null],
    ]);
    await updateServiceCommands(ctx, { ...key, test: { use: "found" } });
    expect((await read(project)).commands[2]).toMatchObject({ choice: { use: "found" }, command: null });
  });

  it("are loaded by the folder they run in, and say whether exactly they have passed", async () => {
    const project = await make({ "web/a.txt": "boats\n" }, "/web");
    await choose(project, { test: "cat a.txt" });
    const { db } = world.ctx;
    const wanted = { folder: "web", install: null, build: null, test: "cat a.txt", lint: null };
    expect(await loadServiceCommands(db, project.serviceId)).toEqual({ ...wanted, isChecked: false });
    await check(world, project);
    expect(await loadServiceCommands(db, project.serviceId)).toEqual({ ...wanted, isChecked: true });
    await choose(project, { test: "cat a.txt", lint: "true" });
    expect(await loadServiceCommands(db, project.serviceId)).toMatchObject({ lint: "true", isChecked: false });
  });

  it("of two people who choose at once are all kept", async () => {
    const project = await make();
    const { ctx, key } = project;
    const kinds = ["install", "build", "test", "lint"] as const;
    await Promise.all(
      kinds.map((kind) => updateServiceCommands(ctx, { ...key, [kind]: { use: "command", command: `make ${kind}` } })),
    );
    expect((await read(project)).commands.map(({ command }) => command)).toEqual(kinds.map((kind) => `make ${kind}`));
  });
});

describe("a check", () => {
  it("runs each command in the service's folder and keeps how it ended", async () => {
    const project = await make({ "web/a.txt": "boats\n" }, "/web");
    await choose(project, {
      install: "echo made > made.txt",
      build: "pwd; cat made.txt",
      test: "echo seen; echo failure >&2; exit 3",
      lint: "dotnet format",
    });
    const checked = await check(world, project);
    expect(checked).toMatchObject({ state: "done", message: null, commit: project.commit, olderBecause: null });
    expect(checked?.commands).toMatchObject([
      { kind: "install", outcome: "passed", message: "It ended with exit code 0.", lastLines: [] },
      { kind: "build", outcome: "passed", lastLines: ["/work/web", "made"] },
      { kind: "test", outcome: "failed", message: "It ended with exit code 3." },
      { kind: "lint", outcome: "not-run", message: expect.stringContaining(".NET is not there") },
    ]);
    expect(checked?.programs).toMatchObject([{ program: "dotnet", installed: null }]);
    const { output } = await getCommandOutput(project.ctx, { ...project.key, kind: "test" });
    expect(output.split("\n").toSorted()).toEqual(["failure", "seen"]);
    expect(await workCopies()).toEqual([]);
  });

  it("leaves the rest where the install did not pass", async () => {
    const project = await make();
    await choose(project, { install: "exit 1", test: "echo tested" });
    const checked = await check(world, project);
    expect(checked?.commands[1]).toMatchObject({ outcome: "not-run", message: "Not run, since Install did not pass." });
  });

  it("shows nothing of the server's environment or secrets", async () => {
    const project = await make();
    await choose(project, { build: "env", test: "echo canary-key" });
    const checked = await check(world, project);
    const names = checked?.commands[0]?.lastLines.map((line) => line.split("=")[0] ?? "");
    expect(names).not.toContain("DATABASE_URL");
    expect(checked?.commands[0]?.lastLines.join("\n")).not.toContain(world.dataDirectory);
    expect(checked?.commands[1]?.lastLines).toEqual(["[redacted]"]);
  });

  it("ends a command at its limit, and says which", async () => {
    const project = await make();
    await choose(project, { test: "yes" });
    const sandbox = createSandbox({
      ...testWalls,
      dataDirectory: world.dataDirectory,
      limits: { outputBytes: 1_000_000 },
    });
    const checked = await check(world, project, { sandbox });
    expect(checked?.commands[0]).toMatchObject({
      outcome: "limit",
      message: expect.stringContaining("wrote more than"),
    });
  });

  it("says where it looked for a network that is not there", async () => {
    const project = await make();
    await choose(project, { test: "echo 'getaddrinfo EAI_AGAIN registry.example'; exit 1" });
    const checked = await check(world, project);
    expect(checked?.commands[0]?.message).toContain("only installs have one");
  });

  it("runs nothing without a sandbox, and says why", async () => {
    const project = await make();
    await choose(project, { test: "true" });
    const checked = await check(world, project, { sandbox: createClosedSandbox(world.dataDirectory) });
    expect(checked).toMatchObject({ state: "refused", message: expect.stringContaining("RUN_SANDBOX") });
    expect(outcomes(checked)).toEqual(["test not-run"]);
  });

  it("is refused without a repository, without commands, and while another runs", async () => {
    const bare = await makeProject(world);
    const { serviceId } = await makeService(world, bare);
    const { organizationId, projectId } = bare;
    const nowhere = startCommandCheck(bare.ctx, { organizationId, projectId, serviceId });
    await expect(nowhere).rejects.toMatchObject({ message: "This service has no repository." });
    const project = await make();
    const nothing = startCommandCheck(project.ctx, project.key);
    await expect(nothing).rejects.toMatchObject({ code: "unprocessable" });
    await choose(project, { test: "true" });
    const begun = await Promise.allSettled([1, 2, 3].map(() => startCommandCheck(project.ctx, project.key)));
    expect(begun.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  it("is older once commands are others or the code is at another commit", async () => {
    const project = await make();
    await choose(project, { test: "true" });
    expect(await check(world, project)).toMatchObject({ olderBecause: null });
    await choose(project, { test: "true", lint: "true" });
    expect((await read(project)).check).toMatchObject({ olderBecause: "commands" });
  });
});

describe("a stop", () => {
  it("ends a check in line, and one under way with all its processes", async () => {
    const project = await make();
    await choose(project, { build: "echo begun; sleep 100", test: "true" });
    await startCommandCheck(project.ctx, project.key);
    const stopped = await stopCommandCheck(project.ctx, project.key);
    expect(outcomes(stopped.check)).toEqual(["build not-run", "test not-run"]);
    await startCommandCheck(project.ctx, project.key);
    const working = workOnCheck(world, project);
    const begun = async () => (await read(project)).check?.commands[0]?.lastLines;
    await expect.poll(begun, { timeout: 30_000 }).toEqual(["begun"]);
    const after = await stopCommandCheck(project.ctx, project.key);
    await working;
    expect(after.check).toMatchObject({ state: "stopped", endedAt: expect.any(String) });
    expect(await read(project)).toEqual(after);
    expect(outcomes(after.check)).toEqual(["build stopped", "test not-run"]);
    expect(await workCopies()).toEqual([]);
    await expect(stopCommandCheck(project.ctx, project.key)).rejects.toMatchObject({ code: "conflict" });
  });
});
