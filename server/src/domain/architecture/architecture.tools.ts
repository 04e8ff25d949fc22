import { branchNameSchema } from "@cairn/contract/repository-connection";
import { z } from "zod";

import { describeArchitecture } from "#server/domain/code-graph/describe-map.ts";
import { defineTool, type Tool } from "#server/edge.ts";

import { describeContract } from "./describe-contract.ts";

const shortName = z.string().trim().min(1).max(200);

/** How an agent learns what may use what, and what does. */
export const architectureTools: readonly Tool[] = [
  defineTool({
    name: "get_architecture",
    description:
      "Describes what runs and who talks to whom (processes, stores, queues, caches, outside services, as compose files, application hosts and the code say), and what the product's code is made of: its packages and folders, which of them imports which with an example, and how many endpoints and data models there are. With depth contract: the product's services, which connections people allow or forbid, and where the code differs, with lines. Look at it before you connect parts of the code that were not connected.",
    verb: "Reading",
    input: z.object({
      depth: z
        .enum(["system", "service", "module", "contract"])
        .optional()
        .describe(
          "system: all that runs; service: the processes of the service with what they reach; module: its modules and the packages it is built with, joined by imports; contract: what may use what, of the whole product on its main branches. An overview when left out",
        ),
      process: shortName.optional().describe("Name of a process, as the system has it: its code is looked at"),
      service: shortName.optional().describe("Name or id of a service: only its folder is looked at"),
      repository: shortName.optional().describe("Name of a repository, as answers give it"),
      branch: branchNameSchema.optional().describe("Branch of that repository; its main branch when left out"),
    }),
    run: (ctx, scope, { depth, ...input }) =>
      depth === "contract" ? describeContract(ctx, scope) : describeArchitecture(ctx, { ...scope, ...input, depth }),
  }),
];
