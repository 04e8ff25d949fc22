import { branchNameSchema } from "@cairn/contract/repository-connection";
import { z } from "zod";

import { defineTool, type Tool } from "#server/edge.ts";

import { listDataModels, listEndpoints } from "./describe-map.ts";
import { findSymbolReferences } from "./find-symbol-references.ts";
import { listCodeJobs } from "./list-code-jobs.ts";
import { listCodeSettings } from "./list-code-settings.ts";

const shortName = z.string().trim().min(1).max(200);

/** Where to look; the same words in every tool. */
const location = {
  service: shortName.optional().describe("Name or id of a service: only its folder is looked at"),
  repository: shortName.optional().describe("Name of a repository, as answers give it"),
  branch: branchNameSchema.optional().describe("Branch of that repository; its main branch when left out"),
};
const query = shortName.optional().describe("Only those whose text holds this");

/** How an agent learns what in the code belongs to what. */
export const codeGraphTools: readonly Tool[] = [
  defineTool({
    name: "find_references",
    description:
      "Lists where a function, method, class, type or constant is used: calls, imports, reads and writes, without comments and texts. Give its exact name, or a path and the line it is declared or used on. A place marked likely is the best guess where types are not written down.",
    verb: "Following",
    input: z.object({
      name: shortName.optional().describe("Exact name"),
      path: z.string().min(1).max(4096).optional().describe("Path from the root of the repository"),
      line: z.number().int().min(1).optional(),
      limit: z.number().int().min(1).max(100).default(30),
      ...location,
    }),
    run: (ctx, scope, input) => findSymbolReferences(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "list_endpoints",
    description:
      "Lists the HTTP endpoints the product's code answers, where each is declared, and the places in any repository of the product that call it.",
    verb: "Listing",
    input: z.object({ query, ...location }),
    run: (ctx, scope, input) => listEndpoints(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "list_data_models",
    description:
      "Lists the product's data models (tables, ORM models, schemas, messages) with their fields and relations.",
    verb: "Listing",
    input: z.object({ query, ...location }),
    run: (ctx, scope, input) => listDataModels(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "list_settings",
    description:
      "Lists what can be set from outside (environment variables, keys of configuration, options of the command line): type, default, whether it must be given, allowed values, and where it is read or declared. Values of environment files are never shown.",
    verb: "Listing",
    input: z.object({ query, ...location }),
    run: (ctx, scope, input) => listCodeSettings(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "list_jobs",
    description:
      "Lists what starts work besides requests: schedules with their times, consumers of messages with their topics, background jobs with their queues, event listeners and commands that people type; and the places that send messages.",
    verb: "Listing",
    input: z.object({ query, ...location }),
    run: (ctx, scope, input) => listCodeJobs(ctx, { ...scope, ...input }),
  }),
];
