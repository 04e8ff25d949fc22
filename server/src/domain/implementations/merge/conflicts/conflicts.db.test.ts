import { getConflicts as conflictsEndpoint } from "@cairn/contract/conflict-resolution";
import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { takePush } from "#server/domain/implementations/own-machine/take-push.ts";
import { resumeImplementation } from "#server/domain/implementations/starting/resume-implementation.ts";
import { stopImplementation } from "#server/domain/implementations/starting/stop-implementation.ts";
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
  implement,
  makeRunProject,
  read,
  workThrough,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { getConflicts } from "./get-conflicts.ts";
import { resolveConflicts } from "./resolve-conflicts.ts";
import { runConflicts } from "./run-conflicts.ts";

let world: TestWorld;
let lena: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  world = await createTestWorld();
  lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
});
afterAll(() => world.close());

/** An implementation that says low = 0.4, where main says something else by now. */
async function makeConflict(files: Record<string, string | null>, diff?: string) {
  const project = await makeRunProject(world);
  await makeMember(world, project.organizationId, lena.userId, "editor");
  const one = await implement(world, project, diff);
  const parent = await project.git("rev-parse", "main");
  const tip = await commitOnTop(project, { parent, ref: "refs/heads/main", files });
  return { project, one, tip, head: one.head ?? "" };
}

const keyOf = (project: RunProject, { implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});

type Resolutions = Parameters<typeof resolveConflicts>[1]["files"];
const conflictsOf = async (project: RunProject, one: Implementation) =>
  conflictsEndpoint.response.parse(await getConflicts(project.ctx, keyOf(project, one)));
const resolve = async (
  { project, one, head, tip }: Awaited<ReturnType<typeof makeConflict>>,
  files: Resolutions,
  ctx = lena.ctx,
) => await resolveConflicts(ctx, { ...keyOf(project, one), head, tip, files });

const tides = (low: string) => `export const high = 1;\nexport const low = ${low};\nexport const slack = 3;\n`;
const mergedTides = tides("0.45").replace("0.45;", "0.45;\nexport const neap = 2;");

