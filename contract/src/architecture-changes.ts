import { z } from "zod";

import { derivedEdgeKinds, driftStates } from "./architecture.ts";
import { codePlaceSchema } from "./code-graph.ts";
import { endpoint } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";

/**
 * What a push did to a connection: the code has it since, does not have it any more, or has more lines that show it
 * although it is forbidden.
 */
export const architectureChangeKinds = ["appeared", "vanished", "grew"] as const;

/** The newest that are kept of a product. */
export const maxArchitectureChanges = 500;

export const architectureChangeSchema = z.object({
  changeId: z.uuid(),
  change: z.enum(architectureChangeKinds),
  sourceId: z.string(),
  targetId: z.string(),
  /** As the two were called then. */
  sourceName: z.string(),
  targetName: z.string(),
  kinds: z.array(z.enum(derivedEdgeKinds)),
  /** What it was when it was found; null where it was allowed, or there was no contract. */
  drift: z.enum(driftStates).nullable(),
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  /** Of those that the push brought, the one that brought or took away the lines; the last of them where nobody can tell which. */
  commit: z.string(),
  /** Whether it was this commit, and not another one of the push. */
  isCommitKnown: z.boolean(),
  /** The push brought the commits after this one; null where that is not known. */
  sinceCommit: z.string().nullable(),
  /** Of the commit, by the name that git has of them; null where the commit is not known, or was not noted. */
  author: z.string().nullable(),
  subject: z.string().nullable(),
  /** Of what vanished, where it stood, at the commit that had it last; of what grew, the new lines alone. */
  evidence: z.array(codePlaceSchema),
  foundAt: z.iso.datetime(),
});
export type ArchitectureChange = z.infer<typeof architectureChangeSchema>;

export const listArchitectureChanges = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/architecture/changes",
  {
    summary: "Connections that pushes brought into the code or took away, newest first",
    params: projectParams,
    query: listQuery,
    response: listOf(architectureChangeSchema),
  },
);
