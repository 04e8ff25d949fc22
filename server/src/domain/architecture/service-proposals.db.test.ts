import { provisionalDescription, serviceDescriptionSchema, serviceNameSchema } from "@cairn/contract/services";
import { afterAll, beforeAll, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { createService } from "#server/domain/services/create-service.ts";
import { listServices } from "#server/domain/services/list-services.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { listServiceProposals } from "./list-service-proposals.ts";

let world: TestWorld;
const repositories: TestRepository[] = [];

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(async () => {
  await world.close();
  for (const repository of repositories) await repository.remove();
});

async function connect(files: Record<string, string>, slug = "shop") {
  const project = await makeProject(world);
  const repository = await createTestRepository();
  repositories.push(repository);
  await repository.commit("First", files);
  const { repositoryId } = await makeRepository(world, project, { path: repository.path, slug });
  const key = { organizationId: project.organizationId, projectId: project.projectId };
  const runIndex = () =>
    indexRepository(project.system, { organizationId: key.organizationId, repositoryId }, { isLastTry: true });
  return { project, key, repositoryId, runIndex, list: () => listServiceProposals(project.ctx, { ...key }) };
}

const monorepo = {
  "package.json": '{"name":"shop","private":true,"workspaces":["apps/*","packages/*"]}\n',
  "apps/web/package.json":
    '{\n  "name": "@shop/web",\n  "dependencies": {\n    "react": "19",\n    "@shop/kit": "*"\n  }\n}\n',
  "apps/web/index.html": "<div id=root></div>\n",
  "apps/web/src/main.tsx": 'import { Button } from "@shop/kit";\nexport const page = () => <Button />;\n',
  "apps/orders/package.json":
    '{"name":"@shop/orders","description":"Takes orders and tells the harbour about them","dependencies":{"express":"4"}}\n',
  "apps/orders/Dockerfile": 'FROM node:24\nCOPY . .\nCMD ["node", "src/server.ts"]\n',
  "apps/orders/src/server.ts":
    'import express from "express";\nconst app = express();\napp.get("/orders", list);\napp.listen(3000);\n',
  "packages/kit/package.json": '{"name":"@shop/kit","main":"index.tsx","dependencies":{"react":"19"}}\n',
  "packages/kit/index.tsx": "export const Button = () => <button />;\n",
  "packages/db/package.json": '{"name":"@shop/db"}\n',
  "packages/db/migrations/001_first.sql": "create table berths (id int primary key);\n",
  "packages/db/index.ts": "export const nothing = 1;\n",
  "e2e/package.json": '{"name":"@shop/e2e"}\n',
  "e2e/a.ts": "export const a = 1;\n",
  "compose.yaml": "services:\n  orders:\n    build: ./apps/orders\n    ports: ['3000:3000']\n",
};

it("finds the services of a monorepo with their types, names, words and lines", async () => {
  const { list, runIndex, repositoryId } = await connect(monorepo);
  expect(await list()).toEqual({ content: [], pendingRepositoryIds: [repositoryId], isCutOff: false });
  await runIndex();
  const { content, pendingRepositoryIds } = await list();
  expect(pendingRepositoryIds).toEqual([]);
  const shown = content.map(({ workingPath, name, type }) => ({ workingPath, name, type }));
  expect(shown.toSorted((a, b) => a.workingPath.localeCompare(b.workingPath))).toEqual([
    { workingPath: "/apps/orders", name: "orders", type: "api" },
    { workingPath: "/apps/web", name: "web", type: "frontend" },
    { workingPath: "/packages/db", name: "db", type: "database" },
    { workingPath: "/packages/kit", name: "kit", type: "library" },
  ]);
  const orders = content.find(({ name }) => name === "orders");
  expect(orders?.description).toBe("Takes orders and tells the harbour about them.");
  expect(orders?.evidence.map(({ path, startLine }) => `${path}:${startLine}`)).toEqual([
    "compose.yaml:2",
    "apps/orders/package.json:1",
    "apps/orders/src/server.ts:3",
  ]);
  const web = content.find(({ name }) => name === "web");
  expect(web?.evidence).toMatchObject([{ path: "apps/web/package.json", startLine: 4 }]);
  for (const { name, description } of content) {
    expect(serviceNameSchema.safeParse(name).success).toBe(true);
    expect(serviceDescriptionSchema.safeParse(description).success).toBe(true);
  }
});

/** Files of a folder, as many as make a package large enough to be shown in its folders. */
function large(folder: string, ext = "ts"): Record<string, string> {
  const numbers = Array.from({ length: 9 }, (_one, at) => at + 1);
  return Object.fromEntries(numbers.map((at) => [`${folder}/part${at}.${ext}`, `export const part${at} = ${at};\n`]));
}

it("finds packages whose code lies in folders of theirs, however large, with their own words", async () => {
  const { list, runIndex } = await connect({
    ...monorepo,
    ...large("apps/web/src", "tsx"),
    ...large("apps/orders/src"),
    ...large("apps/orders/test"),
    ...large("packages/kit/src"),
    "packages/kit/index.tsx": "",
    "packages/kit/src/index.tsx": 'export { part1 } from "./part1.ts";\nexport const Button = () => <button />;\n',
    "packages/kit/package.json": '{"name":"@shop/kit","main":"src/index.tsx","dependencies":{"react":"19"}}\n',
    // Nobody imports it, and nothing starts it.
    "packages/times/package.json":
      '{"name":"@shop/times","description":"Which ferry leaves when, worked out from the seasons"}\n',
    ...large("packages/times/src"),
  });
  await runIndex();
  const { content } = await list();
  const shown = content.map(({ workingPath, name, type, description }) => [workingPath, name, type, description]);
  expect(shown.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ["/apps/orders", "orders", "api", "Takes orders and tells the harbour about them."],
    ["/apps/web", "web", "frontend", expect.stringMatching(/^Pages that people use/)],
    ["/packages/db", "db", "database", expect.any(String)],
    ["/packages/kit", "kit", "library", expect.any(String)],
    ["/packages/times", "times", "library", "Which ferry leaves when, worked out from the seasons."],
  ]);
});

