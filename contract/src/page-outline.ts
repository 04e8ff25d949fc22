import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { listOf } from "./lists.ts";
import { organizationParams } from "./organizations.ts";
import { maxPromptLength } from "./page-sections.ts";
import {
  artifactPath,
  artifactSchema,
  artifactSummarySchema,
  contextPath,
  inArtifact,
  personSchema,
  writingLimit,
} from "./pages.ts";
import { validation } from "./texts.ts";

/** A page that somebody took out of the outline: it is kept as it was, and no plan makes it again. */
export const droppedPageSchema = z.object({
  droppedPageId: z.uuid(),
  title: z.string(),
  projectId: z.uuid().nullable(),
  serviceId: z.uuid().nullable(),
  droppedAt: z.iso.datetime(),
  /** Null for people whose account is gone. */
  droppedBy: personSchema.nullable(),
});
export type DroppedPage = z.infer<typeof droppedPageSchema>;

const droppedPages = `${contextPath}/dropped-pages`;

export const pinArtifact = endpoint("PUT", `${artifactPath}/pin`, {
  summary: "Pin a page: it stays in the outline, also when the code says nothing about it any more; or unpin it",
  params: inArtifact,
  body: z.object({ isPinned: z.boolean() }),
  response: artifactSummarySchema,
});

export const dropArtifact = endpoint("POST", `${artifactPath}/drop`, {
  summary: "Take a page out of the outline: no plan makes it again; it is kept and can be taken back",
  params: inArtifact,
  response: droppedPageSchema,
});

export const listDroppedPages = endpoint("GET", droppedPages, {
  summary: "Pages that were taken out of the outline of a product, those of the whole organization included",
  params: organizationParams,
  query: z.object({ projectId: z.uuid() }),
  response: listOf(droppedPageSchema),
});

export const restoreDroppedPage = endpoint("POST", `${droppedPages}/:droppedPageId/restore`, {
  summary: "Take a dropped page back as it was, with its history; what its lines became meanwhile is followed",
  params: organizationParams.extend({ droppedPageId: z.uuid() }),
  response: artifactSummarySchema,
});

export const addWishedPage = endpoint("POST", `${contextPath}/wished-pages`, {
  summary: "Add a page to a product's outline from what it should answer; it is written afterwards",
  params: organizationParams,
  body: z.object({
    projectId: z.uuid(),
    serviceId: z.uuid().nullish(),
    /** In a sentence or as a list of what it should say. */
    wish: z.string().trim().min(2, validation.instructionsTooShort).max(maxPromptLength),
  }),
  response: artifactSchema,
  limit: writingLimit,
});
