import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { repositorySchema } from "./repositories.ts";
import { validation } from "./texts.ts";

export const serviceTypes = ["frontend", "api", "fullstack", "library", "database"] as const;
export type ServiceType = (typeof serviceTypes)[number];

export const serviceSchema = z.object({
  serviceId: z.uuid(),
  projectServiceId: z.number().int(),
  name: z.string(),
  description: z.string(),
  type: z.enum(serviceTypes),
  /** Null for a service without code of its own. */
  repository: repositorySchema.nullable(),
  isReadOnly: z.boolean(),
  workingPath: z.string(),
});
export type Service = z.infer<typeof serviceSchema>;

export const serviceNameSchema = z.string().trim().min(2, validation.nameTooShort).max(64, validation.longNameTooLong);

export const serviceDescriptionSchema = z
  .string()
  .trim()
  .min(16, validation.serviceDescriptionTooShort)
  .max(512, "Description can't be longer than 512 characters");

export const branchNameSchema = z
  .string()
  .trim()
  .min(1, validation.mainBranchRequired)
  .max(255, "Branch name is too long");

/** A folder of the repository, with a leading slash and none at the end; `..` and backslashes are refused. */
export const workingPathSchema = z
  .string()
  .trim()
  .min(1, validation.workingPathRequired)
  .max(1024, "Working path is too long")
  .refine((path) => !/(^|\/)\.{1,2}(\/|$)|[\\\0]/.test(path), "Working path must be a folder of the repository")
  .transform((path) => `/${path.split("/").filter(Boolean).join("/")}`);

const credentialSchema = z.object({
  username: z.string().max(255).default(""),
  password: z.string().min(1, "Password is required").max(4096),
});

/** Either a repository the project already has, or a new connection. */
export const serviceRepositorySchema = z.union([
  z.object({ repositoryId: z.uuid(), workingPath: workingPathSchema.optional() }),
  z.object({
    connection: z.object({ type: z.literal("url"), url: z.string().trim().min(1, validation.urlInvalid).max(2048) }),
    mainBranch: branchNameSchema.optional(),
    workingPath: workingPathSchema.optional(),
    credential: credentialSchema.optional(),
  }),
]);

const inService = projectParams.extend({ serviceId: z.uuid() });
const base = "/v1/organizations/:organizationId/projects/:projectId/services";

export const listServices = endpoint("GET", base, {
  summary: "Services of a project, in their order",
  params: projectParams,
  query: listQuery,
  response: listOf(serviceSchema),
});

export const createService = endpoint("POST", base, {
  summary: "Create a service; a repository given with it is cloned and indexed",
  params: projectParams,
  body: z.object({
    name: serviceNameSchema,
    description: serviceDescriptionSchema,
    type: z.enum(serviceTypes, validation.typeRequired),
    repository: serviceRepositorySchema.optional(),
  }),
  response: serviceSchema,
});

export const updateService = endpoint("PUT", `${base}/:serviceId`, {
  summary: "Change a service",
  params: inService,
  body: z.object({
    name: serviceNameSchema.optional(),
    description: serviceDescriptionSchema.optional(),
    type: z.enum(serviceTypes, validation.typeRequired).optional(),
    workingPath: workingPathSchema.optional(),
  }),
  response: serviceSchema,
});

export const deleteService = endpoint("DELETE", `${base}/:serviceId`, {
  summary: "Delete a service and its pages; a repository no other service uses goes with it",
  params: inService,
  response: noContent,
});

export const reindexService = endpoint("POST", `${base}/:serviceId/indexing`, {
  summary: "Index the service's repository again, at most once in 24 hours",
  params: inService,
  response: serviceSchema,
});
