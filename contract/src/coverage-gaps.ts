import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { artifactPath, inArtifact } from "./pages.ts";
import { sourceSchema } from "./sources.ts";

export const maxMissingFacts = 50;

const sectionCoverageGapsSchema = z.object({
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
    .max(maxMissingFacts),
  /** Number of missing facts, those beyond `maxMissingFacts` included. */
  total: z.number().int(),
});
export type SectionCoverageGaps = z.infer<typeof sectionCoverageGapsSchema>;

export const listCoverageGaps = endpoint("GET", `${artifactPath}/coverage-gaps`, {
  summary: "Endpoints, commands, settings and tables in the code that the section of their kind does not mention yet",
  params: inArtifact,
  /** Only sections that lack something. Computed on each request; nothing is stored. */
  response: z.object({ sections: z.array(sectionCoverageGapsSchema) }),
});
