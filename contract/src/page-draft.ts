import { z } from "zod";

import { maxPromptLength, maxSectionContent, maxSections, maxSectionSources, sectionOutputs } from "./page-sections.ts";
import { placeFields } from "./pages.ts";
import { sourceSchema } from "./sources.ts";

/** What the assistant `artifact-data-assistant` works on: the `data` of its chat. */
export const artifactDraftSchema = z.object({
  title: z.string().max(128),
  ...placeFields,
  sections: z
    .array(
      z.object({
        sectionId: z.uuid(),
        title: z.string().max(128),
        instructions: z.object({ prompt: z.string().max(maxPromptLength), output: z.enum(sectionOutputs) }).nullable(),
        content: z.string().max(maxSectionContent),
        sources: z.array(sourceSchema).max(maxSectionSources),
        writtenBy: z.string().nullable(),
      }),
    )
    .max(maxSections),
});
export type ArtifactDraft = z.infer<typeof artifactDraftSchema>;
