import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { serviceSchema } from "./services.ts";
import { slugOrId } from "./slugs.ts";

/** How far a visitor's copy is. A `failed` one may be asked for again, or thrown away as any organization. */
export const demoCopyStates = ["ready", "making", "failed"] as const;
export type DemoCopyState = (typeof demoCopyStates)[number];

export const demoCopySchema = z.object({
  organizationId: z.uuid(),
  slug: z.string(),
  state: z.enum(demoCopyStates),
  /** In per cent, while it is made. */
  progress: z.int().min(0).max(100),
  /** Slug of the product to look at first, once it is ready. */
  product: z.string(),
});

export const demoSchema = z.object({
  /** This server has a demo that can be copied. */
  isInstalled: z.boolean(),
  /** The caller's own copy; null where there is none. */
  copy: demoCopySchema.nullable(),
});

export const getDemo = endpoint("GET", "/v1/demo", {
  summary: "Whether this server has a demo, and the caller's own copy of it",
  response: demoSchema,
});

export const copyDemo = endpoint("POST", "/v1/demo/copy", {
  summary: "Make the caller's own copy of the demo, an organization that can be deleted; the one there is stays",
  response: demoCopySchema,
  limit: { points: 10, perS: 3_600 },
});

export const takeDemoRepository = endpoint(
  "POST",
  "/v1/organizations/:organizationId/projects/:projectId/services/demo",
  {
    summary: "Begin a product with the code of the demo, in a repository of its own that is hosted here",
    params: z.object({ organizationId: slugOrId, projectId: slugOrId }),
    response: serviceSchema,
    limit: { points: 10, perS: 3_600 },
  },
);
