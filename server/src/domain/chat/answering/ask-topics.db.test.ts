import { topicPath } from "@cairn/contract/external-context";
import { afterAll, beforeAll, expect, it } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import { createTopic } from "#server/domain/external-context/create-topic.ts";
import { indexTopics } from "#server/domain/external-context/index-topics.ts";
import { hashLines, toLines, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { askOnce } from "./ask-once.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const content =
  "# Ticket refunds\n\nA refund is paid within fourteen days when a sailing is cancelled because of storm.\n\n## Pets\n\nDogs travel free of charge on the upper deck.\n";

async function withTopic() {
  const project = await makeProject(world);
  const { organizationId, projectId } = project;
  const written = { mode: "manual" as const, title: "Conditions of carriage", content };
  const topic = await createTopic(project.ctx, { organizationId, projectId, ...written });
  await indexTopics(project.system, { organizationId, projectId });
  const ask = (question: string) =>
    askOnce(project.ctx, { organizationId, projectId, question, lens: "technical", tools: [] });
  return { project, topic, ask };
}

async function addCode(project: { organizationId: string; projectId: string }) {
  const { repositoryId } = await makeRepository(world, project, { slug: "board" });
  const origin = await createTestRepository();
  const commit = await origin.commit("first", {
    "src/sailing.ts":
      "/** Whether a sailing was cancelled. */\nexport function isCancelled(): boolean {\n  return false;\n}\n",
  });
  const mirror = world.ctx.mirrors.directory(repositoryId);
  await origin.git("clone", "-q", "--mirror", ".", mirror);
  await origin.remove();
  const directory = world.ctx.indexes.directory(repositoryId);
  await updateIndex({ directory, source: createMirrorSource(mirror), commit });
  return repositoryId;
}

it.each([true, false])("answers from a topic with a citation that checks, with code beside it: %s", async (hasCode) => {
  const { project, topic, ask } = await withTopic();
  if (hasCode) await addCode(project);
  const { data } = await ask("When is a refund paid after a storm?");
  expect(data.answer).toContain("fourteen days");
  const [source] = data.sources as CheckedEvidence[];
  expect(source).toMatchObject({ repositoryId: project.projectId, path: topicPath(topic) });
  const lines = toLines(content).slice((source?.startLine ?? 0) - 1, source?.endLine);
  expect(source?.hash).toBe(hashLines(lines));
});

it("tells of the product's parts and history from its code alone", async () => {
  const { project, ask } = await withTopic();
  const repositoryId = await addCode(project);
  for (const question of ["Give me an overview of the code", "What changed lately?"]) {
    const { data } = await ask(question);
    const sources = data.sources as CheckedEvidence[];
    expect(sources).not.toHaveLength(0);
    expect(sources.every((source) => source.repositoryId === repositoryId)).toBe(true);
    expect(data.answer).not.toContain("external-context");
  }
});
