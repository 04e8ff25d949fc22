import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import type { CallLimit } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { organizationParams } from "./organizations.ts";
import {
  artifactTitleSchema,
  maxSectionContent,
  sectionSchema,
  sectionTextSchema,
  sectionsInputSchema,
} from "./page-sections.ts";
import { validation } from "./texts.ts";

const artifactReference = z.object({ artifactId: z.uuid(), title: z.string() });

export const personSchema = z.object({
  userId: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
});
export type Person = z.infer<typeof personSchema>;

export const artifactSummarySchema = z.object({
  artifactId: z.uuid(),
  title: z.string(),
  type: z.literal("page"),
  projectId: z.uuid().nullable(),
  serviceId: z.uuid().nullable(),
  /** The parent page; null at the top of its product, service or organization. */
  parentArtifactId: z.uuid().nullable(),
  /** Grows with every published change, by whomever; from 1. */
  revision: z.number().int(),
  isUpdating: z.boolean(),
  updatedAt: z.iso.datetime(),
  /** Null for pages the built-in engine or a model made. */
  creator: personSchema.nullable(),
  /** Who wrote the Auto sections: "Built-in engine" or the model's name. */
  writtenBy: z.string(),
  /** Sections whose lines of code changed since they were written. */
  staleSections: z.number().int(),
  /** Sections with a new text that waits for a decision. */
  heldSections: z.number().int(),
  /** The outline has it: a plan made it, or somebody wished for it. */
  isPlanned: z.boolean(),
  /** It stays in the outline, whatever the code becomes. */
  isPinned: z.boolean(),
});
export type ArtifactSummary = z.infer<typeof artifactSummarySchema>;

export const artifactSchema = artifactSummarySchema.extend({
  sections: z.array(sectionSchema),
  project: z.object({ projectId: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
  service: z.object({ serviceId: z.uuid(), name: z.string() }).nullable(),
  /** From the top page down to the parent. */
  ancestors: z.array(artifactReference),
  children: z.array(artifactReference),
  related: z.array(artifactReference),
  /** Null for pages that were not made from an address. */
  crawl: z
    .object({
      url: z.string(),
      status: z.enum(["waiting", "running", "ready", "failed"]),
      fetchedAt: z.iso.datetime().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type Artifact = z.infer<typeof artifactSchema>;

/** Where a page belongs: to a service, to a product, or with neither to the whole organization. */
export const placeFields = {
  projectId: z.uuid().nullish(),
  serviceId: z.uuid().nullish(),
  parentArtifactId: z.uuid().nullish(),
};

const webAddress = z.url({ protocol: /^https?$/, error: validation.urlInvalid }).max(2048);

/** Browsers take blanks in a host for part of its name. */
const crawlSchema = z.object({ url: webAddress.regex(/^\S+$/, validation.urlInvalid) });

/** Three ways: with sections, by hand with a title and perhaps a text, or from an address. */
export const newArtifactSchema = z
  .object({
    type: z.literal("page").default("page"),
    mode: z.enum(["manual", "url"]).optional(),
    ...placeFields,
    title: artifactTitleSchema,
    sections: sectionsInputSchema.optional(),
    content: z.string().max(maxSectionContent).optional(),
    crawl: crawlSchema.optional(),
  })
  .refine(({ mode, crawl }) => mode !== "url" || crawl !== undefined, {
    path: ["crawl", "url"],
    message: validation.urlInvalid,
  })
  .refine(({ mode, sections, content, crawl }) => mode === "manual" || sections || content !== undefined || crawl, {
    path: ["sections"],
    message: validation.sectionRequired,
  })
  .refine(({ sections, content, crawl }) => [sections, content, crawl].filter((one) => one !== undefined).length <= 1, {
    path: ["sections"],
    message: "Give sections, content or an address, not several of them",
  });

export const contextPath = "/v1/organizations/:organizationId/context";

/** Path of one page. */
export const artifactPath = `${contextPath}/artifacts/:artifactId`;

export const inArtifact = organizationParams.extend({ artifactId: z.uuid() });

/** Long pages come and go whole. */
const maxPageBytes = 8 * 1024 * 1024;

/** Writing costs time or a model's tokens. */
export const writingLimit: CallLimit = { points: 240, perS: 3_600 };

export const listArtifacts = endpoint("GET", `${contextPath}/artifacts`, {
  summary: "Pages of an organization, or of one project or service of it, in their order",
  params: organizationParams,
  query: listQuery.extend({ projectId: z.uuid().optional(), serviceId: z.uuid().optional() }),
  response: listOf(artifactSummarySchema),
});

export const createArtifact = endpoint("POST", `${contextPath}/artifacts`, {
  summary: "Create a page; Auto sections without content and pages from an address are written afterwards",
  params: organizationParams,
  body: newArtifactSchema,
  maxBodyBytes: maxPageBytes,
  response: artifactSchema,
  limit: writingLimit,
});

export const getArtifact = endpoint("GET", artifactPath, {
  summary: "One page with its sections and sources",
  params: inArtifact,
  response: artifactSchema,
});

export const updateArtifact = endpoint("PUT", artifactPath, {
  summary: "Publish a page's new title, sections or product; changes of others meanwhile are merged or refused (409)",
  params: inArtifact,
  body: z.object({
    type: z.literal("page").optional(),
    /** The revision the editor started from. Without it what others published meanwhile is overwritten. */
    revision: z.number().int().min(1).optional(),
    projectId: z.uuid().nullish(),
    serviceId: z.uuid().nullish(),
    title: artifactTitleSchema.optional(),
    sections: sectionsInputSchema.optional(),
  }),
  maxBodyBytes: maxPageBytes,
  response: artifactSchema,
});

/** `details` of the 409 of `updateArtifact`: what was changed on both sides since `revision`. */
export const updateConflictSchema = z.object({
  /** The page's revision now; sent with the next try it says that these differences were seen. */
  revision: z.number().int(),
  /** Who published last; null for a writer. */
  changedBy: personSchema.nullable(),
  /** The other title; null when the titles do not conflict. */
  title: z.string().nullable(),
  sections: z.array(
    z.object({
      sectionId: z.uuid(),
      /** As the page has it now; null where it was removed there. */
      theirs: sectionTextSchema.nullable(),
    }),
  ),
});
export type UpdateConflict = z.infer<typeof updateConflictSchema>;

export const deleteArtifact = endpoint("DELETE", artifactPath, {
  summary: "Delete a page; pages below it move up to where it was",
  params: inArtifact,
  response: noContent,
});

export const placeArtifact = endpoint("PUT", `${artifactPath}/place`, {
  summary: "Move a page within its product, service or organization: below another page, before another one",
  params: inArtifact,
  body: z.object({
    /** Null for the top. */
    parentArtifactId: z.uuid().nullable(),
    /** The page to insert it before, with the same parent; null for the end. */
    beforeArtifactId: z.uuid().nullable(),
  }),
  response: artifactSummarySchema,
});

export const searchContext = endpoint("GET", `${contextPath}/search`, {
  summary: "Search pages by their words",
  params: organizationParams,
  query: listQuery.extend({ query: z.string().trim().min(1).max(500), projectId: z.uuid().optional() }),
  response: listOf(
    z.object({ artifact: artifactSummarySchema, sectionTitle: z.string().nullable(), excerpt: z.string() }),
  ),
});
