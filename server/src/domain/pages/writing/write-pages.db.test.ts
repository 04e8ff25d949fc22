import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { ledgerListeners } from "#server/domain/ledger/ledger.jobs.ts";
import { artifactListeners } from "#server/domain/pages/artifacts.jobs.ts";
import { deleteArtifact } from "#server/domain/pages/catalog/delete-artifact.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { createArtifact } from "#server/domain/pages/editing/create-artifact.ts";
import { updateArtifact } from "#server/domain/pages/editing/update-artifact.ts";
import { listRevisions } from "#server/domain/pages/history/list-revisions.ts";
import { boardFiles, documentProduct, readPageRows } from "#server/domain/pages/testing/documented-product.ts";
import { deleteRepository } from "#server/domain/repositories/catalog/delete-repository.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { resumePages } from "./resume-pages.ts";
import { writePages } from "./write-pages.ts";

let world: TestWorld;
const products: Awaited<ReturnType<typeof documentProduct>>[] = [];

beforeAll(async () => {
  world = await createTestWorld();
});
afterEach(async () => {
  for (const product of products.splice(0)) await product.repository.remove();
});
afterAll(() => world.close());

async function makeProduct(given: Parameters<typeof documentProduct>[1] = {}) {
  const product = await documentProduct(world, given);
  products.push(product);
  return product;
}

const contentsOf = (page: Awaited<ReturnType<typeof getArtifact>>) =>
  new Map(page.sections.map((section) => [section.title, section.content]));

describe("a push", () => {
  it("that touches no cited line writes nothing at all", async () => {
    const { push, system, key, organizationId } = await makeProduct();
    await push("Say more", { "src/log.txt": "Nothing here is cited.\nStill nothing.\n" });
    const before = await readPageRows(world, organizationId);
    await writePages(system, key);
    await writePages(system, key);
    expect(await readPageRows(world, organizationId)).toEqual(before);
  });

  it("that only moves cited lines writes nothing, and the sources are told where they are", async () => {
    const { push, system, key, organizationId, readPage } = await makeProduct();
    const rows = await readPageRows(world, organizationId);
    await push("Greet", { "README.md": `# Board\n\n<!-- hello -->\n\n${boardFiles["README.md"].slice(9)}` });
    await writePages(system, key);
    expect(await readPageRows(world, organizationId)).toEqual(rows);
    const [purpose] = (await readPage("System overview")).sections;
    expect(purpose?.status).toBe("fresh");
    expect(purpose?.sources[0]).toMatchObject({ path: "README.md", startLine: 5, endLine: 5 });
  });

  it("that changes a cited line rewrites exactly what rests on it, as one revision of each page", async () => {
    const { push, system, key, ctx, organizationId } = await makeProduct();
    const list = async () => {
      const { content } = await listArtifacts(ctx, { ...key, page: 1, limit: 100 });
      return await Promise.all(content.map(({ artifactId }) => getArtifact(ctx, { organizationId, artifactId })));
    };
    const before = await list();
    await push("Ten minutes", {
      "src/delay.ts": boardFiles["src/delay.ts"].replace("from five minutes on", "from ten minutes on"),
    });
    const stale = (await list()).flatMap((page) => page.sections.filter((section) => section.status === "stale"));
    expect(stale.length).toBeGreaterThan(0);
    world.setNow(new Date("2026-11-22T09:00:00.000Z"));
    await writePages(system, key);
    const after = await list();
    const changed = after.flatMap((page, at) =>
      page.sections.filter(
        (section) =>
          before[at]?.sections.find((one) => one.sectionId === section.sectionId)?.generatedAt !== section.generatedAt,
      ),
    );
    expect(changed.map((section) => section.sectionId).toSorted()).toEqual(
      stale.map((section) => section.sectionId).toSorted(),
    );
    expect(changed.every((section) => section.status === "fresh" && !section.content.includes("five minutes"))).toBe(
      true,
    );
    for (const [at, page] of after.entries()) {
      const hasNewText = page.sections.some(
        (section) =>
          !contentsOf(before[at] ?? page).has(section.title) ||
          contentsOf(before[at] ?? page).get(section.title) !== section.content,
      );
      expect(page.revision).toBe((before[at]?.revision ?? 0) + (hasNewText ? 1 : 0));
      expect(page.isUpdating).toBe(false);
    }
    const [newest] = (
      await listRevisions(ctx, { organizationId, artifactId: after[0]?.artifactId ?? "", page: 1, limit: 1 })
    ).content;
    expect(newest).toMatchObject({ cause: "written", createdBy: null });
  });
});

