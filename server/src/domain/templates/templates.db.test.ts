import * as contract from "@cairn/contract/templates";
import { afterAll, beforeAll, expect, it } from "vitest";

import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { createService } from "#server/domain/services/create-service.ts";
import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { applyTemplate } from "./apply-template.ts";
import { createTemplate } from "./create-template.ts";
import { deleteTemplate } from "./delete-template.ts";
import { getTemplate } from "./get-template.ts";
import { listBuiltInTemplates } from "./list-built-in-templates.ts";
import { listTemplates } from "./list-templates.ts";
import { updateTemplate } from "./update-template.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const description = "Serves departures to the board";
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

it("is changed and deleted by those who may, and not while another one needs it", async () => {
  const { ctx, organizationId } = await makeOrganization(world);
  const child = await createTemplate(ctx, { organizationId, ...body, scope: { type: "child-template" } });
  const { templateId } = child;
  const pages = { type: "pages" as const, instructions: "One page for every service", templateId };
  const scope = { type: "project" as const };
  const parent = await createTemplate(ctx, { organizationId, title: "All services", scope, content: pages });
  await expect(deleteTemplate(ctx, { organizationId, templateId })).rejects.toThrow("“All services” needs this");
  const turned = updateTemplate(ctx, { organizationId, templateId, title: "x", scope, content: pages });
  await expect(turned).rejects.toMatchObject({ code: "conflict" });
  const nested = { ...pages, templateId: parent.templateId };
  const built = createTemplate(ctx, { organizationId, title: "Twice", scope, content: nested });
  await expect(built).rejects.toThrow("“All services” is itself a template of pages");

  const saved = await updateTemplate(ctx, { organizationId, templateId, ...body, title: "Alarms" });
  expect(await getTemplate(ctx, { organizationId, templateId })).toEqual(saved);
  await deleteTemplate(ctx, { organizationId, templateId: parent.templateId });
  await deleteTemplate(ctx, { organizationId, templateId });
  await expect(getTemplate(ctx, { organizationId, templateId })).rejects.toThrow("Template not found");
});

it("shows and keeps what comes with the product, in every organization", async () => {
  const { ctx, organizationId } = await makeOrganization(world);
  const { content } = contract.listBuiltInTemplates.response.parse(await listBuiltInTemplates(ctx, { organizationId }));
  expect(content.map(({ title }) => title)).toContain("Runbook");
  expect(new Set(content.map(({ templateId }) => templateId)).size).toBe(content.length);
  for (const { templateId, title, scope, content: parts } of content) {
    expect(await getTemplate(ctx, { organizationId, templateId })).toMatchObject({ title, isBuiltIn: true });
    expect(contract.createTemplate.body.parse({ title, scope, content: parts })).toEqual({
      title,
      scope,
      content: parts,
    });
    const change = updateTemplate(ctx, { organizationId, templateId, ...body });
    await expect(change).rejects.toMatchObject({ code: "forbidden" });
    await expect(deleteTemplate(ctx, { organizationId, templateId })).rejects.toMatchObject({ code: "forbidden" });
  }
});

it("makes its page where its scope says, with all sections waiting to be written", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const { serviceId } = await createService(ctx, { organizationId, projectId, name: "api", description, type: "api" });
  const { templateId } = await createTemplate(ctx, { organizationId, ...body });
  const applied = await applyTemplate(ctx, { organizationId, templateId, projectId, serviceId });
  const [made] = contract.applyTemplate.response.parse(applied).artifacts;
  expect(made).toMatchObject({ title: "Runbook", projectId, serviceId, isUpdating: true });
  const page = await getArtifact(ctx, { organizationId, artifactId: made?.artifactId ?? "" });
  expect(page.sections).toMatchObject([{ title: "On call", kind: "auto", status: "updating", content: "" }]);

  const { serviceId: library } = await createService(ctx, {
    organizationId,
    projectId,
    name: "lib",
    description,
    type: "library",
  });
  for (const [location, sentence] of [
    [{}, "for pages of a service"],
    [{ projectId }, "for pages of a service"],
    [{ projectId, serviceId: library }, "“lib” is of a type"],
  ] as const) {
    await expect(applyTemplate(ctx, { organizationId, templateId, ...location })).rejects.toThrow(sentence);
  }
  const foreign = await makeProject(world);
  const elsewhere = applyTemplate(ctx, { organizationId, templateId, projectId: foreign.projectId, serviceId });
  await expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
});

it("makes a page for every service, or none at all", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const { templateId } = await createTemplate(ctx, { organizationId, ...body, scope: { type: "child-template" } });
  const parent = await createTemplate(ctx, {
    organizationId,
    title: "All services",
    scope: { type: "project" },
    content: { type: "pages", instructions: "One page for every service", templateId },
  });
  const apply = () => applyTemplate(ctx, { organizationId, templateId: parent.templateId, projectId });
  await expect(apply()).rejects.toThrow("nothing of the kind");
  await createService(ctx, { organizationId, projectId, name: "api", description, type: "api" });
  await createService(ctx, { organizationId, projectId, name: "web", description, type: "frontend" });
  const { artifacts } = await apply();
  expect(artifacts.map(({ title }) => title)).toEqual(["api", "web"]);
  expect(artifacts.every(({ serviceId }) => serviceId !== null)).toBe(true);
  const alone = applyTemplate(ctx, { organizationId, templateId, projectId });
  await expect(alone).rejects.toThrow("it makes none by itself");
});
