import { z } from "zod";

import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { organizationParams } from "./organizations.ts";
import { artifactTitleSchema, maxPromptLength, sectionOutputs } from "./page-sections.ts";
import { artifactSummarySchema } from "./pages.ts";
import { serviceTypes } from "./services.ts";
import { validation } from "./texts.ts";

const promptSchema = z
  .string()
  .trim()
  .min(2, validation.instructionsTooShort)
  .max(maxPromptLength, "Instructions are too long");

const templateSection = z.object({
  title: artifactTitleSchema,
  instructions: z.object({ prompt: promptSchema, output: z.enum(sectionOutputs).default("markdown") }),
});

/** Where pages of a template belong. A child template is used by templates of pages alone. */
export const templateScopeSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("organization") }),
  z.object({ type: z.literal("project") }),
  z.object({
    type: z.literal("service"),
    serviceTypes: z.array(z.enum(serviceTypes), validation.typeRequired).min(1, validation.typeRequired),
  }),
  z.object({ type: z.literal("child-template") }),
]);

export const maxTemplateSections = 50;

export const templateContentSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("sections"),
    sections: z
      .array(templateSection, validation.sectionRequired)
      .min(1, validation.sectionRequired)
      .max(maxTemplateSections),
  }),
  /** Several pages, each from the child template: `instructions` say for what ("one page for every service"). */
  z.object({
    type: z.literal("pages"),
    instructions: promptSchema,
    templateId: z.uuid("Select a template"),
  }),
]);

export const templateBodySchema = z.object({
  title: z.string().trim().min(1, validation.templateTitleRequired).max(100, validation.templateTitleTooLong),
  scope: templateScopeSchema,
  content: templateContentSchema,
});

export const templateSchema = templateBodySchema.extend({
  templateId: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Comes with the product: it can be applied and copied, not changed. */
  isBuiltIn: z.boolean(),
});
export type Template = z.infer<typeof templateSchema>;

const base = "/v1/organizations/:organizationId/context/templates";
const inTemplate = organizationParams.extend({ templateId: z.uuid() });

export const listTemplates = endpoint("GET", base, {
  summary: "Templates of an organization, newest first",
  params: organizationParams,
  query: listQuery,
  response: listOf(templateSchema),
});

export const listBuiltInTemplates = endpoint("GET", "/v1/organizations/:organizationId/context/built-in-templates", {
  summary: "Templates that come with the product",
  params: organizationParams,
  response: z.object({ content: z.array(templateSchema) }),
});

export const createTemplate = endpoint("POST", base, {
  summary: "Create a template that pages can be made from",
  params: organizationParams,
  body: templateBodySchema,
  response: templateSchema,
});

export const getTemplate = endpoint("GET", `${base}/:templateId`, {
  summary: "One template, of the organization or built in",
  params: inTemplate,
  response: templateSchema,
});

export const updateTemplate = endpoint("PUT", `${base}/:templateId`, {
  summary: "Change a template; pages made from it stay as they are",
  params: inTemplate,
  body: templateBodySchema,
  response: templateSchema,
});

export const deleteTemplate = endpoint("DELETE", `${base}/:templateId`, {
  summary: "Delete a template; pages made from it stay",
  params: inTemplate,
  response: noContent,
});

export const applyTemplate = endpoint("POST", `${base}/:templateId/apply`, {
  summary: "Make the pages of a template for a project, a service or the organization",
  params: inTemplate,
  body: z.object({
    projectId: z.uuid().nullish(),
    serviceId: z.uuid().nullish(),
    parentArtifactId: z.uuid().nullish(),
  }),
  response: z.object({ artifacts: z.array(artifactSummarySchema) }),
  limit: sixtyAnHour,
});