describe("what people wrote", () => {
  it("is never touched, whatever is pushed", async () => {
    const { push, system, key, ctx, organizationId, readPage } = await makeProduct();
    const overview = await readPage("System overview");
    const words = "We meet at the north quay. [1](https://example.com) *as it is* ";
    const page = await updateArtifact(ctx, {
      organizationId,
      artifactId: overview.artifactId,
      sections: [
        ...overview.sections.map(({ sectionId, title, instructions, content }) => ({
          sectionId,
          title,
          instructions,
          content,
        })),
        { title: "Our notes", content: words },
      ],
    });
    const own = page.sections.at(-1);
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const names = Object.keys(boardFiles) as (keyof typeof boardFiles)[];
    for (let round = 0; round < 8; round += 1) {
      const name = names[random(names.length)] ?? "README.md";
      const lines = boardFiles[name].split("\n");
      lines.splice(random(lines.length), random(2), ...(random(2) === 0 ? [] : [`// ${random(1000)} boats`]));
      await push(`Round ${round}`, { [name]: lines.join("\n") });
      await writePages(system, key);
      const section = (await readPage("System overview")).sections.find((one) => one.sectionId === own?.sectionId);
      expect(section).toEqual({ ...own, content: words });
    }
  });

  it("a part that a person took off a first page does not come back", async () => {
    const { system, key, ctx, organizationId, readPage, push } = await makeProduct();
    const overview = await readPage("System overview");
    const kept = overview.sections.slice(1);
    await updateArtifact(ctx, {
      organizationId,
      artifactId: overview.artifactId,
      sections: kept.map(({ sectionId, title, instructions, content }) => ({
        sectionId,
        title,
        instructions,
        content,
      })),
    });
    await push("Again", { "README.md": `${boardFiles["README.md"]}\nIt is kept by the harbour office of the town.\n` });
    await writePages(system, key);
    expect((await readPage("System overview")).sections.map(({ title }) => title)).not.toContain("Purpose");
  });

  it("keeps the title that a person gave to a service's page", async () => {
    const routes =
      'import express from "express";\nimport { announce } from "./delay.ts";\nexport const app = express();\napp.get("/delays", (_request, response) => response.json(announce(5)));\n';
    const files = { ...boardFiles, "src/routes.ts": routes };
    const { system, key, ctx, organizationId, readPage } = await makeProduct({ files });
    const page = await readPage("api");
    await updateArtifact(ctx, { organizationId, artifactId: page.artifactId, title: "The departures API" });
    await writePages(system, key);
    expect((await getArtifact(ctx, { organizationId, artifactId: page.artifactId })).title).toBe("The departures API");
  });
});

it("drops what only a repository that is gone had to say, without asking", async () => {
  const { system, ctx, key, readPage } = await makeProduct();
  const second = await createTestRepository();
  await second.commit("Begin", {
    "db/001.sql": "CREATE TABLE boats (id TEXT);\nCREATE TABLE trips (id TEXT, boat_id TEXT REFERENCES boats (id));\n",
  });
  const target = await makeRepository(world, key, { path: second.path });
  await indexRepository(system, target, { isLastTry: true });
  await writePages(system, key);
  expect((await readPage("Data")).sections.map(({ title }) => title)).toContain("Data model");
  const publish: Ctx["publish"] = async (db, name, payload) => {
    for (const listener of [...artifactListeners, ...ledgerListeners]) {
      if (listener.event === name) await listener.run(ctx, db, payload);
    }
  };
  await deleteRepository({ ...ctx, publish }, target);
  await writePages(system, key);
  const { content: pages } = await listArtifacts(ctx, { ...key, page: 1, limit: 100 });
  expect(pages.map(({ title }) => title)).toContain("System overview");
  expect(pages.map(({ title }) => title)).not.toContain("Data");
  expect(pages.every((page) => !page.isUpdating)).toBe(true);
  await second.remove();
});

