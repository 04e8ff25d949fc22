import { createHash } from "node:crypto";

import * as contract from "@cairn/contract/task-locations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";

import { documentProduct } from "#server/domain/pages/testing/documented-product.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { taskPins } from "#server/platform/db/tables/tasks.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { createTask } from "./create-task.ts";
import { getTaskLocations } from "./get-task-locations.ts";
import { getTask } from "./get-task.ts";
import { listTaskEvents } from "./list-task-events.ts";
import { pinTaskLocation } from "./pin-task-location.ts";
import { taskTools } from "./tasks.tools.ts";

let world: TestWorld;
let product: Awaited<ReturnType<typeof documentProduct>>;
let editor: Awaited<ReturnType<typeof makeUser>>;

const files = {
  "README.md":
    "# Board\n\nBoard shows passengers which boat leaves next, from which quay, and whether it is late or cancelled.\n",
  "src/announce.ts":
    "/** Announces delays from five minutes on. */\nexport function announceDelay(minutes: number): boolean {\n  return minutes >= 5;\n}\n",
  "src/tide.ts": "/** The tide in centimetres. */\nexport function readTide(): number {\n  return 1;\n}\n",
  "web/delay-badge.ts":
    "/** Shows a delay to passengers. */\nexport function delayBadge(minutes: number): string {\n  return `${minutes} min late`;\n}\n",
};

beforeAll(async () => {
  world = await createTestWorld();
  product = await documentProduct(world, { files });
  await product.push("Announce delays of boats", { "src/announce.ts": `${files["src/announce.ts"]}// in minutes\n` });
  editor = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
  await makeMember(world, product.organizationId, editor.userId, "editor");
});
afterAll(async () => {
  await world.close();
  await product.repository.remove();
});

const title = "Announce delays of boats from three minutes on";

async function write(more: { title?: string; serviceId?: string } = {}): Promise<string> {
  return (await createTask(editor.ctx, { ...product.key, title, ...more })).taskId;
}

async function locate(taskId: string, { ctx = editor.ctx, key = product.key } = {}) {
  const found = contract.taskLocationsSchema.parse(await getTaskLocations(ctx, { ...key, taskId }));
  const of = <K extends (typeof found.locations)[number]["kind"]>(kind: K) =>
    found.locations.filter((one): one is Extract<typeof one, { kind: K }> => one.kind === kind);
  return { ...found, files: of("file"), pages: of("page"), commits: of("commit") };
}

const pathsOf = (found: Awaited<ReturnType<typeof locate>>) => found.files.map(({ path }) => path);

type PinInput = z.input<(typeof contract.pinTaskLocation)["body"]>;

async function pin(taskId: string, given: Partial<PinInput>, ctx = editor.ctx) {
  const { repositoryId } = product;
  const body = contract.pinTaskLocation.body.parse({ repositoryId, path: "src/tide.ts", kind: "pinned", ...given });
  return contract.pinTaskLocation.response.parse(await pinTaskLocation(ctx, { ...product.key, taskId, ...body })).pins;
}

async function eventsOf(taskId: string): Promise<string[]> {
  const { content } = await listTaskEvents(editor.ctx, { ...product.key, taskId, page: 1, limit: 100 });
  return content.map(({ field, from, to }) => `${field}: ${from} > ${to}`).reverse();
}

