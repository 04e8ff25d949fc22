import { topicPath } from "@cairn/contract/external-context";
import { afterAll, beforeAll, expect, it } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import { createTopic } from "#server/domain/external-context/create-topic.ts";
import { indexTopics } from "#server/domain/external-context/index-topics.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { searchCode } from "./search-code.ts";
import { searchLines } from "./search-lines.ts";
import { searchSymbols } from "./search-symbols.ts";
import { searchTools } from "./search.tools.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
let repositoryId: string;
let topic: { topicId: string; title: string };

const content =
  "# Lock opening hours\n\nThe Northquay lock opens at six.\n\n## Mooring fees\n\nA berth costs nine crowns a night.\n";

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  const { organizationId, projectId } = project;
  ({ repositoryId } = await makeRepository(world, project, { slug: "boats" }));
  const origin = await createTestRepository();
  const commit = await origin.commit("first", {
    "src/fees.ts":
      "/** What a berth costs in crowns, by night. */\nexport function berthFee(nights: number) {\n  return nights * 9;\n}\n",
  });
  const mirror = world.ctx.mirrors.directory(repositoryId);
  await origin.git("clone", "-q", "--mirror", ".", mirror);
  await origin.remove();
  const directory = world.ctx.indexes.directory(repositoryId);
  await updateIndex({ directory, source: createMirrorSource(mirror), commit });
  const written = { mode: "manual" as const, title: "Harbour rules", content };
  topic = await createTopic(project.ctx, { organizationId, projectId, ...written });
  await indexTopics(project.system, { organizationId, projectId });
});
afterAll(() => world.close());

const search = (query: string, location: { repositoryId?: string } = {}) =>
  searchCode(project.ctx, { ...scope(), query, page: 1, limit: 20, ...location });

function scope() {
  const { organizationId, projectId } = project;
  return { organizationId, projectId };
}

function runTool(name: string, input: object) {
  const tool = searchTools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const agent = world.as({ kind: "agent", userId: project.owner.userId });
  return tool.run(agent, scope(), tool.input.parse(input));
}

it("finds topics among code, told apart by their id", async () => {
  const { content: hits, freshness } = await search("lock opening hours");
  expect(hits[0]).toMatchObject({
    repositoryId: project.projectId,
    topicId: topic.topicId,
    path: topicPath(topic),
    excerpt: expect.stringContaining("opens at six"),
  });
  expect(freshness.map((one) => one.repositoryId).sort()).toEqual([project.projectId, repositoryId].sort());
  const mixed = (await search("berth fee nights")).content;
  expect(mixed[0]).toMatchObject({ path: "src/fees.ts", topicId: null });
  expect(mixed.map(({ topicId }) => topicId)).toContain(topic.topicId);
  // What meets one word of many is no match for what meets them all, though each is the best of its repository.
  const closer = (await search("night lock opening mooring")).content;
  expect(closer.map(({ topicId }) => topicId)).toEqual([topic.topicId, null]);
});

it("leaves topics out where code is asked for", async () => {
  expect((await search("lock opening hours", { repositoryId })).content).toEqual([]);
  const { symbols } = await searchSymbols(project.ctx, { ...scope(), query: "Mooring fees", limit: 20 });
  expect(symbols.every((symbol) => symbol.repositoryId === repositoryId)).toBe(true);
  // Not a repository of the product, though its id is the product's.
  await expect(search("lock", { repositoryId: project.projectId })).rejects.toMatchObject({ code: "not_found" });
});

it("finds lines of topics", async () => {
  const flags = { isRegex: true, ignoreCase: false, isWord: false, limit: 20 };
  const { files } = await searchLines(project.ctx, { ...scope(), ...flags, pattern: "(six|nine)\\b" });
  expect(files).toMatchObject([{ repositoryId: project.projectId, path: topicPath(topic), matchedLines: 2 }]);
});

it("shows topics to agents, as data", async () => {
  const read = await runTool("read_file", { path: topicPath(topic) });
  expect(read.text).toContain("The Northquay lock opens at six.");
  expect(read.data).toMatchObject({
    sources: expect.arrayContaining([expect.objectContaining({ path: topicPath(topic) })]),
  });
  expect((await runTool("search_code", { query: "mooring fees" })).text).toContain("nine crowns");
  expect((await runTool("search_lines", { pattern: "nine crowns" })).text).toContain(`${topicPath(topic)}:7: A berth`);
  expect((await runTool("list_files", {})).text).toContain("harbour-rules/ (1 file)");
});

it("has no topics of another product", async () => {
  const other = await makeProject(world, project.organization);
  const { organizationId, projectId } = other;
  const found = await searchCode(other.ctx, { organizationId, projectId, query: "lock", page: 1, limit: 20 });
  expect(found).toMatchObject({ content: [], freshness: [] });
});
