import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { mergeMethodSchema, mergePathSchema } from "./merge-methods.ts";
import { organizationParams } from "./organizations.ts";
import { projectParams } from "./project-params.ts";
import { serviceSchema } from "./services.ts";
import { nameSchema, slugSchema } from "./slugs.ts";
import { validation } from "./texts.ts";

export const projectSchema = z.object({
  projectId: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** Null until somebody, or the built-in engine from the README, wrote one. */
  description: z.string().nullable(),
  /** The engine wrote it from the code, and writes it anew when that changes, until a person saves one. */
  isDescriptionProposed: z.boolean(),
  organization: z.object({ organizationId: z.uuid(), slug: z.string(), name: z.string() }),
  /** Public half of the project's key pair; null until one is made. */
  sshKey: z.string().nullable(),
  services: z.array(serviceSchema),
  setupComplete: z.boolean(),
  mergeMethod: mergeMethodSchema,
  mergePath: mergePathSchema,
});
export type Project = z.infer<typeof projectSchema>;

export const productDescriptionSchema = z
  .string()
  .trim()
  .min(100, validation.descriptionTooShort)
  .max(5000, validation.descriptionTooLong);

const base = "/v1/organizations/:organizationId/projects";

export const listProjects = endpoint("GET", base, {
  summary: "Projects of an organization",
  params: organizationParams,
  query: listQuery,
  response: listOf(projectSchema),
});

export const createProject = endpoint("POST", base, {
  summary: "Create a project",
  params: organizationParams,
  body: z.object({
    name: nameSchema,
    slug: slugSchema.optional(),
    repository: z.object({ type: z.enum(["new", "existing"]) }).optional(),
  }),
  response: projectSchema,
});

export const getProject = endpoint("GET", `${base}/:projectId`, {
  summary: "One project with its services",
  params: projectParams,
  response: projectSchema,
});

export const projectExists = endpoint("GET", `${base}/:projectId/exists`, {
  summary: "Whether a project's slug or id is taken in this organization",
  params: projectParams,
  response: z.object({ exists: z.boolean() }),
});

export const updateProject = endpoint("PUT", `${base}/:projectId`, {
  summary: "Change a project's name or slug, or how changes are merged into its code",
  params: projectParams,
  body: z.object({
    name: nameSchema.optional(),
    slug: slugSchema.optional(),
    mergeMethod: mergeMethodSchema.optional(),
    mergePath: mergePathSchema.optional(),
  }),
  response: projectSchema,
});

export const updateProjectData = endpoint("PUT", `${base}/:projectId/data`, {
  summary: "Change a project's description",
  params: projectParams,
  body: z.object({
    description: productDescriptionSchema,
    /**
     * The description this one was made from; null when there was none. If it has changed since, nothing is stored
     * (409). Absent: it replaces any description.
     */
    replaces: z.string().nullable().optional(),
  }),
  response: projectSchema,
});

export const deleteProject = endpoint("DELETE", `${base}/:projectId`, {
  summary: "Delete a project with its services, repositories, pages and chats",
  params: projectParams,
  response: noContent,
});

export const resetProjectContext = endpoint("POST", `${base}/:projectId/context/reset`, {
  summary: "Delete the project's documents and indexes and build them again from the code",
  params: projectParams,
  response: noContent,
});

export const getIndexingStats = endpoint("GET", `${base}/:projectId/indexing-stats`, {
  summary: "Figures about the indexed code",
  params: projectParams,
  response: z.object({
    statistics: z.array(z.object({ label: z.string(), value: z.number(), highlighted: z.boolean() })),
    lastIndexedAt: z.iso.datetime().nullable(),
  }),
});

export const setupProgressSchema = z.object({
  /** 0 to 100 over all repositories and the first pages; 100 when nothing runs. */
  progress: z.number().min(0).max(100),
  /** What is going on now; null when nothing runs. */
  label: z.string().nullable(),
  repositoryCount: z.number().int(),
  /** Of these, how many were read in full, or could not be. */
  readCount: z.number().int(),
  /** What was read so far, of the repositories whose files are known; null while none is, and when nothing runs. */
  reading: z
    .object({
      files: z.number().int(),
      totalFiles: z.number().int(),
      /** Endpoints are not among them: most of their addresses are put together from several files, once all are read. */
      symbols: z.number().int(),
      /** The file that was read last; null before the first, and while documents are written. */
      path: z.string().nullable(),
    })
    .nullable(),
  /** When the latest run was put in line, which tells one analysis from another; null before the first. */
  begunAt: z.iso.datetime().nullable(),
  /** Since then, by the server's clock. */
  elapsedMs: z.number().min(0).nullable(),
  hasRepository: z.boolean(),
  hasDescription: z.boolean(),
  setupComplete: z.boolean(),
});
export type SetupProgress = z.infer<typeof setupProgressSchema>;

export const getInitialSetup = endpoint("GET", `${base}/:projectId/initial-setup`, {
  summary: "How far the project's set-up and indexing are",
  params: projectParams,
  response: setupProgressSchema,
});

export const finishInitialSetup = endpoint("POST", `${base}/:projectId/initial-setup`, {
  summary: "Finish the set-up of a project that has a repository and a description",
  params: projectParams,
  /** `skip` finishes it as it is: what is missing can be given any time. */
  body: z.object({ skip: z.boolean().optional() }),
  response: setupProgressSchema,
});
