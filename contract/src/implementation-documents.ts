import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { maxSectionContent, sectionOutputs } from "./page-sections.ts";
import { personSchema } from "./pages.ts";
import { projectParams } from "./project-params.ts";
import { factKinds, sourceSchema } from "./sources.ts";
import { validation } from "./texts.ts";

/**
 * What a change does to a section of a page. `changed`: it reads otherwise afterwards. `added`: the code has something for a
 * part that the page does not have. `removed`: the code says nothing about it any more. `unwritten`: it is not true any more,
 * and no engine has another text for it.
 */
export const documentKinds = ["changed", "added", "removed", "unwritten"] as const;

export const documentDecisions = ["accepted", "refused"] as const;

/**
 * What became of it with the merge: its text was published, the former text was kept because somebody refused the new one,
 * or it was left to whoever writes pages after every push.
 */
export const documentOutcomes = ["published", "kept", "left"] as const;

/** A text as some commit makes it. `[n]` in it is the n-th of the sources, from 1. */
const documentTextSchema = z.object({ content: z.string(), sources: z.array(sourceSchema) });

export const implementationDocumentSchema = z.object({
  documentId: z.uuid(),
  kind: z.enum(documentKinds),
  page: z.object({ artifactId: z.uuid(), title: z.string() }),
  /** Null for one that the page does not have yet. */
  sectionId: z.uuid().nullable(),
  title: z.string(),
  output: z.enum(sectionOutputs),
  /** The lines that it rests on and that the change does not keep as they were, where the pages have them now. */
  lines: z.array(z.object({ path: z.string(), startLine: z.number().int(), endLine: z.number().int() })),
  /** Kinds of facts that it lists or counts and of which there are others then. */
  lists: z.array(z.enum(factKinds)),
  /** What readers see now; null for a section that is added. */
  former: documentTextSchema.nullable(),
  /** What an engine or a model made of the change; null where there is none. */
  proposal: documentTextSchema.extend({ writtenBy: z.string().nullable() }).nullable(),
  /** Why no engine has another text, in plain words; null where one has. */
  problem: z.string().nullable(),
  /** What a person made of the proposal; null where nobody touched it. */
  edited: z.string().nullable(),
  /** What a person made of a former proposal, which this one replaced; null where there is none. */
  formerEdit: z.string().nullable(),
  /** Names the former text and the proposal: another one means that the decision was about something else. */
  version: z.string(),
  decision: z.enum(documentDecisions).nullable(),
  /** Null where nobody decided, and when that account is gone. */
  decidedBy: personSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Null before the merge. */
  outcome: z.enum(documentOutcomes).nullable(),
  /** Why it was not published although it was accepted, in plain words. */
  outcomeReason: z.string().nullable(),
});
export type ImplementationDocument = z.infer<typeof implementationDocumentSchema>;

export const documentStates = ["preparing", "ready", "unavailable"] as const;

const path =
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/documents";
const ofImplementation = projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() });

export const listImplementationDocuments = endpoint("GET", path, {
  summary: "Sections of pages that merging an implementation makes untrue, with what they would say then",
  params: ofImplementation,
  response: z.object({
    /** `preparing`: it is worked out now, and a change of the product's log says when it is there. */
    state: z.enum(documentStates),
    /** Why there is nothing to see, or what is missing, in plain words; null where all is said. */
    note: z.string().nullable(),
    /** The commit that this is about; null where there is none. */
    head: z.string().nullable(),
    content: z.array(implementationDocumentSchema),
  }),
});
export type ImplementationDocuments = z.infer<(typeof listImplementationDocuments)["response"]>;

export const updateImplementationDocument = endpoint("PUT", `${path}/:documentId`, {
  summary: "Accept, refuse or edit what a section would say after the merge; with null the decision is open again",
  params: ofImplementation.extend({ documentId: z.uuid() }),
  body: z.object({
    /** Of what the caller has seen; another one is refused (409). */
    version: z.string().max(100),
    /** Absent as it is. */
    decision: z.enum(documentDecisions).nullish(),
    /** Absent as it is; null goes back to the proposal. */
    content: z
      .string()
      .trim()
      .min(2, validation.contentTooShort)
      .max(maxSectionContent, `Content can't be longer than ${maxSectionContent.toLocaleString("en")} characters`)
      .nullish(),
  }),
  response: implementationDocumentSchema,
});
