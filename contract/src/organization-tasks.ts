import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { organizationParams } from "./organizations.ts";
import { idOrNone, laneTotalsSchema, taskCardSchema } from "./tasks.ts";

export const getOrganizationTaskBoard = endpoint("GET", "/v1/organizations/:organizationId/tasks/board", {
  summary: "The lanes of all products of an organization, or of one; archived tasks are only counted unless asked for",
  params: organizationParams,
  query: z.object({
    archived: z.stringbool().default(false),
    /** One product alone. */
    projectId: z.uuid().optional(),
    /** Id of a member. */
    assignee: idOrNone.optional(),
  }),
  response: z.object({
    /** Lane by lane, within a lane by the name of the product and then in its order; at most `maxLaneCards` of each. */
    cards: z.array(taskCardSchema),
    /** Of what the filters take. */
    totals: laneTotalsSchema,
    /** Those whose tasks the caller may read, by name, whether or not the filters take them. */
    products: z.array(z.object({ projectId: z.uuid(), slug: z.string(), name: z.string() })),
  }),
});
