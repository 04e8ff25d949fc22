import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { agentSlugSchema, implementationEngines, offeredEngineSchema } from "./implementations.ts";
import { projectParams } from "./project-params.ts";

const base = "/v1/organizations/:organizationId/projects/:projectId/implementation-engines";

const enginesSchema = z.object({
  /** Every engine of this server, each coding agent by itself; what a single task lacks is not looked at. */
  engines: z.array(offeredEngineSchema),
});

export const getImplementationEngines = endpoint("GET", base, {
  summary: "What can implement tasks of a product on this server, and what is missing where it cannot",
  params: projectParams,
  response: enginesSchema,
});

export const setDefaultEngine = endpoint("PUT", `${base}/default`, {
  summary: "What implements tasks of a product where nobody says otherwise",
  params: projectParams,
  body: z.object({
    /** Null: the diff where a task holds one, and else whoever begins it chooses. */
    engine: z.enum(implementationEngines).nullable(),
    /** Which coding agent; for that engine alone. */
    agent: agentSlugSchema.nullable(),
  }),
  response: enginesSchema,
});
