import { newDrawnNodeId, type Architecture, type ArchitectureNode } from "@cairn/contract/architecture";
import type { ArchitectureFormat } from "@cairn/contract/architecture-export";
import { afterAll, beforeAll, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { checkMermaid } from "#server/engine/diagrams/mermaid/check-mermaid.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { analyseArchitecture } from "./analyse-architecture.ts";
import { exportArchitecture } from "./export-architecture.ts";
import { previewArchitectureImport } from "./preview-architecture-import.ts";
import { saveDrawnNode } from "./save-drawn-node.ts";
import { setArchitectureEdge } from "./set-architecture-edge.ts";

let world: TestWorld;
let repository: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string };
const ids = new Map<string, string>();

const program = (name: string, text: string) => ({
  [`apps/${name}/package.json`]: `{"name":"@shop/${name}","dependencies":{"stripe":"17","pg":"8"}}\n`,
  [`apps/${name}/Dockerfile`]: 'FROM node:24\nCOPY . .\nCMD ["node", "src/server.ts"]\n',
  [`apps/${name}/src/server.ts`]: text,
});
const stripe =
  'import Stripe from "stripe";\nconst stripe = new Stripe(process.env.STRIPE_SECRET_KEY);\nexport const pay = () => stripe.charges.create({});\n';
const files = {
  "package.json": '{"name":"shop","private":true,"workspaces":["apps/*"]}\n',
  ...program("a", `import { b } from "../../b/src/server.ts";\nexport const a = b;\n${stripe}`),
  ...program("b", 'import { c } from "../../c/src/server.ts";\nexport const b = c;\n'),
  ...program("c", 'import { a } from "../../a/src/server.ts";\nexport const c = a;\n'),
  ...program("d", `${stripe}export const maxRetries = 3;\n`),
  ...program("e", "export const alone = 1;\n"),
  "apps/e/package.json": '{"name":"@shop/e"}\n',
  "compose.yaml": `services:
  a:
    build: ./apps/a
    environment:
      DATABASE_URL: postgres://berths:5432/boats
  d:
    build: ./apps/d
    environment:
      DATABASE_URL: postgres://berths:5432/boats
  berths:
    image: postgres:17
`,
};

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  key = { organizationId: project.organizationId, projectId: project.projectId };
  repository = await createTestRepository();
  await repository.commit("First", files);
  const { repositoryId } = await makeRepository(world, project, { path: repository.path, slug: "shop" });
  await indexRepository(project.system, { organizationId: key.organizationId, repositoryId }, { isLastTry: true });
  const names = { a: "Boats", b: "Ferries", c: 'Quay "east" <b>', d: "Payments", e: "Lamps" };
  for (const [at, [folder, name]] of Object.entries(names).entries()) {
    const workingPath = `/apps/${folder}`;
    ids.set(folder, (await makeService(world, key, { name, repositoryId, workingPath, number: at + 1 })).serviceId);
  }
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

const idOf = (folder: string) => ids.get(folder) ?? "";
const analyse = () => analyseArchitecture(project.ctx, key);

it("finds a circle, a shared store, a call without a second try and a service that nothing uses, with their lines", async () => {
  const { findings, isFresh } = await analyse();
  expect(isFresh).toBe(true);
  const byKind = Map.groupBy(findings, ({ kind }) => kind);
  expect([...byKind.keys()].toSorted()).toEqual(["cycle", "outside-without-retry", "shared-store", "unused"]);
  const [cycle] = byKind.get("cycle") ?? [];
  expect(byKind.get("cycle")).toHaveLength(1);
  expect(new Set(cycle?.nodeIds)).toEqual(new Set([idOf("a"), idOf("b"), idOf("c")]));
  expect(cycle?.evidence.map(({ path, startLine }) => `${path}:${startLine}`).toSorted()).toEqual([
    "apps/a/src/server.ts:1",
    "apps/b/src/server.ts:1",
    "apps/c/src/server.ts:1",
  ]);
  expect(byKind.get("outside-without-retry")).toMatchObject([
    { nodeIds: [idOf("a"), "outside:stripe"], evidence: expect.any(Array) },
  ]);
  const called = new Set(byKind.get("outside-without-retry")?.[0]?.evidence.map(({ path }) => path));
  expect(called).toEqual(new Set(["apps/a/src/server.ts"]));
  expect(byKind.get("shared-store")?.[0]?.text).toMatch(/^berths is shared by .*Boats/);
  expect(byKind.get("unused")).toMatchObject([{ nodeIds: [idOf("e")], evidence: [] }]);
});

