import { AppError } from "@cairn/contract/errors";
import { afterAll, beforeAll, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { boardFiles } from "#server/domain/pages/testing/documented-product.ts";
import { ableModel } from "#server/platform/models/able-model.ts";
import { textOfMessage } from "#server/platform/models/message-text.ts";
import type { ModelPort, ModelRequest } from "#server/platform/models/model-port.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { writePages } from "./write-pages.ts";

let world: TestWorld;
let repository: Awaited<ReturnType<typeof createTestRepository>>;

beforeAll(async () => {
  world = await createTestWorld();
  repository = await createTestRepository();
  await repository.commit("Begin", boardFiles);
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

async function makeProduct() {
  const { organizationId, projectId, ctx, system } = await makeProject(world);
  const key = { organizationId, projectId };
  const { repositoryId } = await makeRepository(world, key, { path: repository.path });
  await makeService(world, key, { repositoryId });
  const index = () => indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  await index();
  const titles = async () =>
    (await listArtifacts(ctx, { ...key, page: 1, limit: 50 })).content.map(({ title }) => title);
  const read = async (title: string) => {
    const { content } = await listArtifacts(ctx, { ...key, page: 1, limit: 50 });
    const page = content.find((one) => one.title === title);
    return await getArtifact(ctx, { organizationId, artifactId: page?.artifactId ?? "" });
  };
  return { key, ctx, system, index, titles, read };
}

const outline = {
  pages: ["How delays are announced", "How the tide is read"].map((title) => ({
    title,
    question: `${title}, from the measure to the passenger?`,
    sections: [
      { title: "The rule", prompt: "Say from how many minutes on a delay is announced." },
      { title: "Zebras", prompt: "Say what the code does about quaggas." },
    ],
  })),
};

/** Plans what the test says and writes the same of each first section; all other requests answer nothing of use. */
function planner(
  plan: string,
  onWrite: (request: ModelRequest) => void = () => undefined,
  onPlan: (request: ModelRequest) => void = () => undefined,
): ModelPort & { plans: number } {
  return {
    name: "Test model",
    capabilities: async () => ableModel,
    plans: 0,
    async *stream(request) {
      const isPlanning = request.system.startsWith("You plan the documentation");
      if (isPlanning) {
        this.plans += 1;
        onPlan(request);
      }
      else if (!request.json) onWrite(request);
      const isOutlined = textOfMessage(request.messages[0]?.content ?? "").includes("The page answers:");
      const text = isOutlined ? '<section n="1">\nFrom five minutes on. [1]\n</section><section n="2"></section>' : "";
      const number = /\[(\d+)\] src\/delay\.ts/.exec(textOfMessage(request.messages[0]?.content ?? ""))?.[1] ?? "1";
      yield { type: "text", text: isPlanning ? plan : request.json ? '{"problems": []}' : text.replace("[1]", `[${number}]`) };
      yield { type: "finish", inputTokens: 10, outputTokens: 10 };
    },
  };
} // prettier-ignore

it("pages that a model plans are made beside the fixed ones, written, and kept as they are", async () => {
  const { key, system, titles, read } = await makeProduct();
  const model = planner(JSON.stringify(outline));
  await writePages({ ...system, model }, key);
  expect(await titles()).toEqual(
    expect.arrayContaining(["System overview", ...outline.pages.map(({ title }) => title)]),
  );
  const page = await read("How delays are announced");
  expect(page).toMatchObject({ isUpdating: false });
  expect(page.sections.map(({ title, writtenBy, status }) => [title, writtenBy, status])).toEqual([
    ["The rule", "Test model", "fresh"],
  ]);
  expect(page.sections[0]?.content).toContain("From five minutes on.");
  const before = await titles();
  await writePages({ ...system, model }, key);
  expect(await titles()).toEqual(before);
  expect(model.plans).toBe(1);
});

it("a planned section that the model failed at says so, and nothing that only has its words stands there", async () => {
  const { key, system, read } = await makeProduct();
  const message = "The model does not answer.";
  const model = planner(JSON.stringify(outline), () => {
    throw new AppError("vendor_unavailable", { message });
  });
  await writePages({ ...system, model }, key);
  const { sections } = await read("How delays are announced");
  expect(sections.map(({ title, status, content, error }) => [title, status, content, error])).toEqual([
    ["The rule", "failed", "", message],
    ["Zebras", "failed", "", message],
  ]);
  expect((await read("System overview")).sections.map(({ writtenBy }) => writtenBy)).toContain("Built-in engine");
});

it("a killed process leaves planned pages for the next run, which plans nothing anew", async () => {
  const { key, system, titles, read } = await makeProduct();
  const stop = new AbortController();
  const model = planner(JSON.stringify(outline), () => stop.abort(new Error("killed")));
  await writePages({ ...system, model, signal: stop.signal }, key).catch(() => undefined);
  expect(await titles()).toContain("How the tide is read");
  const next = planner(JSON.stringify(outline));
  await writePages({ ...system, model: next }, key);
  expect(next.plans).toBe(0);
  expect((await read("How delays are announced")).sections[0]).toMatchObject({
    status: "fresh",
    writtenBy: "Test model",
  });
});

it.each(["no JSON at all", '{"pages": []}'])("a plan of no use leaves the built-in one: %s", async (plan) => {
  const { key, system, titles } = await makeProduct();
  await writePages({ ...system, model: planner(plan) }, key);
  const other = await makeProduct();
  await writePages(other.system, other.key);
  expect(await titles()).toEqual(await other.titles());
});

it("a usual page that nothing was found for stands where the model plans it, and is not made a second time", async () => {
  const { key, system, titles, index } = await makeProduct();
  const usual = { ...outline.pages[0], title: "Sign-in and permissions" };
  const asked: string[] = [];
  const model = planner(JSON.stringify({ pages: [...outline.pages, usual] }), undefined, (request) =>
    asked.push(textOfMessage(request.messages[0]?.content ?? "")),
  );
  await writePages({ ...system, model }, key);
  const [there = "", missing = ""] = asked[0]?.split("Usual pages that are not there") ?? [];
  expect(there).toMatch(/there already: .*System overview/);
  expect(missing).toContain("Sign-in and permissions: How are requests authenticated and authorized?");
  const made = await titles();
  // What is told to be there is there, and what is told to be missing was not made by anybody else.
  const told = /there already: (.*)\./.exec(there)?.[1]?.split("; ") ?? [];
  expect(made).toEqual(expect.arrayContaining(told));
  expect(made.filter((title) => missing.includes(`- ${title}:`))).toEqual(["Sign-in and permissions"]);
  await repository.commit("Ask who it is", {
    "src/access.ts": 'import express from "express";\nimport { requireAuth } from "./auth.ts";\nconst app = express();\napp.get("/crew", requireAuth, (_, response) => response.send("crew"));\n',
    "src/auth.ts": 'export function requireAuth(request, response, next) {\n  if (!request.headers.authorization) return response.status(401).end();\n  next();\n}\n',
  });
  await index();
  await writePages({ ...system, model }, key);
  expect((await titles()).filter((title) => title === "Sign-in and permissions")).toHaveLength(1);
  const other = await makeProduct();
  await writePages(other.system, other.key);
  expect(await other.titles()).toContain("Sign-in and permissions");
}); // prettier-ignore