it("tells what lies among templates from what the product is made of", async () => {
  const { list, runIndex } = await connect({
    ...monorepo,
    "packages/create/template-react/package.json": '{"name":"starter","dependencies":{"react":"19"}}\n',
    "packages/create/template-react/index.html": "<div id=root></div>\n",
    "packages/create/template-react/src/main.tsx": "export const page = () => <p />;\n",
  });
  await runIndex();
  const examples = (await list()).content.filter(({ isExample }) => isExample);
  expect(examples.map(({ workingPath }) => workingPath)).toEqual(["/packages/create/template-react"]);
});

it("says which services stand already, and what it proposes can be created as it is", async () => {
  const { list, runIndex, repositoryId, key, project } = await connect(monorepo);
  await runIndex();
  const { serviceId } = await makeService(world, key, { repositoryId, workingPath: "/apps/web", number: 1 });
  await world.ctx.db.execute(`update projects set last_service_number = 1 where project_id = '${key.projectId}'`);
  const before = (await list()).content;
  expect(before.map((one) => one.serviceId).filter((id) => id !== null)).toEqual([serviceId]);
  for (const { name, description, type, workingPath, serviceId: standing } of before) {
    if (standing !== null) continue;
    await createService(project.ctx, { ...key, name, description, type, repository: { repositoryId, workingPath } });
  }
  expect((await list()).content.every((one) => one.serviceId !== null)).toBe(true);
});

it("makes one service of a proposal that two accept at once, of what stands for the repository first", async () => {
  const { list, runIndex, repositoryId, key, project } = await connect(monorepo);
  await runIndex();
  const standIn = { name: "shop", description: provisionalDescription("shop"), type: "api" as const };
  const whole = { repositoryId, workingPath: "/" };
  const { serviceId } = await createService(project.ctx, { ...key, ...standIn, repository: whole });
  const found = (await list()).content;
  const accept = async (proposals: typeof found) => {
    const made: string[] = [];
    for (const { name, description: text, type, workingPath } of proposals) {
      const repository = { repositoryId, workingPath };
      const given = { ...key, name, description: text, type, repository, isFound: true };
      made.push((await createService(project.ctx, given)).serviceId);
    }
    return made;
  };
  const [one, other] = await Promise.all([accept(found), accept(found.toReversed())]);
  expect(one.toSorted()).toEqual(other.toSorted());
  expect(new Set(one).size).toBe(found.length);
  expect(one).toContain(serviceId);
  const { total } = await listServices(project.ctx, { ...key, page: 1, limit: 100 });
  expect(total).toBe(found.length);
  // Without a proposal two services may share a folder.
  const [first] = found;
  const repository = { repositoryId, workingPath: first?.workingPath ?? "/" };
  const twin = {
    ...key,
    name: "Twin",
    description: "Another part of the same folder",
    type: "api" as const,
    repository,
  };
  expect(one).not.toContain((await createService(project.ctx, twin)).serviceId);
});