it("tells drift first, and nothing of what is not there while the index is old", async () => {
  await setArchitectureEdge(project.ctx, { ...key, sourceId: idOf("a"), targetId: idOf("b"), stance: "forbidden" });
  expect((await analyse()).findings[0]).toMatchObject({ kind: "drift", nodeIds: [idOf("a"), idOf("b")] });
  await repository.commit("Not indexed", { "README.md": "# Shop\n" });
  const [row] = await world.ctx.db.select().from(repositories);
  await repository.git("push", "-q", world.ctx.mirrors.directory(row?.repositoryId ?? ""), "main");
  const { findings, isFresh } = await analyse();
  expect(isFresh).toBe(false);
  expect(findings.map(({ kind }) => kind)).not.toContain("unused");
});

it("names services that CODEOWNERS has no owner for, with who changes them most, and those that nobody usually changes", async () => {
  const owned = await makeProject(world);
  const place = { organizationId: owned.organizationId, projectId: owned.projectId };
  const code = await createTestRepository();
  await code.commit("First", {
    ".github/CODEOWNERS": "# Who answers\n/apps/a/ @harbour/boats\n",
    "apps/a/a.ts": "export const a = 1;\n",
    "apps/b/b.ts": "export const b = 1;\n",
  });
  const { repositoryId } = await makeRepository(world, owned, { path: code.path, slug: "harbour" });
  const runIndex = () =>
    indexRepository(owned.system, { organizationId: place.organizationId, repositoryId }, { isLastTry: true });
  await runIndex();
  await makeService(world, place, { name: "Boats", repositoryId, workingPath: "/apps/a", number: 1 });
  const { serviceId } = await makeService(world, place, {
    name: "Quays",
    repositoryId,
    workingPath: "/apps/b",
    number: 2,
  });
  const unowned = async () =>
    (await analyseArchitecture(owned.ctx, place)).findings.filter(({ kind }) => kind === "no-owner");
  expect(await unowned()).toMatchObject([
    {
      nodeIds: [serviceId],
      text: expect.stringMatching(
        /^No line of \.github\/CODEOWNERS names an owner of Quays\. .+ made 1 of its last 1 commits\.$/,
      ),
      evidence: [{ path: ".github/CODEOWNERS", startLine: 1, endLine: 2 }],
    },
  ]);
  await code.git("rm", "-q", ".github/CODEOWNERS");
  await code.commit("Drop owners", { "apps/a/a.ts": "export const a = 2;\n" });
  for (let at = 0; at < 9; at += 1) {
    await code.commit(`Change ${at}`, { "apps/b/b.ts": `export const b = ${at + 2};\n` });
    const author = `Author ${at % 5} <author-${at % 5}@harbour.example>`;
    await code.git("commit", "--amend", "--quiet", "--no-edit", "--author", author);
  }
  await runIndex();
  const found = await unowned();
  await code.remove();
  expect(found.map(({ nodeIds }) => nodeIds)).toEqual([[serviceId]]);
  expect(found[0]?.text).toMatch(/^Nobody usually changes Quays/);
});

async function exported(format: ArchitectureFormat): Promise<{ text: string; filename: string }> {
  const { bytes, filename } = await exportArchitecture(project.ctx, { ...key, format });
  return { text: await new Response(bytes).text(), filename };
}

