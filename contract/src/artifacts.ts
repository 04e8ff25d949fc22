import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import type { CallLimit } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { nameText } from "./name-text.ts";
import { organizationParams } from "./organizations.ts";
import { commitSchema, hunkSchema } from "./repositories.ts";
import { sourceSchema } from "./sources.ts";
import { validation } from "./texts.ts";

export const sectionOutputs = ["markdown", "mermaid", "plain-text"] as const;
export type SectionOutput = (typeof sectionOutputs)[number];
export const sectionStatuses = ["fresh", "stale", "updating", "failed"] as const;

export const maxSections = 200;
/** Characters. */
export const maxSectionContent = 200_000;
/** Characters. */
export const maxPromptLength = 5000;
export const maxSectionSources = 500;

const instructionsSchema = z.object({ prompt: z.string(), output: z.enum(sectionOutputs) });

/** The text of a section as some revision of its page has it. */
export const sectionTextSchema = z.object({
  sectionId: z.uuid(),
  title: z.string(),
  /** Auto sections are written from their prompt; static ones by people. */
  kind: z.enum(["auto", "static"]),
  /** Null for static Markdown; with an empty prompt a static section of another output. */
  instructions: instructionsSchema.nullable(),
  /** Markdown with `[n]` citations counting from 1 into `sources`, Mermaid source, or plain text with citations. */
  content: z.string(),
  sources: z.array(sourceSchema),
  generatedAt: z.iso.datetime().nullable(),
  /** Commit the section was written from. */
  commit: z.string().nullable(),
  /** "Built-in engine" or the model's name; null for what a person wrote. */
  writtenBy: z.string().nullable(),
});
export type SectionText = z.infer<typeof sectionTextSchema>;

export const sectionSchema = sectionTextSchema.extend({
  /**
   * `stale`: lines it rests on changed since. Its sources are told where they stand now; those that changed, where they
   * last stood, and `changed` names them (from 1).
   */
  status: z.enum(sectionStatuses),
  changed: z.array(z.number().int().min(1)),
  /** Why it could not be written, in plain words; null unless it failed. */
  error: z.string().nullable(),
  /** A new text that waits for a person's decision, because it would take away much of what stands here. */
  held: z
    .object({
      reason: z.string(),
      /** Empty where the code says nothing about it any more. */
      content: z.string(),
      sources: z.array(sourceSchema),
      generatedAt: z.iso.datetime(),
    })
    .nullable(),
  /** A person decided to keep this text: no writer touches it until somebody asks for it. */
  isPaused: z.boolean(),
});
export type Section = z.infer<typeof sectionSchema>;

const artifactReference = z.object({ artifactId: z.uuid(), title: z.string() });
export const personSchema = z.object({
  userId: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
});

export const artifactSummarySchema = z.object({
  artifactId: z.uuid(),
  title: z.string(),
  type: z.literal("page"),
  projectId: z.uuid().nullable(),
  serviceId: z.uuid().nullable(),
  /** The page it lies below; null at the top of its product, service or organization. */
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

export const artifactTitleSchema = nameText.min(2, validation.titleTooShort).max(128, validation.titleTooLong);

const promptSchema = z
  .string()
  .trim()
  .max(maxPromptLength, "Instructions are too long")
  .refine((prompt) => prompt.length !== 1, validation.instructionsTooShort);

/** A section as its editor sends it. With a prompt it is Auto and may come without content: it is written then. */
export const sectionInputSchema = z
  .object({
    /** Of the section as it was read, or one made by the client; a new one when absent. */
    sectionId: z.uuid().optional(),
    title: artifactTitleSchema,
    instructions: z
      .object({ prompt: promptSchema.default(""), output: z.enum(sectionOutputs).default("markdown") })
      .nullish(),
    content: z
      .string()
      .max(maxSectionContent, `Content can't be longer than ${maxSectionContent.toLocaleString("en")} characters`)
      .default(""),
    /** What `[n]` in the content means. Absent: as the section has them. One that does not resolve is refused. */
    sources: z.array(sourceSchema).max(maxSectionSources).optional(),
  })
  .refine(({ instructions, content }) => Boolean(instructions?.prompt) || content.trim().length >= 2, {
    path: ["content"],
    message: validation.contentTooShort,
  });
export type SectionInput = z.infer<typeof sectionInputSchema>;

const sectionsInput = z.array(sectionInputSchema).min(1, validation.sectionRequired).max(maxSections);

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
    sections: sectionsInput.optional(),
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

const base = "/v1/organizations/:organizationId/context";
/** Path of one page. */
export const artifactPath = `${base}/artifacts/:artifactId`;
export const inArtifact = organizationParams.extend({ artifactId: z.uuid() });
const inSection = inArtifact.extend({ sectionId: z.uuid() });

/** Long pages come and go whole. */
const maxPageBytes = 8 * 1024 * 1024;

/** Writing costs time or a model's tokens. */
const writingLimit: CallLimit = { points: 240, perS: 3_600 };

export const listArtifacts = endpoint("GET", `${base}/artifacts`, {
  summary: "Pages of an organization, or of one project or service of it, in their order",
  params: organizationParams,
  query: listQuery.extend({ projectId: z.uuid().optional(), serviceId: z.uuid().optional() }),
  response: listOf(artifactSummarySchema),
});

export const createArtifact = endpoint("POST", `${base}/artifacts`, {
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
    sections: sectionsInput.optional(),
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
  /** The other title; null where the titles do not meet. */
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
    /** The page it shall stand before, with the same parent; null for the end. */
    beforeArtifactId: z.uuid().nullable(),
  }),
  response: artifactSummarySchema,
});

