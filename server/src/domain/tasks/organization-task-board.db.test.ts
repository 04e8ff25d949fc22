import { taskStates, type TaskState } from "@cairn/contract/task-states";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestWorld, makeOrganization, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { createTask } from "./create-task.ts";
import { getOrganizationTaskBoard } from "./get-organization-task-board.ts";

let world: TestWorld;
beforeAll(async () => void (world = await createTestWorld()));
afterAll(() => world.close());

async function makeBoard() {
  const organization = await makeOrganization(world);
  const [first, second] = [await makeProject(world, organization), await makeProject(world, organization)];
  const make = (project: typeof first, title: string, state: TaskState, assignee: string | null = null) =>
    createTask(organization.ctx, { ...keyOf(project), title, state, assignee });
  return { organization, first, second, make };
}

const keyOf = ({ organizationId, projectId }: { organizationId: string; projectId: string }) => ({
  organizationId,
  projectId,
});

it("has the cards of all products lane by lane, each with its product, and counts them", async () => {
  const { organization, first, second, make } = await makeBoard();
  await make(first, "One", "todo");
  await make(second, "Two", "todo");
  await make(first, "Three", "backlog");
  await make(second, "Four", "archived");
  const { organizationId, ctx } = organization;
  const board = await getOrganizationTaskBoard(ctx, { organizationId, archived: false });
  const lanes = board.cards.map(({ state }) => taskStates.indexOf(state));
  expect(lanes).toEqual(lanes.toSorted((one, other) => one - other));
  expect(board.cards.map(({ title }) => title).toSorted()).toEqual(["One", "Three", "Two"]);
  expect(board.cards.find(({ title }) => title === "Two")?.projectId).toBe(second.projectId);
  // What is next is a matter of each product.
  expect(board.cards.filter(({ recommended }) => recommended)).toHaveLength(2);
  expect(board.totals).toMatchObject({ todo: 2, backlog: 1, archived: 1 });
  expect(board.products.map(({ projectId }) => projectId).toSorted()).toEqual(
    [first.projectId, second.projectId].toSorted(),
  );
  const withArchive = await getOrganizationTaskBoard(ctx, { organizationId, archived: true });
  expect(withArchive.cards.map(({ title }) => title)).toContain("Four");
});

it("is narrowed to a product and to somebody, also in its counts", async () => {
  const { organization, first, second, make } = await makeBoard();
  const { organizationId, ctx } = organization;
  await make(first, "Mine", "todo", organization.owner.userId);
  await make(first, "Nobody's", "todo");
  await make(second, "Elsewhere", "todo", organization.owner.userId);
  const read = async (filters: { projectId?: string; assignee?: string }) => {
    const { cards, totals } = await getOrganizationTaskBoard(ctx, { organizationId, archived: false, ...filters });
    expect(totals.todo).toBe(cards.length);
    return cards.map(({ title }) => title).toSorted();
  };
  expect(await read({ projectId: first.projectId })).toEqual(["Mine", "Nobody's"]);
  expect(await read({ assignee: organization.owner.userId })).toEqual(["Elsewhere", "Mine"]);
  expect(await read({ assignee: "none" })).toEqual(["Nobody's"]);
});

it("shows nothing of another organization, also not of a product that is named by its id", async () => {
  const { first, organization } = await makeBoard();
  const stranger = await makeOrganization(world);
  const { organizationId } = stranger;
  const own = await getOrganizationTaskBoard(stranger.ctx, { organizationId, archived: true });
  expect([own.cards, own.products]).toEqual([[], []]);
  await expect(
    getOrganizationTaskBoard(stranger.ctx, { organizationId, archived: true, projectId: first.projectId }),
  ).rejects.toThrow("Product not found");
  const outsider = await makeUser(world);
  await expect(
    getOrganizationTaskBoard(outsider.ctx, { organizationId: organization.organizationId, archived: false }),
  ).rejects.toThrow("Organization not found");
});