describe("where a task lands", () => {
  it("is files with the lines that say so, at the commit that was read", async () => {
    const found = await locate(await write());
    const [first] = found.files;
    expect(first).toMatchObject({ path: "src/announce.ts", symbol: "announceDelay", startLine: 2, endLine: 4 });
    expect(first).toMatchObject({ score: 1, isPinned: false, isGone: false });
    const [freshness] = found.freshness;
    expect(freshness).toMatchObject({ repositoryId: product.repositoryId });
    const source = first?.why.find((reason) => reason.source !== null)?.source;
    const text = await product.repository.git("show", `${freshness?.commit}:src/announce.ts`);
    const lines = text.split("\n").slice((source?.startLine ?? 0) - 1, source?.endLine);
    expect(source?.hash).toBe(createHash("sha256").update(lines.join("\n")).digest("hex"));
    expect(found).toMatchObject({ nothing: null, pins: [] });
  });

  it("is sections of the product's own pages, and past commits", async () => {
    const found = await locate(await write());
    const page = found.pages.find((one) => one.page !== null);
    const { sections } = await product.readPage(page?.page?.title ?? "");
    const section = sections.find(({ sectionId }) => sectionId === page?.page?.sectionId);
    expect(section?.title).toBe(page?.heading);
    expect(page?.why[0]?.kind).toBe("cited");
    const paths = ["src/announce.ts"];
    const alike = await locate(await write({ title: "Announce delays of boats" }));
    expect(alike.commits[0]).toMatchObject({ subject: "Announce delays of boats", paths });
  });

  it("is in the code of its service first, and elsewhere where that says nothing", async () => {
    const { serviceId } = await makeService(world, product.key, {
      repositoryId: product.repositoryId,
      workingPath: "/web",
      number: 2,
    });
    const inside = await locate(await write({ serviceId }));
    expect(pathsOf(inside)).toEqual(["web/delay-badge.ts"]);
    const outside = await locate(await write({ title: "Read the tide in centimetres", serviceId }));
    expect(pathsOf(outside)[0]).toBe("src/tide.ts");
  });

  it("is nothing, with the reason, where the code does not speak of it or there is none", async () => {
    const cake = await locate(await write({ title: "Buy a birthday cake for Anna" }));
    expect(cake).toMatchObject({ locations: [], nothing: "not-in-code" });
    expect((await locate(await write({ title: "…?!" }))).nothing).toBe("no-text");
    const other = await makeProject(world, product.organization);
    const key = { organizationId: other.organizationId, projectId: other.projectId };
    const { taskId } = await createTask(editor.ctx, { ...key, title });
    await makeRepository(world, other, { slug: "not-indexed" });
    const found = await locate(taskId, { key });
    expect(found).toMatchObject({ locations: [], nothing: "not-indexed", freshness: [] });
  });

  it("is worked out for agents too, and stops when whoever asked has left", async () => {
    const taskId = await write();
    const agent = world.as({ kind: "agent", userId: editor.userId });
    expect((await locate(taskId, { ctx: agent })).files).not.toEqual([]);
    const signal = AbortSignal.abort();
    await expect(locate(taskId, { ctx: { ...editor.ctx, signal } })).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("a file that somebody pinned", () => {
  it("stands first, with its declaration where that is now, also where nothing finds it", async () => {
    const taskId = await write();
    const [made] = await pin(taskId, { startLine: 90, endLine: 92, symbol: "readTide" });
    expect(made).toMatchObject({ path: "src/tide.ts", kind: "pinned", by: { firstName: "Lena" } });
    const found = await locate(taskId);
    expect(pathsOf(found).slice(0, 2)).toEqual(["src/tide.ts", "src/announce.ts"]);
    expect(found.files[0]).toMatchObject({
      isPinned: true,
      isGone: false,
      symbol: "readTide",
      startLine: 2,
      endLine: 4,
    });
    expect(found.pins).toEqual([made]);
  });

  it("keeps its reasons where it was found, and is there once", async () => {
    const taskId = await write();
    await pin(taskId, { path: "src/announce.ts" });
    const found = await locate(taskId);
    expect(pathsOf(found).filter((path) => path === "src/announce.ts")).toHaveLength(1);
    expect(found.files[0]).toMatchObject({ isPinned: true, startLine: null, symbol: null, score: 1 });
    expect(found.files[0]?.why).not.toEqual([]);
  });

  it("must be in the code, and stays when it goes from there", async () => {
    const taskId = await write();
    const missing = { code: "unprocessable", message: expect.stringContaining("There is no file src/moon.ts in ") };
    await expect(pin(taskId, { path: "src/moon.ts" })).rejects.toMatchObject(missing);
    await product.push("Add the moon", { "src/moon.ts": "export const moon = 1;\n" });
    await pin(taskId, { path: "src/moon.ts", startLine: 1, endLine: 1 });
    await product.repository.git("rm", "-q", "src/moon.ts");
    await product.push("Remove the moon", { "src/sun.ts": "export const sun = 1;\n" });
    expect((await locate(taskId)).files[0]).toMatchObject({ path: "src/moon.ts", isPinned: true, isGone: true });
  });
});

it("is told to agents line by line: repository, place, declaration, who pinned it and why", async () => {
  const taskId = await write();
  await pin(taskId, { startLine: 2, endLine: 4, symbol: "readTide" });
  const tool = taskTools.find(({ name }) => name === "get_task_locations");
  const use = async (task: string) => await tool?.run(editor.ctx, product.key, { task });
  const read = await use(taskId);
  const slug = (await locate(taskId)).freshness[0]?.repositorySlug;
  const lines = read?.text.split("\n").filter((line) => line.startsWith("- file")) ?? [];
  expect(lines[0]).toBe(`- file ${slug} src/tide.ts:2-4 (readTide; pinned by a person)`);
  expect(lines[1]).toMatch(new RegExp(`^- file ${slug} src/announce\\.ts:2-4 \\(announceDelay; words: \\w+`));
  expect(read?.data).toMatchObject({ taskId, nothing: null, locations: expect.any(Array) });
  const cake = await write({ title: "Bake a birthday cake with marzipan roses" });
  expect((await use(cake))?.text).toMatch(/say nothing of what this task is about\.$/);
});

it("does not show a file that was removed, and shows it again when that is undone", async () => {
  const taskId = await write();
  await pin(taskId, { path: "src/announce.ts", kind: "removed" });
  const found = await locate(taskId);
  expect(pathsOf(found)).not.toContain("src/announce.ts");
  expect(found).toMatchObject({ nothing: null, pins: [{ path: "src/announce.ts", kind: "removed" }] });
  expect(await pin(taskId, { path: "src/announce.ts", kind: null })).toEqual([]);
  expect(pathsOf(await locate(taskId))[0]).toBe("src/announce.ts");
});

describe("pins", () => {
  it("change the task, and its activity says so once", async () => {
    const taskId = await write();
    const before = await getTask(editor.ctx, { ...product.key, taskId });
    await pin(taskId, {});
    await pin(taskId, {});
    await pin(taskId, { kind: "removed" });
    await pin(taskId, { kind: null });
    await pin(taskId, { kind: null });
    await pin(taskId, {});
    await pin(taskId, { kind: null });
    const path = "src/tide.ts";
    expect((await eventsOf(taskId)).slice(1)).toEqual([
      `pinned: null > ${path}`,
      `removed: null > ${path}`,
      `removed: ${path} > null`,
      `pinned: null > ${path}`,
      `pinned: ${path} > null`,
    ]);
    const { updatedAt } = await getTask(editor.ctx, { ...product.key, taskId });
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
  });

  it("are fifty at most, of which one can still be changed, also by two at once", async () => {
    const taskId = await write();
    const removed = (at: number) => pin(taskId, { path: `src/file-${at}.ts`, kind: "removed" });
    for (let at = 0; at < contract.maxTaskPins - 1; at += 1) await removed(at);
    const both = await Promise.allSettled([removed(100), removed(101)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(removed(102)).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("50") });
    expect(await pin(taskId, { path: "src/file-0.ts", kind: null })).toHaveLength(contract.maxTaskPins - 1);
  });

  it.each(["", "/src/tide.ts", "src/../tide.ts", "src//tide.ts", "src/\0.ts", "x".repeat(1_001)])(
    "are of paths in a repository: %j",
    (path) => {
      const body = { repositoryId: product.repositoryId, path, kind: "pinned" };
      expect(contract.pinTaskLocation.body.safeParse(body).success).toBe(false);
    },
  );

  it("have both lines or none", () => {
    const body = { repositoryId: product.repositoryId, path: "src/tide.ts", kind: "pinned" };
    const isTaken = (lines: object) => contract.pinTaskLocation.body.safeParse({ ...body, ...lines }).success;
    expect(
      [{ startLine: 1 }, { endLine: 1 }, { startLine: 2, endLine: 1 }, { startLine: 0, endLine: 1 }].some(isTaken),
    ).toBe(false);
    expect(isTaken({ startLine: 1, endLine: 1 })).toBe(true);
  });

  it("are refused of another product's repository, and go with theirs", async () => {
    const taskId = await write();
    const other = await makeProject(world, product.organization);
    const { repositoryId } = await makeRepository(world, other, { slug: "other" });
    await expect(pin(taskId, { repositoryId })).rejects.toMatchObject({ code: "not_found" });
    const own = await makeRepository(world, product, { slug: "short-lived" });
    await pin(taskId, { repositoryId: own.repositoryId });
    const { wholeDb } = world.ctx;
    await wholeDb.delete(repositories).where(eq(repositories.repositoryId, own.repositoryId));
    expect(await wholeDb.select().from(taskPins).where(eq(taskPins.taskId, taskId))).toEqual([]);
  });
});
