import { afterAll, beforeAll, expect, it } from "vitest";

import { documentProduct } from "#server/domain/pages/testing/documented-product.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { listDocumentChanges } from "./list-document-changes.ts";

let world: TestWorld;
let board: Awaited<ReturnType<typeof documentProduct>>;
beforeAll(async () => {
  world = await createTestWorld();
  board = await documentProduct(world);
});
afterAll(async () => {
  await world.close();
  await board.repository.remove();
});

const list = async () => (await listDocumentChanges(board.ctx, board.key)).content;

it("tells nothing of pages that were written for the first time", async () => {
  expect(await list()).toEqual([]);
});

it("tells the commit, who made it, and the sections that were rewritten from it", async () => {
  await board.push("Say what Board is for", {
    "README.md": "# Board\n\nBoard tells harbour staff which boat leaves next, and from which quay it leaves today.\n",
  });
  expect(await list()).toEqual([]);
  await writePages(board.system, board.key);
  const [change, ...others] = await list();
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    repositoryId: board.repositoryId,
    subject: "Say what Board is for",
    author: expect.any(String),
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
  const sections = change?.pages.flatMap((page) => page.sections) ?? [];
  expect(sections).toContain("Purpose");
  expect(change?.pages.every(({ writtenBy }) => writtenBy === "Built-in engine")).toBe(true);
});
