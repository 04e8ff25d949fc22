import { z } from "zod";

import { nameText } from "./name-text.ts";
import { factKinds, sourceSchema } from "./sources.ts";
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

export const instructionsSchema = z.object({ prompt: z.string(), output: z.enum(sectionOutputs) });

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
   * `stale`: cited lines changed since, or facts that it lists or counts. Its sources have their current positions;
   * changed ones those where they were last, and `changed` lists their numbers (from 1).
   */
  status: z.enum(sectionStatuses),
  changed: z.array(z.number().int().min(1)),
  /** Kinds of facts that it lists or counts and of which there are others now, wherever they are declared. */
  changedLists: z.array(z.enum(factKinds)),
  /** Why it could not be written, or is the built-in engine's in place of the model's, in plain words; else null. */
  error: z.string().nullable(),
  /** A new text that waits for a person's decision, because it would remove much of the current one. */
  held: z
    .object({
      reason: z.string(),
      /** Empty where the code says nothing about it any more. */
      content: z.string(),
      sources: z.array(sourceSchema),
      generatedAt: z.iso.datetime(),
    })
    .nullable(),
  /** A person decided to keep this text: no writer changes it until somebody requests it. */
  isPaused: z.boolean(),
  /** Who decided so; null where it is not paused, where that is not known, and when that account is gone. */
  pausedBy: z
    .object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() })
    .nullable(),
  /** What it was decided with, such as "Implementation 3 of FB-9"; null where that was nothing else. */
  pausedWith: z.string().nullable(),
});
export type Section = z.infer<typeof sectionSchema>;

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

export const sectionsInputSchema = z.array(sectionInputSchema).min(1, validation.sectionRequired).max(maxSections);
