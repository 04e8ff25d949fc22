import { z } from "zod";

import { sectionOutputs } from "./artifacts.ts";
import { endpoint } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { organizationParams } from "./organizations.ts";
import { serviceTypes } from "./services.ts";
import { validation } from "./texts.ts";

const templateSection = z.object({
  title: z.string().trim().min(2, validation.titleTooShort).max(128, validation.titleTooLong),
  instructions: z.object({
    prompt: z.string().trim().min(2, validation.instructionsTooShort).max(5000, "Instructions are too long"),
    output: z.enum(sectionOutputs).default("markdown"),
  }),
});

/** Where pages of a template belong. */
export const templateScopeSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("organization") }),
  z.object({ type: z.literal("project") }),
  z.object({ type: z.literal("service"), serviceTypes: z.array(z.enum(serviceTypes)).min(1, validation.typeRequired) }),
]);

export const templateContentSchema = z.object({
  type: z.literal("sections"),
  sections: z.array(templateSection).min(1, validation.sectionRequired).max(50),
});

const templateBody = z.object({
  title: z.string().trim().min(1, validation.templateTitleRequired).max(100, validation.templateTitleTooLong),
  scope: templateScopeSchema,
  content: templateContentSchema,
});

export const templateSchema = templateBody.extend({ templateId: z.uuid(), createdAt: z.iso.datetime() });
export type Template = z.infer<typeof templateSchema>;

const base = "/v1/organizations/:organizationId/context/templates";

export const listTemplates = endpoint("GET", base, {
  summary: "Templates of an organization, newest first",
  params: organizationParams,
  query: listQuery,
  response: listOf(templateSchema),
});

export const createTemplate = endpoint("POST", base, {
  summary: "Create a template that pages can be made from",
  params: organizationParams,
  body: templateBody,
  response: templateSchema,
});
