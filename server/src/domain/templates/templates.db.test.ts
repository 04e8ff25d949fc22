import * as contract from "@cairn/contract/templates";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "../../testing/test-ctx.ts";
import { createTemplate } from "./create-template.ts";
import { listTemplates } from "./list-templates.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const body = {
  title: "Runbook",
  scope: { type: "service" as const, serviceTypes: ["api" as const, "database" as const] },
  content: {
    type: "sections" as const,
    sections: [{ title: "On call", instructions: { prompt: "Who is called, and when?", output: "markdown" as const } }],
  },
};

it("keeps a template as it was given, and lists the newest first by pages", async () => {
  const { ctx, organizationId } = await makeOrganization(world);
  const editor = await makeUser(world);
  await makeMember(world, organizationId, editor.userId, "editor");
  const start = world.ctx.now();
  for (const [minute, title] of ["First", "Second", "Third"].entries()) {
    world.setNow(new Date(start.getTime() + minute * 60_000));
    const created = await createTemplate(editor.ctx, { organizationId, ...body, title });
    expect(contract.createTemplate.response.parse(created)).toMatchObject({ ...body, title });
  }
  const page = (number: number) => listTemplates(ctx, { organizationId, page: number, limit: 2 });
  const titles = async (number: number) => (await page(number)).content.map((template) => template.title);
  expect([await titles(1), await titles(2), await titles(3)]).toEqual([["Third", "Second"], ["First"], []]);
  expect(contract.listTemplates.response.parse(await page(1))).toMatchObject({ total: 3 });
});

it("is nobody else's business: foreign and missing look the same", async () => {
  const { organizationId } = await makeOrganization(world);
  const stranger = await makeUser(world);
  for (const target of [organizationId, world.ctx.newId()]) {
    const listed = listTemplates(stranger.ctx, { organizationId: target, page: 1, limit: 10 });
    await expect(listed).rejects.toMatchObject({ code: "not_found", message: "Organization not found" });
    const created = createTemplate(stranger.ctx, { organizationId: target, ...body });
    await expect(created).rejects.toMatchObject({ code: "not_found", message: "Organization not found" });
  }
});