describe("a run", () => {
  it("that was cut off between two sections is gone on with, and every page has one revision for it", async () => {
    const { push, system, key, ctx, organizationId, readPage } = await makeProduct();
    await push("Say it anew", {
      "README.md": boardFiles["README.md"].replace("which boat leaves next", "which ferry goes next"),
      "src/delay.ts": boardFiles["src/delay.ts"].replace("five minutes", "ten minutes"),
    });
    const stop = new AbortController();
    let transactions = 0;
    const transaction: Ctx["db"]["transaction"] = async (...call) => {
      const result = await system.db.transaction(...call);
      transactions += 1;
      // The first marks what is due, the second keeps the first section.
      if (transactions === 2) stop.abort(new Error("the process stops"));
      return result;
    };
    const db = Object.assign(Object.create(system.db) as Ctx["db"], { transaction });
    await expect(writePages({ ...system, db, signal: stop.signal }, key)).rejects.toThrow("the process stops");
    const half = await readPage("System overview");
    expect(half.isUpdating).toBe(true);
    expect(half.sections.some((section) => section.status === "updating" && section.content !== "")).toBe(true);
    await resumePages(world.ctx);
    expect(world.enqueued).toContainEqual({ job: "write-pages", data: key, key: key.projectId });
    await writePages(system, key);
    const whole = await readPage("System overview");
    expect(whole.isUpdating).toBe(false);
    expect(whole.sections.every((section) => section.status === "fresh")).toBe(true);
    expect(whole.revision).toBe(2);
    const { content } = await listArtifacts(ctx, { organizationId, page: 1, limit: 100 });
    expect(content.every((page) => !page.isUpdating && page.staleSections === 0)).toBe(true);
  });

  it("beside another one writes every section once", async () => {
    const { push, system, key, readPage, organizationId } = await makeProduct();
    await push("Say it anew", { "README.md": boardFiles["README.md"].replace("which boat", "which ferry") });
    await Promise.all([writePages(system, key), writePages(system, key), writePages(system, key)]);
    const page = await readPage("System overview");
    expect(page).toMatchObject({ revision: 2, isUpdating: false, staleSections: 0 });
    const purposes = (await readPageRows(world, organizationId)).filter(
      (row) => row.startsWith("section_versions") && row.includes("which ferry") && row.includes(",purpose,"),
    );
    expect(purposes).toHaveLength(1);
  });

  it("does not bring back a page that is deleted while it is written", async () => {
    const { push, system, key, ctx, organizationId, readPage } = await makeProduct();
    const { artifactId } = await readPage("System overview");
    await push("Say it anew", { "README.md": boardFiles["README.md"].replace("which boat", "which ferry") });
    const transaction: Ctx["db"]["transaction"] = async (...call) => {
      const result = await system.db.transaction(...call);
      await deleteArtifact(ctx, { organizationId, artifactId }).catch(() => {});
      return result;
    };
    const db = Object.assign(Object.create(system.db) as Ctx["db"], { transaction });
    await writePages({ ...system, db }, key);
    const rows = await world.ctx.db.select().from(artifacts).where(eq(artifacts.artifactId, artifactId));
    const left = await world.ctx.db.select().from(sections).where(eq(sections.artifactId, artifactId));
    expect([...rows, ...left]).toEqual([]);
  });

  it("leaves what a person changed meanwhile to the person", async () => {
    const { push, system, key, ctx, organizationId, readPage } = await makeProduct();
    await push("Say it anew", { "README.md": boardFiles["README.md"].replace("which boat", "which ferry") });
    const { artifactId, sections: before } = await readPage("System overview");
    let isFirst = true;
    const transaction: Ctx["db"]["transaction"] = async (...call) => {
      const result = await system.db.transaction(...call);
      if (isFirst) {
        isFirst = false;
        await updateArtifact(ctx, {
          organizationId,
          artifactId,
          sections: before.map(({ sectionId, title, instructions, content }, at) =>
            at === 0 ? { sectionId, title, content: "In our own words." } : { sectionId, title, instructions, content },
          ),
        });
      }
      return result;
    };
    const db = Object.assign(Object.create(system.db) as Ctx["db"], { transaction });
    await writePages({ ...system, db }, key);
    const [purpose] = (await getArtifact(ctx, { organizationId, artifactId })).sections;
    expect(purpose).toMatchObject({ kind: "static", content: "In our own words." });
  });
});

it("writes pages of people too, where their lines changed", async () => {
  const { push, system, key, ctx, serviceId, readPage } = await makeProduct();
  const made = await createArtifact(ctx, {
    ...key,
    type: "page",
    serviceId,
    title: "How delays work",
    sections: [
      {
        title: "Delays",
        instructions: { prompt: "Explain how delays are announced", output: "markdown" },
        content: "",
      },
    ],
  });
  expect(made).toMatchObject({ isUpdating: true });
  await writePages(system, key);
  const written = await readPage("How delays work");
  expect(written.sections[0]).toMatchObject({ status: "fresh" });
  expect(written.sections[0]?.content).not.toBe("");
  expect(written.isUpdating).toBe(false);
  await push("Ten minutes", {
    "src/delay.ts": boardFiles["src/delay.ts"].replace("from five minutes on", "from ten minutes on"),
  });
  expect((await readPage("How delays work")).sections[0]?.status).toBe("stale");
  await writePages(system, key);
  const again = await readPage("How delays work");
  expect(again.sections[0]?.status).toBe("fresh");
  expect(again.sections[0]?.content).not.toBe(written.sections[0]?.content);
});

it("waits for the code where a repository has only begun, and then writes from all of it", async () => {
  const begun = await documentProduct(world, { files: { "README.md": "# Board\n" } });
  try {
    const { organizationId, key, ctx, system, push, readPage } = begun;
    expect((await listArtifacts(ctx, { organizationId, page: 1, limit: 10 })).total).toBe(0);
    await push("Bring the code", boardFiles);
    await writePages(system, key);
    const [purpose] = (await readPage("System overview")).sections;
    expect(purpose?.content).toContain("which boat leaves next");
  } finally {
    await begun.repository.remove();
  }
});
