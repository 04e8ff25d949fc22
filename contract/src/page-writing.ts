import { z } from "zod";

import { commitSchema, hunkSchema } from "./code-history.ts";
import { endpoint } from "./endpoint.ts";
import { organizationParams } from "./organizations.ts";
import {
  artifactTitleSchema,
  instructionsSchema,
  maxPromptLength,
  maxSections,
  sectionOutputs,
} from "./page-sections.ts";
import { artifactPath, artifactSchema, contextPath, inArtifact, writingLimit } from "./pages.ts";
import { factKinds, sourceSchema } from "./sources.ts";
import { validation } from "./texts.ts";

const inSection = inArtifact.extend({ sectionId: z.uuid() });

export const previewSections = endpoint("POST", `${contextPath}/preview-sections`, {
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
    /** Facts that the section lists or counts and of which there are others now. */
    lists: z.array(
      z.object({
        kind: z.enum(factKinds),
        repositoryId: z.uuid(),
        /** Where they are declared; "" for the whole repository. */
        folder: z.string(),
        /** Commit at which the list was first another one. */
        commit: z.string(),
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