it("proposes what plays the users where it is deployed, a gateway of an application host, and apps by what they are", async () => {
  const { list, runIndex } = await connect({
    "kubernetes/all.yaml": ["orders", "loadgenerator"]
      .map(
        (name) =>
          `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name} }\nspec:\n  template:\n    spec:\n      containers:\n        - { name: main, image: ${name} }\n`,
      )
      .join("---\n"),
    "src/orders/Dockerfile": 'FROM node\nCMD ["node", "main.js"]\n',
    "src/orders/package.json": '{"name":"orders"}\n',
    "src/orders/main.js": 'const app = express();\napp.get("/orders", list);\napp.listen(80);\n',
    "src/loadgenerator/Dockerfile": 'FROM python\nCMD ["python", "users.py"]\n',
    "src/loadgenerator/requirements.txt": "locust==2.43.0\n",
    "src/loadgenerator/users.py":
      "from locust import HttpUser, task\n\nclass Shopper(HttpUser):\n    @task\n    def order(self):\n        self.client.get('/orders')\n",
    "src/Shop.AppHost/Shop.AppHost.csproj": '<Project Sdk="Microsoft.NET.Sdk">\n</Project>\n',
    "src/Shop.AppHost/Program.cs":
      'var builder = DistributedApplication.CreateBuilder(args);\nbuilder.AddYarp("gate");\nbuilder.Build().Run();\n',
    "src/Shop.Defaults/Shop.Defaults.csproj": '<Project Sdk="Microsoft.NET.Sdk">\n</Project>\n',
    "src/Shop.Defaults/Extensions.cs":
      'public static class Extensions {\n  public static void Map(WebApplication app) {\n    app.MapGet("/health", () => "ok");\n  }\n}\n',
    "src/Shop.App/Shop.App.csproj":
      '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n    <OutputType>Exe</OutputType>\n    <UseMaui>true</UseMaui>\n  </PropertyGroup>\n  <ItemGroup>\n    <ProjectReference Include="../Shop.Defaults/Shop.Defaults.csproj" />\n  </ItemGroup>\n</Project>\n',
    "src/Shop.App/App.cs": "namespace Shop.App;\npublic class App : Application {\n}\n",
  });
  await runIndex();
  const { content } = await list();
  expect(content.map(({ workingPath, name, type }) => `${workingPath} ${name} ${type}`).toSorted()).toEqual([
    "/src/Shop.App Shop.App frontend",
    "/src/Shop.AppHost gate api",
    "/src/Shop.Defaults Shop.Defaults library",
    "/src/loadgenerator loadgenerator api",
    "/src/orders orders api",
  ]);
  const wordsOf = (path: string) => content.find(({ workingPath }) => workingPath === path)?.description;
  expect(wordsOf("/src/loadgenerator")).toMatch(/^A job that plays users and puts load on the other parts/);
  expect(wordsOf("/src/orders")).toMatch(/^A program without pages of its own/);
});

it("takes a repository of one program as one service, called as the repository", async () => {
  const { list, runIndex } = await connect(
    {
      "README.md":
        '<p align="center">\n  <i>Shows when the next ferry leaves from each quay.<br/>See <a href="https://ferries.example">the board</a>.</i>\n  <br/>\n  <img alt="board" src="board.png">\n</p>\n',
      "main.go":
        'package main\nimport "net/http"\nfunc main() {\n\thttp.HandleFunc("/ferries", list)\n\thttp.ListenAndServe(":80", nil)\n}\n',
      "go.mod": "module github.com/acme/ferries\n\ngo 1.24\n",
    },
    "ferries",
  );
  await runIndex();
  const description = "Shows when the next ferry leaves from each quay.";
  expect((await list()).content).toMatchObject([{ workingPath: "/", name: "ferries", type: "api", description }]);
});

it("takes what writes pages and is started for a frontend, and a program with one page about itself for none", async () => {
  const { list, runIndex } = await connect({
    "apps/board/package.json":
      '{"name":"board","main":"./src/server.ts","scripts":{"start":"node src/server.ts","test":"node --test"}}\n',
    "apps/board/src/server.ts": 'import { page } from "./html.ts";\nserve(page);\n',
    "apps/board/src/html.ts": "export const page = (body: string) => `<!DOCTYPE html>\n<body>${body}</body>`;\n",
    // Letters are written as pages, too.
    "packages/letters/package.json": '{"name":"letters","main":"index.ts","scripts":{"build":"tsc"}}\n',
    "packages/letters/index.ts": "export const letter = () => `<!doctype html><p>Hello</p>`;\n",
    "settings/pom.xml":
      "<project><groupId>a</groupId><artifactId>settings</artifactId><dependencies><dependency><groupId>org.springframework.cloud</groupId><artifactId>spring-cloud-config-server</artifactId></dependency></dependencies></project>\n",
    "settings/src/main/java/a/Settings.java":
      "package a;\n@EnableConfigServer\n@SpringBootApplication\npublic class Settings {\n  public static void main(String[] args) { SpringApplication.run(Settings.class, args); }\n}\n",
    "settings/src/main/resources/static/index.html": "<p>This server gives settings.</p>\n",
    "site/package.json": '{"name":"site"}\n',
    "site/index.html": "<script src=board.js></script>\n",
    "site/board.js": "document.title = 'Board';\n",
  });
  await runIndex();
  const shown = (await list()).content.map(({ workingPath, type }) => [workingPath, type]);
  expect(Object.fromEntries(shown)).toEqual({
    "/apps/board": "frontend",
    "/packages/letters": "library",
    "/settings": "api",
    "/site": "frontend",
  });
});

it("proposes nothing of a repository without code", async () => {
  const { list, runIndex } = await connect({ "notes.txt": "Nothing to run\n" });
  await runIndex();
  expect((await list()).content).toEqual([]);
});
