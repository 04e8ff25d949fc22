import { z } from "zod";

import { derivedEdgeSchema } from "./architecture.ts";
import { codePlaceSchema } from "./code-graph.ts";
import { endpoint } from "./endpoint.ts";
import type { ResultOf } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";

/** What is answered of one service. */
export const maxServiceModules = 200;
export const maxModuleConnections = 600;

const serviceModuleSchema = z.object({
  /** Beginning with `module:`, so that it is no node of the architecture. */
  moduleId: z.string(),
  /** The name of its package, else where it lies in the service's folder. */
  name: z.string(),
  /** Folder or file in the repository; "" for its root. */
  path: z.string(),
  files: z.number().int(),
  /** Where reading it may begin. */
  place: codePlaceSchema,
});
export type ServiceModule = z.infer<typeof serviceModuleSchema>;

export const getServiceModules = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/architecture/modules/:serviceId",
  {
    summary: "Modules that a service is made of, and what connects them with each other and with the rest of a project",
    params: projectParams.extend({ serviceId: z.uuid() }),
    response: z.object({
      /** The largest first. */
      modules: z.array(serviceModuleSchema),
      /** Of all modules, also those that are not answered. */
      moduleCount: z.number().int(),
      /**
       * An end is a module, or a node of the architecture. The service itself stands for what no module shows, as an address
       * in a file that declares what runs.
       */
      connections: z.array(z.object({ sourceId: z.string(), targetId: z.string(), derived: derivedEdgeSchema })),
      /** Not everything was looked through, or not all is answered. */
      isCutOff: z.boolean(),
    }),
  },
);
export type ServiceModules = ResultOf<typeof getServiceModules>;

/** The id of a module of a service. */
export function newModuleId(serviceId: string, path: string): string {
  return `module:${serviceId}:${path}`;
}
