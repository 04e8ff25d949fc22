import * as contract from "@cairn/contract/attention-items";
import { afterAll, beforeAll, expect, it } from "vitest";

import { listNeeds } from "#server/domain/attention-items/list-needs.ts";
import { nameNeed } from "#server/domain/attention-items/name-need.ts";
import { needsLetter } from "#server/domain/attention-items/needs-letter.ts";
import { createEventHook } from "#server/domain/event-hooks/create-event-hook.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { hookDeliveries } from "#server/platform/db/tables/event-hooks.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { findAddedConnections } from "./find-added-connections.ts";
import { getArchitecture } from "./get-architecture.ts";
import { listArchitectureChanges } from "./list-architecture-changes.ts";
import { setArchitectureBaseline } from "./set-architecture-baseline.ts";
import { setArchitectureEdge } from "./set-architecture-edge.ts";
import { watchArchitecture } from "./watch-architecture.ts";

let world: TestWorld;
let repository: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string };
let repositoryId: string;
const ids: Record<string, string> = {};

const names = ["web", "billing", "orders"] as const;
const imports = (target: string, name = "rules") =>
  `import { ${name} } from "../../${target}/src/rules.ts";\nexport const ${target}${name} = ${name};\n`;

beforeAll(async () => {
  world = await createTestWorld({ EGRESS_ALLOW: "127.0.0.1:9" });
  project = await makeProject(world);
  key = { organizationId: project.organizationId, projectId: project.projectId };
  repository = await createTestRepository();
  await repository.commit(
    "Clean",
    Object.fromEntries(
      names.flatMap((name) => [
        [`apps/${name}/package.json`, `{"name":"@shop/${name}"}\n`],
        [`apps/${name}/src/rules.ts`, "export const rules = 1;\nexport const more = 2;\n"],
      ]),
    ),
  );
  ({ repositoryId } = await makeRepository(world, project, { path: repository.path, slug: "shop" }));
  for (const [at, name] of names.entries()) {
    const made = await makeService(world, key, { name, repositoryId, workingPath: `/apps/${name}`, number: at + 1 });
    ids[name] = made.serviceId;
  }
  await createEventHook(project.ctx, { ...key, url: "http://127.0.0.1:9/told", events: ["architecture.drifted"] });
  await push();
  await setArchitectureBaseline(project.ctx, key);
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

/** What a push does in the end. */
async function push() {
  world.setNow(new Date(world.ctx.now().getTime() + 60_000));
  await indexRepository(project.system, { organizationId: key.organizationId, repositoryId }, { isLastTry: true });
  await watchArchitecture(project.system, key);
}

async function openIndex() {
  const [row] = await findProjectRepositories(project.ctx, key);
  const opened = row === undefined ? null : openMainBranch(project.ctx, row);
  return opened?.index ?? expect.fail("It is indexed");
}

const newest = async () => {
  const { content } = await listArchitectureChanges(project.ctx, { ...key, page: 1, limit: 10 });
  return content[0] ?? expect.fail("There is one");
};
const needs = async () => {
  const { content, total } = contract.listNeeds.response.parse(await listNeeds(project.ctx));
  expect(total).toBe(content.length);
  return content.filter((need) => need.kind === "drift");
};
const told = async () => {
  const rows = await world.ctx.db.select().from(hookDeliveries);
  return rows
    .map(({ type, data }) => ({ type, data }))
    .toSorted((a, b) => Number(a.data["lines"]) - Number(b.data["lines"]));
};
const ends = (source: string, target: string) => ({ sourceId: ids[source] ?? "", targetId: ids[target] ?? "" });

it("names, of the commits of a push, the one that brought the line, and tells members and other programs", async () => {
  const before = await getArchitecture(project.ctx, key);
  const brought = await repository.commit("Pay by card", { "apps/web/src/pay.ts": imports("billing") });
  await repository.commit("A word more", { "apps/web/src/pay.ts": `// Cards alone.\n${imports("billing")}` });
  await push();
  const change = await newest();
  expect(change).toMatchObject({
    change: "appeared",
    drift: "undeclared",
    commit: brought,
    isCommitKnown: true,
    sinceCommit: before.index.repositories[0]?.commit,
    subject: "Pay by card",
    author: expect.stringMatching(/./),
  });
  const [need] = await needs();
  expect(need).toMatchObject({
    count: 1,
    project: { projectId: key.projectId },
    change: { sourceName: "web", targetName: "billing", drift: "undeclared", commit: brought, line: 2 },
  });
  expect(await told()).toEqual([
    {
      type: "architecture.drifted",
      data: {
        ...key,
        ...ends("web", "billing"),
        changeId: change.changeId,
        drift: "undeclared",
        repositoryId,
        commit: brought,
        lines: 1,
      },
    },
  ]);
  const fresh = need === undefined ? [] : [need];
  const letter = needsLetter({ appName: "Cairn", clientHost: "https://cairn", email: "a@b", fresh, others: 0 });
  expect(letter.text).toContain(
    `web uses billing, which has no line: apps/web/src/pay.ts line 2, since commit ${brought.slice(0, 7)} by ${change.author}`,
  );
  expect(letter.text).toContain("/setup/architecture");
});

it("waits no more for what was allowed, and tells what is forbidden", async () => {
  await setArchitectureEdge(project.ctx, { ...key, ...ends("web", "billing"), stance: "allowed" });
  expect(await needs()).toEqual([]);
  await setArchitectureEdge(project.ctx, { ...key, ...ends("orders", "web"), stance: "forbidden" });
  const commit = await repository.commit("Show boats", { "apps/orders/src/boats.ts": imports("web") });
  await push();
  expect(await newest()).toMatchObject({ drift: "forbidden", commit, subject: "Show boats" });
  expect(await needs()).toMatchObject([{ count: 1, change: { drift: "forbidden", path: "apps/orders/src/boats.ts" } }]);
});

it("tells each new line across a connection that is forbidden already, and none that only moves", async () => {
  const first = (await needs())[0] ?? expect.fail("It waits");
  const atFirst = await openIndex();
  await repository.commit("Moved", { "apps/orders/src/boats.ts": `// One line down.\n\n${imports("web")}` });
  await push();
  const before = (await listArchitectureChanges(project.ctx, { ...key, page: 1, limit: 1 })).total;
  const moved = await openIndex();
  expect((await newest()).subject).toBe("Show boats");
  const commit = await repository.commit("More boats", {
    "apps/orders/src/ferries.ts": imports("web", "more"),
  });
  await push();
  const { content, total } = await listArchitectureChanges(project.ctx, { ...key, page: 1, limit: 1 });
  expect(total).toBe(before + 1);
  expect(content).toMatchObject([
    {
      change: "grew",
      drift: "forbidden",
      commit,
      isCommitKnown: true,
      subject: "More boats",
      evidence: [{ path: "apps/orders/src/ferries.ts", startLine: 1 }],
    },
  ]);
  // A review of the same change tells the same.
  const place = { ...key, repositoryId };
  expect(await findAddedConnections(project.ctx, place, { before: atFirst, after: moved })).toEqual([]);
  expect(await findAddedConnections(project.ctx, place, { before: moved, after: await openIndex() })).toMatchObject([
    { drift: "forbidden", isMore: true, places: [{ path: "apps/orders/src/ferries.ts", startLine: 1 }] },
  ]);
  const second = (await needs())[0] ?? expect.fail("It waits");
  expect(second).toMatchObject({ count: 1, change: { drift: "forbidden", path: "apps/orders/src/ferries.ts" } });
  // Another letter is written.
  expect(nameNeed(second)).not.toBe(nameNeed(first));
  expect((await told()).filter(({ data }) => data["drift"] === "forbidden")).toHaveLength(2);
});

it("waits no more for what the code does not have any more, nor where nobody says anything", async () => {
  const commit = await repository.commit("Without boats", {
    "apps/orders/src/boats.ts": "export const none = 1;\n",
    "apps/orders/src/ferries.ts": "export const none = 2;\n",
  });
  await push();
  expect(await newest()).toMatchObject({ change: "vanished", commit, isCommitKnown: true });
  expect(await needs()).toEqual([]);
});

it("names the push, and nobody, where no commit of it changed the lines that connect", async () => {
  // The call is there before there is anything that answers it.
  await repository.commit("Ask for boats", {
    "apps/web/src/ask.ts": "export const ask = (base: string) => fetch(`${base}/boats/all`);\n",
  });
  await push();
  const since = (await getArchitecture(project.ctx, key)).index.repositories[0]?.commit;
  const answer =
    'import express from "express";\nconst app = express();\napp.get("/boats/all", list);\napp.listen(1);\n';
  await repository.commit("Answer", { "apps/orders/src/server.ts": answer });
  const last = await repository.commit("Unrelated", { "notes.txt": "Nothing\n" });
  await push();
  expect(await newest()).toMatchObject({
    ...ends("web", "orders"),
    commit: last,
    isCommitKnown: false,
    sinceCommit: since,
    author: null,
  });
});
