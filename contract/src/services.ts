import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { repositorySchema } from "./repositories.ts";
import { repositoryAddressSchema } from "./repository-address.ts";
import { credentialSchema, serviceRepositorySchema, workingPathSchema } from "./repository-connection.ts";
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

/** Of a service whose code nobody has described yet. */
export function provisionalDescription(name: string): string {
  return `The code of ${name}${notDescribed}`;
}

const notDescribed = ", not described yet";

/** Whether a description only stands in for one that is proposed when the code is indexed. */
export function isProvisional(description: string): boolean {
  return description.endsWith(notDescribed);
}

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
    /**
     * It was found in the code. Where its folder has a service already, that one is answered as it is, and what only stands
     * for its whole repository becomes it: two who accept one proposal get one service.
     */
    isFound: z.boolean().optional(),
  }),
  response: serviceSchema,
});

export const connectService = endpoint("POST", `${base}/connection`, {
  summary: "Create a service from the address of its repository; its name and main branch are found out",
  params: projectParams,
  body: z.object({ address: repositoryAddressSchema, credential: credentialSchema.optional() }),
  response: serviceSchema,
});

export const connectBundle = endpoint("POST", `${base}/bundle`, {
  summary:
    "Create a service from a git bundle, sent as multipart/form-data in a part named `files`, in a repository hosted here",
  params: projectParams,
  takesFiles: "bundle",
  response: serviceSchema,
  limit: { points: 20, perS: 3_600 },
});

export const updateService = endpoint("PUT", `${base}/:serviceId`, {
  summary: "Change a service",
  params: inService,
  body: z.object({
    name: serviceNameSchema.optional(),
    description: serviceDescriptionSchema.optional(),
    type: z.enum(serviceTypes, validation.typeRequired).optional(),
    workingPath: workingPathSchema.optional(),
    /** Another repository for the service; null takes its repository away. */
    repository: serviceRepositorySchema.nullable().optional(),
    /**
     * What the writer saw of these when they began: one that is sent as it was seen stays as it is now, and one that somebody
     * else changed since is refused as a conflict. Without it the last one wins.
     */
    expected: z.object({ name: z.string(), description: z.string(), type: z.string() }).partial().optional(),
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
