import { z } from "zod";

import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { roleSchema } from "./roles.ts";
import { nameSchema, slugOrId, slugSchema } from "./slugs.ts";

export const organizationSchema = z.object({
  organizationId: z.uuid(),
  slug: z.string(),
  name: z.string(),
  credits: z.number().int(),
  /** The caller's own role; what the interface hides by. */
  role: roleSchema,
  /** Made by the demo seed; the interface marks it and offers removal. */
  isDemo: z.boolean(),
});
export type Organization = z.infer<typeof organizationSchema>;

export const organizationParams = z.object({ organizationId: slugOrId });

export const listOrganizations = endpoint("GET", "/v1/organizations", {
  summary: "Organizations the caller is a member of",
  query: listQuery,
  response: listOf(organizationSchema),
});

export const createOrganization = endpoint("POST", "/v1/organizations", {
  summary: "Create an organization; the caller becomes its Owner",
  body: z.object({ name: nameSchema, slug: slugSchema.optional() }),
  response: organizationSchema,
  limit: sixtyAnHour,
});

export const getOrganization = endpoint("GET", "/v1/organizations/:organizationId", {
  summary: "One organization",
  params: organizationParams,
  response: organizationSchema,
});

export const updateOrganization = endpoint("PUT", "/v1/organizations/:organizationId", {
  summary: "Change an organization's name or slug",
  params: organizationParams,
  body: z.object({ name: nameSchema.optional(), slug: slugSchema.optional() }),
  response: organizationSchema,
});

export const deleteOrganization = endpoint("DELETE", "/v1/organizations/:organizationId", {
  summary: "Delete an organization with everything in it",
  params: organizationParams,
  response: noContent,
});

export const resetOrganizationContext = endpoint("POST", "/v1/organizations/:organizationId/context/reset", {
  summary: "Delete every document and index of the organization's projects and build them again from the code",
  params: organizationParams,
  response: noContent,
});

export const organizationExists = endpoint("GET", "/v1/organizations/:organizationId/exists", {
  summary: "Whether an organization with this slug or id is taken",
  params: organizationParams,
  response: z.object({ exists: z.boolean() }),
});
