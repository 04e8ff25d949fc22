import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { artifactPath, inArtifact } from "./pages.ts";
import { sourceSchema } from "./sources.ts";

export const maxUntoldFacts = 50;

const untoldSectionSchema = z.object({
  sectionId: z.uuid(),
  title: z.string(),
  facts: z
    .array(
      z.object({
        kind: z.enum(["endpoint", "command", "setting", "table"]),
        /** As the section would write it: `GET /tides`. */
        name: z.string(),
        /** Where it is declared. */
        source: sourceSchema,
      }),
    )
    .max(maxUntoldFacts),
  /** How many there are in all. */
  total: z.number().int(),
});
export type SectionCoverageGaps = z.infer<typeof untoldSectionSchema>;

export const listCoverageGaps = endpoint("GET", `${artifactPath}/untold`, {
  summary: "What came into the code where nothing is cited, and sections that list such things do not have yet",
  params: inArtifact,
  /** Only sections that lack something. Computed on request: nothing is stored or marked. */
  response: z.object({ sections: z.array(untoldSectionSchema) }),
});
