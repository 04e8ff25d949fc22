import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { applyTemplate as endpoint, Template } from "@cairn/contract/templates";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { summarizePages } from "#server/domain/pages/catalog/summarize-pages.ts";
import { createPage } from "#server/domain/pages/editing/create-page.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import { requireService } from "#server/domain/services/require-service.ts";

import { findTemplate } from "./find-template.ts";
import { planTemplatePages, type TemplateGround, type TemplatePage } from "./plan-template-pages.ts";
import { requireChildTemplate } from "./require-child-template.ts";

type ApplyTemplateInput = InputOf<typeof endpoint>;

/** Makes the pages of a template, all of them or none; their sections are written afterwards. */
export async function applyTemplate(ctx: Ctx, input: ApplyTemplateInput): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const createdBy = requireUserId(ctx);
  const template = await findTemplate(ctx.db, { organizationId, templateId: input.templateId });
  const location = await requirePlace(ctx, { ...input, organizationId }, template);
  const child = await requireChildTemplate(ctx.db, organizationId, template.content);
  const pages = await planPages(ctx, template, location);
  const sections = sectionsOf(child ?? template);
  const { templateId } = template;
  const parentArtifactId = input.parentArtifactId ?? null;
  const artifactIds = await ctx.db.transaction(async (tx) => {
    const made: string[] = [];
    for (const { title, serviceId, folder } of pages) {
      const page = {
        ...location,
        serviceId: serviceId ?? location.serviceId,
        parentArtifactId,
        title,
        createdBy,
        templateId,
      };
      made.push(await createPage(ctx, tx, { ...page, subject: folder, sections }));
    }
    return made;
  });
  return { artifacts: await summarizePages(ctx, organizationId, artifactIds) };
}

interface TemplateTarget {
  organizationId: string;
  projectId: string | null;
  serviceId: string | null;
}

/** The product or service the template is for; what does not fit its scope is refused before anything is made. */
async function requirePlace(
  ctx: Ctx,
  input: ApplyTemplateInput & { organizationId: string },
  { scope }: Template,
): Promise<TemplateTarget> {
  const { organizationId, projectId, serviceId } = input;
  if (projectId) await requireProject(ctx, { organizationId, projectId }, "artifact.write");
  const service =
    projectId && serviceId
      ? await requireService(ctx, { organizationId, projectId, serviceId }, "artifact.write")
      : null;
  switch (scope.type) {
    case "child-template":
      throw misplaced("Other templates make their pages from this one; it makes none by itself");
    case "organization":
      if (projectId || serviceId) throw misplaced("This template is for pages of the organization");
      return { organizationId, projectId: null, serviceId: null };
    case "project":
      if (!projectId || serviceId) throw misplaced("This template is for pages of a product");
      return { organizationId, projectId, serviceId: null };
    case "service":
      if (!projectId || !service) throw misplaced("This template is for pages of a service");
      if (!scope.serviceTypes.includes(service.type))
        throw misplaced(`“${service.name}” is of a type this template is not for`);
      return { organizationId, projectId, serviceId: service.serviceId };
  }
}

function misplaced(message: string): AppError {
  return new AppError("invalid_input", { message });
}

async function planPages(ctx: Ctx, { title, content }: Template, location: TemplateTarget): Promise<TemplatePage[]> {
  if (content.type === "sections") return [{ title, serviceId: null, folder: null }];
  return planTemplatePages(content, await readGround(ctx, location));
}

/** What the product consists of; for a service, what is in its folder. The organization itself has no code. */
async function readGround(ctx: Ctx, { organizationId, projectId, serviceId }: TemplateTarget): Promise<TemplateGround> {
  if (projectId === null) return { services: [], modules: [] };
  const project = { organizationId, projectId };
  const all = await listProjectServices(ctx, project);
  const service = all.find((one) => one.serviceId === serviceId);
  const folder = service?.workingPath.replace(/^\/+|\/+$/g, "") ?? "";
  const codebases = (await openCodebases(ctx, project)).filter(
    ({ repositoryId }) => service === undefined || repositoryId === service.repositoryId,
  );
  const modules = codebases.flatMap(({ repositoryId, name, index }) =>
    index
      .components()
      .filter(({ path }) => folder === "" || path === folder || path.startsWith(`${folder}/`))
      .map((one) => ({ repositoryId, name: one.name || name, path: one.path })),
  );
  return { services: service ? [] : all, modules };
}

function sectionsOf({ content }: Template) {
  if (content.type === "pages") return [];
  return content.sections.map(({ title, instructions: { prompt, output } }) => {
    return { title, prompt, output, content: "", sources: [] };
  });
}
