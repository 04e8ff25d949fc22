import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { reviewTools } from "#server/domain/implementations/review.tools.ts";
import {
  ferryFiles,
  implementFiles,
  makeDocumentedProject,
  type DocumentedProject,
} from "#server/domain/implementations/testing/documented-run.ts";
import { searchTools } from "#server/domain/search/search.tools.ts";
import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { openAnswer } from "./open-answer.ts";
import { requireFocus } from "./require-focus.ts";

let world: TestWorld;
let project: DocumentedProject;
let change: Implementation;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeDocumentedProject(world);
  change = await implementFiles(world, project, {
    "src/delay.ts": (ferryFiles["src/delay.ts"] ?? "").replaceAll("minutes >= 5", "minutes >= 12 // whistle"),
    "src/log.txt": "Quiet.\n",
  });
});
afterAll(() => world.close());

const aboutChange = () => ({
  projectId: project.projectId,
  taskId: change.task.taskId,
  implementationId: change.implementationId,
  lens: "technical" as const,
});

async function ask(text: string, ctx = project.ctx) {
  const { organizationId, projectId, owner } = project;
  const request = { organizationId, projectId, userId: owner.userId, context: aboutChange(), earlier: [] };
  const events: AnswerEvent[] = [];
  for await (const event of openAnswer(ctx, { ...request, text, tools: [...reviewTools, ...searchTools] }))
    events.push(event);
  return {
    text: events.map((event) => (event.type === "text" ? event.text : "")).join(""),
    sources: events.flatMap((event) => (event.type === "source" ? [event.source] : [])),
    basis: events.flatMap((event) => (event.type === "basis" ? event.basis : [])),
  };
}

describe("a question that was asked from a review", () => {
  it("is answered with what the change does, and whether it can be merged", async () => {
    const { text } = await ask("What does this change do?");
    expect(text).toContain(`${change.task.name} Show tides changes 2 files: 2 lines added, 2 deleted.`);
    expect((await ask("Can this be merged?")).text).toBe("It can be merged now.");
    expect((await ask("Was it tested?")).text).toContain("No commands are set for this repository");
  });

  it("is answered with the lines of the change that hold what is asked, each at its newest commit", async () => {
    const { text, sources } = await ask("Where is the whistle?");
    expect(text).toContain("`src/delay.ts`: 1 line added, 1 line deleted. [1]");
    expect(text).toContain("-  return minutes >= 5;\n+  return minutes >= 12 // whistle;");
    const { repositoryId, head } = { ...project, head: change.head };
    const hash = hashLines(["  return minutes >= 12 // whistle;"]);
    expect(sources).toEqual([{ repositoryId, commit: head, path: "src/delay.ts", startLine: 3, endLine: 3, hash }]);
  });

  it("is answered from the product where the change says nothing of it", async () => {
    const { text, sources } = await ask("What does readTide answer?");
    expect(text).toContain("readTide");
    expect(sources.map(({ path }) => path)).toContain("src/tide.ts");
  });

  it("is answered from the product as it is with the change, and says that it is", async () => {
    const { sources, basis, text } = await ask("How does announce work?");
    expect(basis).toEqual([
      expect.objectContaining({ commit: change.head, branch: change.workingBranch, isChange: true }),
    ]);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(source.commit).toBe(change.head);
    expect(text).toContain("minutes >= 12");
  });

  it("has a model look things up in the code of the change", async () => {
    const server = await startModelServer();
    try {
      const calls = [{ id: "1", name: "read_file", arguments: JSON.stringify({ path: "src/delay.ts" }) }];
      server.script([
        { kind: "tool-calls", calls },
        { kind: "text", pieces: ["It whistles."] },
      ]);
      const settings = { MODEL_PROVIDER: "openai", MODEL_BASE_URL: server.baseUrl, MODEL_NAME: "fake" };
      await ask("Why?", { ...project.ctx, model: connectModel(parseSettings(settings).models) });
      const messages = server.requests[1]?.body.messages as unknown[];
      expect(JSON.stringify(messages.at(-1))).toContain("return minutes >= 12 // whistle");
    } finally {
      await server.close();
    }
  });

  it("has a model begin with the review and its lines", async () => {
    const server = await startModelServer();
    try {
      server.script(() => ({ kind: "text", pieces: ["It whistles."] }));
      const settings = { MODEL_PROVIDER: "openai", MODEL_BASE_URL: server.baseUrl, MODEL_NAME: "fake" };
      await ask("Why?", { ...project.ctx, model: connectModel(parseSettings(settings).models) });
      const sent = JSON.stringify(server.requests[0]?.body.messages);
      expect(sent).toContain("implementation 1: cairn/");
      expect(sent).toContain("return minutes >= 12 // whistle;");
    } finally {
      await server.close();
    }
  });

  it("is refused where the change is of another task or organization", async () => {
    const other = await makeProject(world);
    const { organizationId, projectId } = project;
    const check = (ctx: typeof project.ctx, scope: { organizationId: string; projectId: string }, context: object) =>
      requireFocus(ctx, scope, { context: { ...aboutChange(), ...context }, earlier: null });
    await expect(check(project.ctx, { organizationId, projectId }, {})).resolves.toBeUndefined();
    for (const attempt of [
      () => check(project.ctx, { organizationId, projectId }, { taskId: undefined }),
      () => check(project.ctx, { organizationId, projectId }, { implementationId: project.organizationId }),
      () => check(other.ctx, other, {}),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    }
  });
});
