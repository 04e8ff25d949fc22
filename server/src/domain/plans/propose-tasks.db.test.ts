import { AppError } from "@cairn/contract/errors";
import * as contract from "@cairn/contract/plans";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { documentProduct } from "#server/domain/pages/testing/documented-product.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { acceptPlan } from "./accept-plan.ts";
import { createPlanItem } from "./create-plan-item.ts";
import { createPlan } from "./create-plan.ts";
import { getPlan } from "./get-plan.ts";
import { proposePlan } from "./propose-plan.ts";
import { proposeTasks } from "./propose-tasks.ts";
import { resumePlans } from "./resume-plans.ts";

let world: TestWorld;
let product: Awaited<ReturnType<typeof documentProduct>>;
let editor: Awaited<ReturnType<typeof makeUser>>;

const files = {
  "README.md": "# Board\n\nBoard shows passengers which boat leaves next.\n",
  "src/announce.ts":
    "/** Announces delays from five minutes on. */\nexport function announceDelay(minutes: number): boolean {\n  return minutes >= 5;\n}\n",
  "web/delay-badge.ts":
    "/** Shows a delay to passengers. */\nexport function delayBadge(minutes: number): string {\n  return `${minutes} min late`;\n}\n",
};

beforeAll(async () => {
  world = await createTestWorld();
  product = await documentProduct(world, { files });
  editor = await makeUser(world);
  await makeMember(world, product.organizationId, editor.userId, "editor");
});
afterAll(async () => {
  await world.close();
  await product.repository.remove();
});

const create = async (goal: string) => (await createPlan(editor.ctx, { ...product.key, goal })).planId;
const get = async (planId: string) => contract.planSchema.parse(await getPlan(editor.ctx, { ...product.key, planId }));

async function propose(planId: string, { ctx, isLastTry = true }: { ctx?: Ctx; isLastTry?: boolean } = {}) {
  const { organizationId } = product;
  const system = world.as({ kind: "system", organizationId });
  await proposeTasks(ctx ?? system, { organizationId, planId }, { isLastTry });
}

const goal = "- Announce delays of boats from three minutes on\n- Show the delay badge in red";

describe("proposing", () => {
  it("makes items of what the code says, with service, files and criteria, and accepting takes them along", async () => {
    const { repositoryId } = product;
    const { serviceId } = await makeService(world, product.key, { repositoryId, workingPath: "/web", number: 9 });
    const planId = await create(goal);
    await propose(planId);
    const plan = await get(planId);
    expect(plan).toMatchObject({ state: "ready", writtenBy: "Built-in engine", nothing: null, error: null });
    expect(plan.notes[0]).toBe("The goal lists 2 things: each is a task.");
    const [announce, show] = plan.items;
    expect(announce).toMatchObject({ title: "Announce delays of boats from three minutes on", version: 0 });
    expect(announce?.locations[0]).toMatchObject({ repositoryId, path: "src/announce.ts", symbol: "announceDelay" });
    expect(show?.service?.serviceId).toBe(serviceId);
    const { items } = await acceptPlan(editor.ctx, { ...product.key, planId });
    expect(items.every(({ accepted }) => accepted !== null)).toBe(true);
  });

  it("says that the code knows nothing of a goal, and makes up no task", async () => {
    const planId = await create("Bake a birthday cake for the office.");
    await propose(planId);
    expect(await get(planId)).toMatchObject({ state: "ready", nothing: "not-in-code", items: [] });
  });

  it("is done again for goals that were written before there was code, once that is indexed", async () => {
    const bare = await makeProject(world, {
      organizationId: product.organizationId,
      slug: "",
      owner: editor,
      ctx: editor.ctx,
      system: editor.ctx,
    });
    const key = { organizationId: product.organizationId, projectId: bare.projectId };
    const { planId } = await createPlan(editor.ctx, { ...key, goal });
    await propose(planId);
    const read = async () => await getPlan(editor.ctx, { ...key, planId });
    expect(await read()).toMatchObject({ state: "ready", nothing: "not-indexed" });
    const waiting = world.enqueued.length;
    await world.ctx.db.transaction((tx) => resumePlans(world.ctx, tx, key));
    expect(await read()).toMatchObject({ state: "waiting" });
    expect(world.enqueued.slice(waiting)).toMatchObject([{ job: "propose-tasks", key: planId }]);
    await propose(planId);
    await createPlanItem(editor.ctx, { ...key, planId, title: "Paint the quay" });
    await world.ctx.db.transaction((tx) => resumePlans(world.ctx, tx, key));
    expect(await read()).toMatchObject({ state: "ready" });
  });

  it("keeps what was accepted when it proposes again, and goes on after a crash", async () => {
    const planId = await create(goal);
    await propose(planId);
    const [first] = (await get(planId)).items;
    await acceptPlan(editor.ctx, { ...product.key, planId, itemIds: [first?.itemId ?? ""] });
    await proposePlan(editor.ctx, { ...product.key, planId, goal: "Show the delay badge in blue" });
    const cut = new AbortController();
    cut.abort(new Error("killed"));
    const { organizationId } = product;
    await expect(
      propose(planId, { ctx: { ...world.as({ kind: "system", organizationId }), signal: cut.signal } }),
    ).rejects.toThrow("killed");
    expect((await get(planId)).state).toBe("working");
    await propose(planId);
    const { state, items } = await get(planId);
    expect([state, items.map(({ title, accepted }) => [title, accepted !== null])]).toEqual([
      "ready",
      [
        ["Announce delays of boats from three minutes on", true],
        ["Show the delay badge in blue", false],
      ],
    ]);
  });

  it("tells of a failure when it was the last try, and keeps the items until then", async () => {
    const planId = await create(goal);
    await propose(planId);
    await proposePlan(editor.ctx, { ...product.key, planId });
    const { organizationId } = product;
    const system = world.as({ kind: "system", organizationId });
    const broken: Ctx = {
      ...system,
      indexes: {
        ...system.indexes,
        open: vi.fn(() => {
          throw new AppError("unavailable", { message: "The index is being moved" });
        }),
      },
    };
    await expect(propose(planId, { ctx: broken, isLastTry: false })).rejects.toThrow("being moved");
    await propose(planId, { ctx: broken });
    const plan = await get(planId);
    expect(plan).toMatchObject({ state: "failed", error: "The index is being moved", progress: null });
    expect(plan.items).toHaveLength(2);
  });
});

describe("a product of which not all code is indexed yet", () => {
  it("proposes again once it is, where the rest speaks of nothing", async () => {
    const { repositoryId } = await makeRepository(world, product.key);
    await makeService(world, product.key, { repositoryId, number: 11 });
    const planId = await create("Bake a birthday cake for the office.");
    await propose(planId);
    expect(await get(planId)).toMatchObject({ state: "ready", nothing: "not-indexed", notes: [] });
    await world.ctx.db.transaction((tx) => resumePlans(world.ctx, tx, product.key));
    expect((await get(planId)).state).toBe("waiting");
  });
});
