import { z } from "zod";

import { architectureNodeSchema, derivedEdgeSchema } from "./architecture.ts";
import { endpoint } from "./endpoint.ts";
import { inRepository, repositoryPath } from "./repositories.ts";

/** What the code of a commit connected, with the lines of that commit. */
const knownArchitectureSchema = z.object({
  state: z.literal("known"),
  commit: z.string(),
  /** Services whose folder had code then, and what the code named; nothing of what people drew. */
  nodes: z.array(architectureNodeSchema),
  edges: z.array(z.object({ sourceId: z.string(), targetId: z.string(), derived: derivedEdgeSchema })),
  /** Not everything was looked through: what is not here, nobody knows. */
  isCutOff: z.boolean(),
});
export type KnownArchitecture = z.infer<typeof knownArchitectureSchema>;

export const getArchitectureAt = endpoint("GET", `${repositoryPath}/architecture/:oid`, {
  summary:
    "The architecture that the code showed with this repository at a commit; services and other repositories as they are now",
  /** The commit's id in full. */
  params: inRepository.extend({ oid: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/) }),
  response: z.discriminatedUnion("state", [
    knownArchitectureSchema,
    /** It is being read for the first time; asking again shows it soon. */
    z.object({ state: z.literal("reading") }),
    /** `reason` says in a sentence why nobody knows. */
    z.object({ state: z.literal("unknown"), reason: z.string() }),
  ]),
  /** Who looks at commits one after the other asks several times for each while it is read. */
  limit: { points: 600, perS: 3_600 },
});