describe("conflicts by hand", () => {
  it("are shown whole, and saved as a merge by whoever resolved them, which is checked and can be merged", async () => {
    const made = await makeConflict({ "src/tides.ts": tides("0.5"), "docs/other.md": "beside\n" });
    const { project, one, tip, head } = made;
    const shown = await conflictsOf(project, one);
    expect(shown).toMatchObject({ head, tip, baseBranch: "main" });
    expect(shown.writers.map(({ engine, obstacle }) => [engine, obstacle?.message])).toEqual([
      ["agent", expect.stringContaining("No language model is set on this server")],
      ["coding-agent", expect.any(String)],
    ]);
    expect(shown.files).toEqual([
      {
        path: "src/tides.ts",
        reason: "CONFLICT (content): Merge conflict in src/tides.ts",
        sides: ["base", "change", "former"],
        pieces: [
          { kind: "same", lines: ["export const high = 1;"] },
          {
            kind: "conflict",
            base: ["export const low = 0.5;"],
            change: ["export const low = 0.4;", "export const neap = 2;"],
            former: ["export const low = 2;"],
          },
          { kind: "same", lines: ["export const slack = 3;", ""] },
        ],
      },
    ]);
    const asked = await resolve(made, [{ kind: "text", path: "src/tides.ts", text: mergedTides }]);
    expect(asked).toMatchObject({ running: true, canMerge: false, engine: "diff" });
    const done = await workThrough(world, project, one);
    expect(done).toMatchObject({ outcome: "completed", canMerge: true, base: tip });
    expect(done.events.filter(({ type }) => type === "merge-conflicts-implementation")).toMatchObject([
      { state: "success", summary: expect.stringContaining("src/tides.ts resolved by hand") as string },
    ]);
    expect(await project.git("rev-parse", done.workingBranch)).toBe(done.head);
    expect(await project.git("log", "-1", "--format=%an %P", done.head ?? "")).toBe(`Lena Brandt ${head} ${tip}`);
    expect(`${await project.git("show", `${done.head}:src/tides.ts`)}\n`).toBe(mergedTides);
    // What did not conflict comes along.
    expect(await project.git("show", `${done.head}:docs/other.md`)).toBe("beside");
    expect((await conflictsOf(project, done)).files).toEqual([]);
  });

  it("keep the line endings of their file", async () => {
    const diff = [
      "--- a/docs/windows.md",
      "+++ b/docs/windows.md",
      "@@ -1,3 +1,3 @@",
      " one",
      "-two",
      "+zwei",
      " three",
    ].join("\n");
    const made = await makeConflict({ "docs/windows.md": "one\r\ndeux\r\nthree\r\n" }, diff);
    const { project, one } = made;
    const [file] = (await conflictsOf(project, one)).files;
    expect(file?.pieces?.[1]).toEqual({ kind: "conflict", base: ["deux"], change: ["zwei"], former: ["two"] });
    await resolve(made, [{ kind: "text", path: "docs/windows.md", text: "one\nzwei, deux\nthree\n" }]);
    const done = await workThrough(world, project, one);
    const blob = await project.git("cat-file", "-p", `${done.head}:docs/windows.md`);
    expect(blob).toBe("one\r\nzwei, deux\r\nthree");
  });

  it("take a side where lines cannot be put together: deleted on one side, or no text", async () => {
    const made = await makeConflict({ "src/tides.ts": null });
    const { project, one } = made;
    const [file] = (await conflictsOf(project, one)).files;
    expect(file).toMatchObject({ path: "src/tides.ts", sides: ["change", "former"], pieces: null });
    await expect(resolve(made, [{ kind: "text", path: "src/tides.ts", text: "x" }])).rejects.toMatchObject({
      code: "invalid_input",
    });
    await resolve(made, [{ kind: "side", path: "src/tides.ts", side: "change" }]);
    const done = await workThrough(world, project, one);
    expect(done.canMerge).toBe(true);
    expect(await project.git("show", `${done.head}:src/tides.ts`)).toContain("neap");

    const other = await makeConflict({ "src/tides.ts": "\0binary\0" });
    expect((await conflictsOf(other.project, other.one)).files[0]?.pieces).toBeNull();
    await resolve(other, [{ kind: "side", path: "src/tides.ts", side: "base" }]);
    // The change is what conflicted, so nothing is left of it.
    expect(await workThrough(world, other.project, other.one)).toMatchObject({ outcome: "failed", canMerge: false });
  });

  it("are refused in words where something is missing, stray or still marked", async () => {
    const made = await makeConflict({ "src/tides.ts": tides("0.5") });
    const { tip, head } = made;
    const path = "src/tides.ts";
    const marked = `<<<<<<< ${tip}\na\n||||||| x\nb\n=======\nc\n>>>>>>> ${head}\n`;
    const bad: [Resolutions, string][] = [
      [[{ kind: "side", path: "README.md", side: "base" }], "README.md does not conflict"],
      [[{ kind: "text", path, text: marked }], "still holds marks of a conflict"],
    ];
    for (const [files, message] of bad) {
      await expect(resolve(made, files)).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
    }
    expect((await read(made.project, made.one)).running).toBe(false);
  });

  it("are refused at other commits than somebody saw, with those that are there now", async () => {
    const made = await makeConflict({ "src/tides.ts": tides("0.5") });
    const { project, head, tip } = made;
    const files: Resolutions = [{ kind: "side", path: "src/tides.ts", side: "change" }];
    const moved = await commitOnTop(project, { parent: tip, ref: "refs/heads/main", files: { "a.md": "1\n" } });
    await expect(resolve(made, files)).rejects.toMatchObject({ code: "conflict", details: { head, tip: moved } });
    const now = { ...made, tip: moved };
    // Of two at once, one is told that the other was quicker.
    const both = await Promise.allSettled([resolve(now, files), resolve(now, files, project.ctx)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("go on after a stop with the same commit", async () => {
    const made = await makeConflict({ "src/tides.ts": tides("0.5") });
    const { project, one, head } = made;
    await resolve(made, [{ kind: "text", path: "src/tides.ts", text: mergedTides }]);
    await stopImplementation(project.ctx, keyOf(project, one));
    expect(await project.git("rev-parse", one.workingBranch)).toBe(head);
    await resumeImplementation(project.ctx, keyOf(project, one));
    const done = await workThrough(world, project, one);
    expect(done).toMatchObject({ outcome: "completed", canMerge: true });
    expect(`${await project.git("show", `${done.head}:src/tides.ts`)}\n`).toBe(mergedTides);
  });

  it("move the branch at once where somebody pushes to it", async () => {
    const made = await makeConflict({ "src/tides.ts": tides("0.5") });
    const { project, one, head } = made;
    const isOne = eq(implementations.implementationId, one.implementationId);
    await world.ctx.db.update(implementations).set({ engine: "own-machine", pushedOid: head }).where(isOne);
    await resolve(made, [{ kind: "text", path: "src/tides.ts", text: mergedTides }]);
    const commit = await project.git("rev-parse", one.workingBranch);
    expect(commit).not.toBe(head);
    // It is no push of somebody else.
    await takePush(world.ctx, { organizationId: project.organizationId, implementationId: one.implementationId });
    expect(await workThrough(world, project, one)).toMatchObject({
      outcome: "completed",
      head: commit,
      canMerge: true,
    });
  });
});

describe("conflicts by a run", () => {
  it("are refused in words where nothing could decide", async () => {
    const made = await makeConflict({ "src/tides.ts": tides("0.5") });
    const { project, one, head, tip } = made;
    await expect(runConflicts(project.ctx, { ...keyOf(project, one), head, tip })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("A diff is applied as it is") as string,
    });
  });

  it("lay the change onto the base branch for the agent, who is told of each file and puts it together", async () => {
    const server = await startModelServer();
    try {
      const env = modelSettings(server.baseUrl);
      const project = await makeRunProject(world);
      server.script(byRound(usualReplies));
      const started = await startAgent(project, env);
      const one = await workThrough(world, project, started, withAgent(world, env));
      const head = one.head ?? "";
      const main = { parent: one.base ?? "", ref: "refs/heads/main" };
      const tip = await commitOnTop(project, { ...main, files: { "src/tides.ts": tides("0.5") } });
      const { writers } = await conflictsOf({ ...project, ctx: withModel(project, env) }, one);
      expect(writers[0]).toMatchObject({ engine: "agent", obstacle: null });

      const path = "src/tides.ts";
      const solved = [
        callTools(["delete_file", { path }], ["create_file", { path, content: tides("0.45") }]),
        callTools(["finish", { summary: "Between the two." }]),
      ];
      server.script(byRound([...usualReplies, ...solved]));
      server.requests.length = 0;
      await runConflicts(withModel(project, env), { ...keyOf(project, one), head, tip });
      const done = await workThrough(world, project, one, withAgent(world, env));
      const told = JSON.stringify(server.requests[0]?.body);
      expect(told).toContain(`${path}: CONFLICT (content)`);
      expect(done).toMatchObject({ outcome: "completed", base: tip, canMerge: true });
      expect(await project.git("rev-parse", done.workingBranch)).toBe(done.head);
      expect(`${await project.git("show", `${done.head}:${path}`)}\n`).toBe(tides("0.45"));
      expect(await project.git("show", `${done.head}:docs/tides.md`)).toContain("Low tide is 0.4");
      expect(done.events.filter(({ type }) => type === "merge-conflicts-implementation")).toMatchObject([
        { state: "success", summary: expect.stringContaining("one file conflicts") as string },
      ]);
    } finally {
      await server.close();
    }
  });
});

const withModel = (project: RunProject, env: Record<string, string>) => ({
  ...project.ctx,
  model: connectModel(parseSettings(env).models),
});