it("is written as Mermaid that can be drawn, as C4 and as JSON, whatever people called their services", async () => {
  const mermaid = await exported("mermaid");
  expect(mermaid.filename).toMatch(/-architecture\.mmd$/);
  expect(await checkMermaid(mermaid.text, { signal: world.ctx.signal })).toEqual({ ok: true, source: mermaid.text });
  expect(mermaid.text).toContain("--x|");
  const { text } = await exported("structurizr");
  expect(text).toContain('quay_east_b_2 = container "Quay \\"east\\" <b>" "');
  expect(text).toMatch(/quay_east_b_2 = .* "api" "Service,api"/);
  expect(text).toMatch(/boats_0 -> ferries_1 "imports code of" "" "forbidden"/);
  expect(text).toMatch(/outside_stripe|stripe_\d+ = softwareSystem "Stripe"/);
  expect(text.split("{").length).toBe(text.split("}").length);
  expect(JSON.parse((await exported("json")).text)).toMatchObject({ hasContract: true });
});

it("is read again from what was given out, each node as the one that it is, and writes nothing", async () => {
  const before = (await exported("json")).text;
  const { text } = await exported("structurizr");
  const preview = await previewArchitectureImport(project.ctx, { ...key, format: "structurizr", text });
  expect(preview.problems).toEqual([]);
  const { nodes, edges } = JSON.parse(before) as { nodes: { nodeId: string }[]; edges: { stance: string | null }[] };
  expect(new Set(preview.nodes.map(({ nodeId }) => nodeId))).toEqual(new Set(nodes.map(({ nodeId }) => nodeId)));
  expect(preview.edges).toHaveLength(edges.length);
  expect(preview.edges.filter(({ isDrawn }) => isDrawn)).toHaveLength(
    edges.filter(({ stance }) => stance !== null).length,
  );
  expect((await exported("json")).text).toBe(before);
});

it("is the same in another product: types, descriptions, stores, what is allowed and what is forbidden", async () => {
  const drawnId = newDrawnNodeId(world.ctx.newId());
  await saveDrawnNode(project.ctx, {
    ...key,
    nodeId: drawnId,
    kind: "queue",
    name: "Deliveries",
    technology: "RabbitMQ",
  });
  await setArchitectureEdge(project.ctx, { ...key, sourceId: idOf("d"), targetId: drawnId, stance: "forbidden" });
  await setArchitectureEdge(project.ctx, { ...key, sourceId: idOf("b"), targetId: drawnId, stance: "allowed" });
  const { text } = await exported("structurizr");
  const said = JSON.parse((await exported("json")).text) as Architecture;
  const names = new Map(said.nodes.map(({ nodeId, name }) => [nodeId, name]));
  const other = await makeProject(world);
  const empty = { organizationId: other.organizationId, projectId: other.projectId };
  const preview = await previewArchitectureImport(other.ctx, { ...empty, format: "structurizr", text });
  expect(preview.problems).toEqual([]);
  const nodeOf = ({
    name,
    kind,
    type,
    technology,
  }: Pick<ArchitectureNode, "name" | "kind" | "type" | "technology">) => ({
    name,
    kind,
    type,
    technology,
  });
  expect(preview.nodes.map(nodeOf)).toEqual(expect.arrayContaining(said.nodes.map(nodeOf)));
  expect(preview.nodes).toHaveLength(said.nodes.length);
  const described = preview.nodes.find(({ name }) => name === "Boats")?.description;
  expect(described).toBe(said.nodes.find(({ name }) => name === "Boats")?.description);
  expect(described).toMatch(/./);
  const keys = new Map(preview.nodes.map((node) => [node.key, node.name]));
  const read = preview.edges.map(
    ({ sourceKey, targetKey, stance }) => `${keys.get(sourceKey)} ${keys.get(targetKey)} ${stance}`,
  );
  expect(read.toSorted()).toEqual(
    said.edges
      .map(({ sourceId, targetId, stance }) => `${names.get(sourceId)} ${names.get(targetId)} ${stance}`)
      .toSorted(),
  );
  expect(read).toContain("Payments Deliveries forbidden");
  expect(read).toContain("Boats Ferries forbidden");
});