export const previewSections = endpoint("POST", `${base}/preview-sections`, {
  summary: "What sections would hold if they were written now; nothing is saved",
  params: organizationParams,
  body: z.object({
    projectId: z.uuid().nullish(),
    serviceId: z.uuid().nullish(),
    sections: z
      .array(
        z.object({
          sectionId: z.uuid().optional(),
          title: artifactTitleSchema,
          instructions: z.object({
            prompt: z.string().trim().min(2, validation.instructionsTooShort).max(maxPromptLength),
            output: z.enum(sectionOutputs).default("markdown"),
          }),
        }),
      )
      .min(1, validation.sectionRequired)
      .max(20),
  }),
  response: z.object({
    sections: z.array(
      z.object({
        sectionId: z.uuid(),
        title: z.string(),
        instructions: instructionsSchema,
        content: z.string(),
        sources: z.array(sourceSchema),
        writtenBy: z.string(),
        /** Why there is no content, in plain words; null where there is some. */
        problem: z.string().nullable(),
      }),
    ),
  }),
  limit: writingLimit,
});

const regenerationQuery = z.object({
  /** Only these; absent: every Auto section that is stale or failed. */
  sectionIds: z
    .union([z.uuid().transform((sectionId) => [sectionId]), z.array(z.uuid())])
    .pipe(z.array(z.uuid()).max(maxSections))
    .optional(),
});

export const estimateRegeneration = endpoint("GET", `${artifactPath}/regeneration`, {
  summary: "What writing sections again would cost",
  params: inArtifact,
  query: regenerationQuery,
  response: z.object({
    writtenBy: z.string(),
    sections: z.array(z.object({ sectionId: z.uuid(), title: z.string() })),
    /** Both 0 without a model. */
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    /** Rough, from what earlier sections took. */
    durationS: z.number().int(),
    /** Tokens one run may use; null without a model. Sections beyond it stay as they are. */
    maxTokens: z.number().int().nullable(),
  }),
});

export const regenerateArtifact = endpoint("POST", `${artifactPath}/regeneration`, {
  summary: "Write Auto sections again from the code as it is now",
  params: inArtifact,
  body: regenerationQuery,
  response: artifactSchema,
  limit: writingLimit,
});

export const stopRegeneration = endpoint("DELETE", `${artifactPath}/regeneration`, {
  summary: "Stop writing; what was written stays, the rest keeps its former text",
  params: inArtifact,
  response: artifactSchema,
});

export const getSectionChanges = endpoint("GET", `${artifactPath}/sections/:sectionId/changes`, {
  summary: "What changed in the code since a section was written",
  params: inSection,
  response: z.object({
    sources: z.array(
      z.object({
        /** `[number]` in the section's text. */
        number: z.number().int().min(1),
        /** Where the lines stood when they were last as the section knows them. */
        source: sourceSchema,
        /** Where the file is now; null when it is gone. */
        path: z.string().nullable(),
        /** Commit of the index now. */
        commit: z.string(),
        /** What changed in and around the lines; empty when the file is gone or cannot be read as text. */
        hunks: z.array(hunkSchema),
        /** Newest first, at most ten. */
        commits: z.array(commitSchema),
      }),
    ),
  }),
});
export type SectionChanges = z.infer<(typeof getSectionChanges)["response"]>;

export const decideHeldSection = endpoint("PUT", `${artifactPath}/sections/:sectionId/held`, {
  summary: "Accept or discard a new text that was held back",
  params: inSection,
  body: z.object({ decision: z.enum(["accept", "discard"]) }),
  response: artifactSchema,
});

export const searchContext = endpoint("GET", `${base}/search`, {
  summary: "Search pages by their words",
  params: organizationParams,
  query: listQuery.extend({ query: z.string().trim().min(1).max(500), projectId: z.uuid().optional() }),
  response: listOf(
    z.object({ artifact: artifactSummarySchema, sectionTitle: z.string().nullable(), excerpt: z.string() }),
  ),
});
